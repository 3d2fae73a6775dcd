import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import manifest from '../../package.json' with { type: 'json' };
import { inRoot } from '../support/paths.ts';

const needed = manifest.engines.node.replace('>=', '');

/** Starts the server on a Node that says it is another version, with an input that ends at once. */
const startedOn = (version: string, ...args: string[]) => {
  const versions = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`;
  const script = `${versions}Object.defineProperty(process, 'version', { value: 'v${version}' });`;
  return spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(script)}`, inRoot('dist/server.js'), ...args],
    { input: '', encoding: 'utf8' },
  );
};

for (const version of ['18.20.0', '20.19.0', '22.18.0'])
  test(`Node ${version} is refused in plain words`, () => {
    const { status, stderr, stdout } = startedOn(version, '--stdio');
    assert.deepEqual([status, stdout], [1, '']);
    assert.equal(
      stderr,
      `wikijql requires Node ${needed} or later, found v${version}. Start it with a newer version.\n`,
    );
  });

for (const version of [`${needed}.0`, '24.0.0'])
  test(`Node ${version} is taken`, () => assert.doesNotMatch(startedOn(version, '--stdio').stderr, /Node/));
