import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import manifest from '../../package.json' with { type: 'json' };
import { inRoot } from '../support/paths.ts';

interface Configuration {
  readonly comments: { readonly lineComment: string };
  readonly brackets: readonly (readonly [string, string])[];
  /** The editor compiles a text without flags. */
  readonly wordPattern: string | { readonly pattern: string; readonly flags: string };
}

for (const { id, extensions, configuration } of manifest.contributes.languages) {
  const read: Configuration = JSON.parse(readFileSync(inRoot(configuration), 'utf8'));
  test(`${id}: files are known by their ending and have a grammar`, () => {
    assert.deepEqual(extensions, [`.${id}`]);
    assert.ok(manifest.contributes.grammars.some(({ language }) => language === id));
  });
  test(`${id}: a comment is written with #`, () => assert.equal(read.comments.lineComment, '#'));
  test(`${id}: brackets come in pairs`, () => {
    for (const pair of read.brackets) assert.equal(pair.length, 2);
  });
}

const words: [language: 'wikiquery' | 'jql', text: string, ...words: string[]][] = [
  ['wikiquery', 'cmprop=ids|title', 'cmprop', 'ids', 'title'],
  ['wikiquery', 'rcshow=!bot|!anon', 'rcshow', '!bot', '!anon'],
  ['wikiquery', '# @site en-wiki', '@site', 'en-wiki'],
  ['wikiquery', 'rvcontentformat-main=x', 'rvcontentformat-main', 'x'],
  ['wikiquery', 'cmtitle={{cat}}', 'cmtitle', 'cat'],
  ['jql', '# @site my-tracker', '@site', 'my-tracker'],
  ['jql', 'assignee=currentUser()', 'assignee', 'currentUser'],
  ['jql', 'key in (ABC-12,X_1-3)', 'key', 'in', 'ABC-12', 'X_1-3'],
  ['jql', 'created>=-2w', 'created', '-2w'],
  ['jql', 'cf[10010]~"Größe"', 'cf', '10010', 'Größe'],
  ['jql', 'fixVersion = 2.1.3', 'fixVersion', '2.1.3'],
  ['jql', 'reporter = {{who}}', 'reporter', 'who'],
];
for (const [language, text, ...expected] of words) {
  const file = inRoot(`syntaxes/${language}-language-configuration.json`);
  const { wordPattern }: Configuration = JSON.parse(readFileSync(file, 'utf8'));
  const { pattern, flags } =
    typeof wordPattern === 'string' ? { pattern: wordPattern, flags: '' } : wordPattern;
  test(`${language}: words of ${text}`, () => {
    assert.deepEqual(
      Array.from(text.matchAll(new RegExp(pattern, `g${flags}`)), match => match[0]),
      expected,
    );
  });
}
