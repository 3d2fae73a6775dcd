/** Checks that the paths and scripts of CONTRIBUTING.md exist, and that it stays short. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import manifest from '../../package.json' with { type: 'json' };
import { expanded, globbed } from '../support/globbed.ts';
import { inRoot } from '../support/paths.ts';

const text = readFileSync(inRoot('CONTRIBUTING.md'), 'utf8');
const codes = [...new Set(Array.from(text.matchAll(/`([^`\n]+)`/g), match => match[1]!))];
const sources = globbed('{client,server,shared,test}/**/*');
const names = new Set(sources.map(source => path.posix.basename(source)));

/** Made by a command, or not a path of the repository. */
const isMade = (name: string): boolean => /^(?:dist|\.cache)\b/.test(name);

const paths = codes
  .filter(code => /^\.?[\w{},-]+(?:\/[\w{},.-]+)+\/?$/.test(code))
  .flatMap(expanded)
  .filter(name => !isMade(name));

test('there are paths to look at', () => assert.ok(paths.length > 15, String(paths.length)));
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

test('it is short', () => assert.ok(text.split(/\s+/).length < 1500));
