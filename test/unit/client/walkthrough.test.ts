/** The walkthrough: its texts can be shown, its links exist, and its steps are completed by success. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import manifest from '../../../package.json' with { type: 'json' };
import titles from '../../../package.nls.json' with { type: 'json' };
import { manifestSettings } from '../../support/settings.ts';
import { inRoot } from '../../support/paths.ts';

const commands = new Set(manifest.contributes.commands.map(({ command }) => command));
const settings = new Set(Object.keys(manifestSettings));
const texts = Object.entries(titles).filter(([key]) => key.startsWith('walkthrough.'));
const steps = manifest.contributes.walkthroughs.flatMap(walkthrough => walkthrough.steps);

test('its texts have no code spans: the editor shows backticks as they are', () => {
  assert.ok(texts.length > 10);
  for (const [key, text] of texts) assert.doesNotMatch(text, /`/, key);
});

test('its buttons run commands that exist', () => {
  const linked = texts.flatMap(([, text]) =>
    Array.from(text.matchAll(/\(command:([\w.]+)\)/g), ([, command = '']) => command),
  );
  assert.ok(linked.length >= steps.length);
  for (const command of linked) assert.ok(commands.has(command), command);
});

test('each step is ticked by a command, a setting or a context that exists', () => {
  const sources = readFileSync(inRoot('client/src/walkthrough.ts'), 'utf8');
  for (const { completionEvents } of steps) {
    assert.equal(completionEvents.length, 1);
    for (const event of completionEvents) {
      const [kind = '', name = ''] = event.split(':');
      if (kind === 'onCommand') assert.ok(commands.has(name), name);
      else if (kind === 'onSettingChanged') assert.ok(settings.has(name), name);
      else assert.ok(kind === 'onContext' && sources.includes(`'${name}'`), event);
    }
  }
});

test('what can fail is ticked by its success, not by the command', () => {
  for (const id of ['run', 'several', 'signIn', 'issue'])
    assert.match(steps.find(step => step.id === id)?.completionEvents[0] ?? '', /^onContext:/, id);
});
