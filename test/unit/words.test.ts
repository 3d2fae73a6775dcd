/** Texts, comments and names are plain, current technical English: the words of `words-out.json` are out. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { globbed } from '../support/globbed.ts';
import { root } from '../support/paths.ts';
import wordsOut from './words-out.json' with { type: 'json' };

const patterns = Object.entries(wordsOut).map(([words, instead]) => ({
  pattern: new RegExp(String.raw`\b${words}\b`, 'gi'),
  instead,
}));

/** An apostrophe that a typewriter writes; texts that users read have “’”. */
const straight = /(?<=[A-Za-z)}])'(?=(?:s|t|re|ve|ll|d|m)\b)|(?<=[a-z]s)'(?= [a-z])/g;

/** Code of a document, quoted in a message, or an example of a page. */
const code = /^(```|~~~|---\n)[\s\S]*?^\1|`[^`\n]*`|^ *"(?:wrong|right)": .*$/gm;

const prose = [
  '*.md',
  'docs/*.md',
  '{client,server,shared}/**/*.md',
  'package.json',
  'package.nls.json',
  'server/catalogue/{messages,problems}/*.json',
  'server/catalogue/{jql,wiki}/texts.json',
  'server/catalogue/wiki/wikimedia-texts.json',
  'server/catalogue/query-file/directives.json',
  'client/{src,webview,playground}/texts.json',
];

const read = [
  '*.md',
  'docs/**/*.md',
  'package.json',
  'package.nls.json',
  '{client,server}/**/*.{ts,json,md}',
  'shared/**/*.{ts,md}',
  'test/sandbox/samples/*.{wikiquery,jql,md}',
  'test/**/*.ts',
];

/** Texts of a made-up wiki. */
const left: ReadonlySet<string> = new Set(['test/sandbox/world/drafts.ts', 'test/sandbox/world/log.ts']);

const files = globbed(...read)
  .filter(file => !left.has(file))
  .map(file => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

test('every pattern begins and ends at a word: no other one can match', () => {
  for (const words of Object.keys(wordsOut)) assert.match(words, /^[\w(].*[\w)?]$/);
});

test('a pattern that matches no file is an error', () =>
  assert.throws(() => globbed('{client,samples}/**/*'), /no file matches samples/));

test('there are texts to look at', () => assert.ok(files.length > 100, String(files.length)));

for (const { pattern, instead } of patterns)
  test(`no text says ${pattern.source.replaceAll(String.raw`\b`, '')}: it is rather ${instead}`, () => {
    const found = files.flatMap(({ file, text }) =>
      Array.from(text.matchAll(pattern), ({ 0: words, index }) => {
        const line = text.slice(0, index).split('\n').length;
        return `${file}:${line}: ${words}`;
      }),
    );
    assert.deepEqual(found, []);
  });

test('texts that users read have one apostrophe', () => {
  const places = globbed(...prose).flatMap(file => {
    const text = readFileSync(path.join(root, file), 'utf8').replaceAll(code, quoted =>
      quoted.replaceAll(/[^\n]/g, ' '),
    );
    return Array.from(text.matchAll(straight), ({ index }) => {
      const before = text.slice(0, index);
      return `${file}:${before.split('\n').length}: ${before.slice(-12)}'`;
    });
  });
  assert.deepEqual(places, []);
});
