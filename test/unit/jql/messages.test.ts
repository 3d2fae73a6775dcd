/** The wording of problems, fixes and hovers: none is missing, and none is left over. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import expectations from '../../../server/catalogue/messages/jql-expectations.json' with { type: 'json' };
import fixMessages from '../../../server/catalogue/messages/jql-fixes.json' with { type: 'json' };
import hoverMessages from '../../../server/catalogue/messages/jql-hover.json' with { type: 'json' };
import messages from '../../../server/catalogue/messages/jql.json' with { type: 'json' };
import commonFixes from '../../../server/catalogue/messages/wiki-fixes.json' with { type: 'json' };
import { inRoot } from '../../support/paths.ts';

const sourceOf = (pattern: string): string =>
  globSync(inRoot(`server/src/jql/${pattern}`))
    .map(file => readFileSync(file, 'utf8'))
    .join('\n');
const checks = sourceOf('{validation/*,mistakes/*,syntax/nodes,syntax/scanner}.ts');
const fixes = sourceOf('{fixes,mistakes}/*.ts');
const hovers = sourceOf('hover/*.ts');
const named = (source: string, pattern: RegExp): string[] => [
  ...new Set(Array.from(source.matchAll(pattern), match => match[1]!)),
];

/** Keys whose every part stands somewhere in the source, in quotes or as a part of a key that is put together. */
const stale = (table: object, source: string): string[] =>
  Object.keys(table).filter(key => !key.split('.').every(part => source.includes(part)));

test('every problem has a wording', () => {
  const codes = named(checks, /check\.(?:error|warning|hint)\(\s*'([\w-]+)'/g);
  const told = named(checks, /message: '([\w.-]+)'/g);
  const syntax = named(sourceOf('syntax/nodes.ts').split('export type SyntaxCode')[1]!, /\| '([\w-]+)'/g);
  assert.ok(codes.length > 20 && told.length > 10 && syntax.length > 10);
  assert.deepEqual(
    [...codes, ...told, ...syntax].filter(
      key => !Object.keys(messages).some(each => each === key || each.startsWith(`${key}.`)),
    ),
    [],
  );
});

test('no wording of a problem is left that nothing uses', () => {
  assert.deepEqual(stale(messages, checks), []);
  assert.deepEqual(stale(expectations, checks), []);
});

test('every fix has a title, and no title is left that nothing uses', () => {
  const titles = named(fixes, /'(fix\.\w+)'/g);
  assert.deepEqual(
    titles.filter(title => !(title in fixMessages) && !(title in commonFixes)),
    [],
  );
  assert.deepEqual(stale(fixMessages, `${fixes} fixAll`), []);
});

test('every sentence of a hover is there, and none is left that nothing uses', () => {
  const keys = named(hovers, /word\(\s*'([\w.]+)'/g);
  assert.deepEqual(
    keys.filter(key => !(key in hoverMessages)),
    [],
  );
  assert.deepEqual(stale(hoverMessages, hovers + sourceOf('catalogue/catalogue-entries.ts')), []);
});
