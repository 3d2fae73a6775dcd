/** The texts are not those of the wiki: none of them is near to any help text of the installed MediaWiki. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import core from '../../../server/catalogue/wiki/texts.json' with { type: 'json' };
import wikimedia from '../../../server/catalogue/wiki/wikimedia-texts.json' with { type: 'json' };
import { source } from '../../support/mediawiki/install.ts';

const data = {
  modules: { ...core.modules, ...wikimedia.modules },
  parameters: { ...core.parameters, ...wikimedia.parameters },
  values: [...Object.entries(core.values), ...Object.entries(wikimedia.values)],
};

/** More than this share of the words of both in common is near. */
const near = 0.6;
/** Fewer words, such as "page title", can hardly be said in another way. */
const fewest = 7;

interface HelpText {
  readonly key: string;
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

const extensions = path.join(source, 'extensions');
const folders = [
  path.join(source, 'includes/api/i18n'),
  ...readdirSync(extensions).flatMap(name => [
    path.join(extensions, name, 'i18n'),
    path.join(extensions, name, 'i18n/api'),
  ]),
];
const helpTexts = folders
  .map(folder => path.join(folder, 'en.json'))
  .filter(file => existsSync(file))
  .flatMap(readHelpTexts);

describe('the wording beside that of the wiki', () => {
  it('is compared with all the help texts of the wiki', () => {
    assert.ok(helpTexts.length > 1_500, `${helpTexts.length} help texts`);
  });

  it('would be found near in a copy, also in a slightly changed one', () => {
    const { text } = helpTexts.find(({ key }) => key === 'apihelp-query-summary') ?? assert.fail();
    assert.notDeepEqual(nearTo('a copy', text), []);
    assert.notDeepEqual(nearTo('changed', 'Only return the categories with at least this many members.'), []);
  });

  it('is its own for every module', () => {
    const summaries = Object.entries(data.modules);
    assert.deepEqual(
      summaries.flatMap(([name, { summary }]) => nearTo(name, summary)),
      [],
    );
  });

  it('is its own for every parameter', () => {
    const summaries = Object.entries(data.parameters);
    assert.deepEqual(
      summaries.flatMap(([key, { summary }]) => nearTo(key, summary)),
      [],
    );
  });

  it('is its own for every value that takes a few words to explain', () => {
    const phrases = data.values.flatMap(([set, values]) =>
      Object.entries(values).map(([value, phrase]) => [`${set}=${value}`, phrase] as const),
    );
    const long = phrases.filter(([, phrase]) => wordsOf(phrase).size >= fewest);
    assert.ok(long.length > 50, `${long.length} phrases`);
    assert.deepEqual(
      long.flatMap(([key, phrase]) => nearTo(key, phrase)),
      [],
    );
  });
});

function readHelpTexts(file: string): readonly HelpText[] {
  const messages: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(messages).flatMap(([key, text]) =>
    key.startsWith('apihelp-') && typeof text === 'string' ? [{ key, text, words: wordsOf(text) }] : [],
  );
}

/** One line for each of the wiki's help texts that one of our texts is near to. */
function nearTo(key: string, text: string): readonly string[] {
  const words = wordsOf(text);
  return helpTexts
    .filter(help => likeness(words, help.words) > near)
    .map(help => `${key}: ${text} | ${help.key}: ${help.text}`);
}

/** The words of a text without its markup. */
function wordsOf(text: string): ReadonlySet<string> {
  const plain = text.replaceAll(/\[\[[^|\]]*\|([^\]]*)\]\]/g, '$1').replaceAll(/<[^>]+>/g, '');
  return new Set(plain.toLowerCase().match(/[\w-]+/g));
}

/** How much two sets of words share, from 0 to 1 (Jaccard). */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter(word => b.has(word)).length;
  return shared === 0 ? 0 : shared / (a.size + b.size - shared);
}
