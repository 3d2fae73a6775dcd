import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import messages from '../../../server/catalogue/messages/wiki.json' with { type: 'json' };
import valueRules from '../../../server/catalogue/wiki/value-rules.json' with { type: 'json' };
import coreRules from '../../../server/catalogue/wiki/rules.json' with { type: 'json' };
import wikimediaRules from '../../../server/catalogue/wiki/wikimedia-rules.json' with { type: 'json' };
import hoverMessages from '../../../server/catalogue/messages/wiki-hover.json' with { type: 'json' };
import { alwaysSentParameters } from '../../../server/src/common/always-sent.ts';
import { inRoot } from '../../support/paths.ts';

const keys = new Set(Object.keys(messages));
const hoverKeys = new Set(Object.keys(hoverMessages));
const isRuntime = ({ kind }: { readonly kind: string }): boolean => kind === 'runtime';
const rules = { rules: [...coreRules.rules, ...wikimediaRules.rules.filter(rule => !isRuntime(rule))] };
const sources = globSync(inRoot('server/src/wiki/{validation/**/*,answer}.ts')).map(file =>
  readFileSync(file, 'utf8'),
);

test('every rule has a wording', () => {
  const wanted = [...rules.rules, ...valueRules.rules].map(({ message }) => `rule.${message}`);
  assert.deepEqual(
    [...new Set(wanted)].filter(key => !keys.has(key)),
    [],
  );
});

test('every failure that only the wiki sees is explained', () => {
  const wanted = wikimediaRules.rules.filter(isRuntime).map(({ message }) => `runtime.${message}`);
  assert.deepEqual(new Set(wanted), new Set([...hoverKeys].filter(key => key.startsWith('runtime.'))));
});

test('every parameter that wikijql decides has a reason', () => {
  for (const [name, value] of alwaysSentParameters) {
    if (name === 'action') continue;
    const key = value === null ? 'never-sent' : 'forced-value';
    assert.ok(keys.has(`${key}.${name}`), name);
  }
});

test('every message and code that validation names has a wording', () => {
  const named = sources.flatMap(source => [
    ...Array.from(source.matchAll(/message: '([\w.-]+)'/g), match => match[1]!),
    ...Array.from(source.matchAll(/check\.(?:error|warning)\(\s*'([\w-]+)'[^;]*?\)/gs), match =>
      match[0].includes('message') ? [] : [match[1]!],
    ).flat(),
  ]);
  assert.ok(named.length > 20);
  assert.deepEqual(
    [...new Set(named)].filter(key => !keys.has(key)),
    [],
  );
});

test('no wording is left that nothing uses', () => {
  const text = sources.join('\n') + JSON.stringify([rules, valueRules, [...alwaysSentParameters.keys()]]);
  const stale = [...keys].filter(key => {
    const parts = key.replace(/^rule\./, '').split('.');
    return !parts.every(part => text.includes(part));
  });
  assert.deepEqual(stale, []);
});
