import assert from 'node:assert/strict';
import { test } from 'node:test';
import messages from '../../../server/catalogue/messages/wiki.json' with { type: 'json' };
import valueRules from '../../../server/catalogue/wiki/value-rules.json' with { type: 'json' };
import coreRules from '../../../server/catalogue/wiki/rules.json' with { type: 'json' };
import wikimediaRules from '../../../server/catalogue/wiki/wikimedia-rules.json' with { type: 'json' };
import hoverMessages from '../../../server/catalogue/messages/wiki-hover.json' with { type: 'json' };
import { alwaysSentParameters } from '#shared/base/always-sent.ts';

const keys = new Set(Object.keys(messages));
const hoverKeys = new Set(Object.keys(hoverMessages));
const isRuntime = ({ kind }: { readonly kind: string }): boolean => kind === 'runtime';
const rules = { rules: [...coreRules.rules, ...wikimediaRules.rules.filter(rule => !isRuntime(rule))] };

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
