/** What CONTRIBUTING.md says of the repository is so: its paths exist, its scripts too, and no folder is left out. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import manifest from '../../package.json' with { type: 'json' };
import { expanded, globbed } from '../support/globbed.ts';
import { inRoot } from '../support/paths.ts';

const text = readFileSync(inRoot('CONTRIBUTING.md'), 'utf8');
const codes = [...new Set(Array.from(text.matchAll(/`([^`\n]+)`/g), match => match[1]!))];
const sources = globbed('{client,server,test}/**/*');
const names = new Set(sources.map(source => path.posix.basename(source)));

/** Made by a command, or not a path of the repository. */
const isMade = (name: string): boolean => /^(?:dist|\.cache)\b/.test(name);

const paths = codes
  .filter(code => /^\.?[\w{},-]+(?:\/[\w{},.-]+)+\/?$/.test(code))
  .flatMap(expanded)
  .filter(name => !isMade(name));

test('there are paths to look at', () => assert.ok(paths.length > 40, String(paths.length)));
test('every path exists', () =>
  assert.deepEqual(
    paths.filter(name => !existsSync(inRoot(name))),
    [],
  ));
test('every file that is named without its folder exists', () =>
  assert.deepEqual(
    codes.filter(
      code => /^[\w-]+(?:\.\w+)*\.(?:ts|json)$/.test(code) && !names.has(code) && !existsSync(inRoot(code)),
    ),
    [],
  ));
test('every script exists', () =>
  assert.deepEqual(
    Array.from(text.matchAll(/npm run ([\w:]+)/g), match => match[1]!).filter(
      name => !(name in manifest.scripts),
    ),
    [],
  ));

/** Each row's folders: the first from the root, the others, and what its text names, beside it or in it. */
const inTable = new Set(
  text
    .slice(text.indexOf('## Where things are'), text.indexOf('## Principles'))
    .split('\n')
    .filter(row => row.startsWith('| `'))
    .flatMap(row => {
      const [first = '', ...others] = Array.from(row.matchAll(/`([^`]+)`/g), match => match[1]!);
      const beside = path.posix.dirname(first);
      return [
        first,
        ...others.flatMap(other => [other, path.posix.join(beside, other), path.posix.join(first, other)]),
      ];
    }),
);

test('no folder of the sources is left out', () => {
  const folders = globbed('client/{src,webview}/*/', 'server/src/*/', 'server/src/{jql,wiki,remote}/*/');
  assert.ok(folders.length > 40, String(folders.length));
  assert.deepEqual(
    folders.filter(folder => !inTable.has(folder)),
    [],
  );
});
