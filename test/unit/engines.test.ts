/** Which Node is needed is said in several places: they agree. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import lock from '../../package-lock.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };
import undici from '../../node_modules/undici/package.json' with { type: 'json' };
import { inRoot } from '../support/paths.ts';

const needed = manifest.engines.node.replace('>=', '');
const textOf = (file: string): string => readFileSync(inRoot(file), 'utf8');

test('the language server needs the Node that its HTTP client needs', () => {
  assert.equal(undici.engines.node, `>=${needed}.0`);
  assert.equal(lock.packages[''].engines.node, manifest.engines.node);
});

test('README and CONTRIBUTING say so', () => {
  assert(textOf('README.md').includes(`Node ${needed} or later`));
  assert(
    textOf('CONTRIBUTING.md').replaceAll('\n', ' ').includes(`the built language server needs ${needed}`),
  );
});

test('what the scripts start with is said alike', () => {
  for (const file of ['README.md', 'CONTRIBUTING.md', 'test/setup.mjs'])
    assert.match(textOf(file), /20\.19 or later/);
});
