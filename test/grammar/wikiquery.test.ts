import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadGrammar, tokensOf } from '../support/grammar.ts';

const grammar = await loadGrammar('source.wikiquery', 'wikiquery.tmLanguage.json');

/** Every token as `text:scope`, the innermost scope without the language's name. */
const scoped = (text: string): string[] =>
  tokensOf(grammar, text).map(
    ({ text: part, scopes }) => `${part.trim()}:${scopes.at(-1)!.replace('.wikiquery', '')}`,
  );

const cases: [text: string, ...tokens: string[]][] = [
  ['### Members', '###:punctuation.definition.heading', 'Members:markup.heading'],
  ['# a comment', '#:punctuation.definition.comment', 'a comment:comment.line'],
  ['  // a comment', '//:punctuation.definition.comment', 'a comment:comment.line'],
  [
    '# @limit 20',
    '#:punctuation.definition.comment',
    '@limit:keyword.other.directive',
    '20:string.unquoted.directive',
  ],
  [
    '@cat = Category:Physics',
    '@:punctuation.definition.variable',
    'cat:variable.other.definition',
    '=:keyword.operator.assignment',
    'Category:Physics:string.unquoted',
  ],
  ['list=allpages', 'list:keyword.control', '=:keyword.operator.assignment', 'allpages:string.unquoted'],
  ['aplimit = 50', 'aplimit:variable.parameter', '=:keyword.operator.assignment', '50:constant.numeric'],
  ['aplimit=max', 'aplimit:variable.parameter', '=:keyword.operator.assignment', 'max:constant.language'],
  ['redirects', 'redirects:variable.parameter'],
  [
    'apnamespace=0|-1',
    'apnamespace:variable.parameter',
    '=:keyword.operator.assignment',
    '0:constant.numeric',
    '|:punctuation.separator.value',
    '-1:constant.numeric',
  ],
  ['  |title', '|:punctuation.separator.value', 'title:string.unquoted'],
  [
    'rcstart=2024-01-15T14:56:00Z',
    'rcstart:variable.parameter',
    '=:keyword.operator.assignment',
    '2024-01-15T14:56:00Z:constant.numeric.timestamp',
  ],
  [
    'rcshow=!bot',
    'rcshow:variable.parameter',
    '=:keyword.operator.assignment',
    '!:keyword.operator.negation',
    'bot:string.unquoted',
  ],
  [
    'cmtitle={{cat}}',
    'cmtitle:variable.parameter',
    '=:keyword.operator.assignment',
    '{{:punctuation.definition.interpolation.begin',
    'cat:variable.other',
    '}}:punctuation.definition.interpolation.end',
  ],
  [
    'titles={{ members.title }}',
    'titles:variable.parameter',
    '=:keyword.operator.assignment',
    '{{:punctuation.definition.interpolation.begin',
    'members.title:variable.other',
    '}}:punctuation.definition.interpolation.end',
  ],
  [
    'srsearch=\\{{x}}',
    'srsearch:variable.parameter',
    '=:keyword.operator.assignment',
    '\\{{:constant.character.escape',
    'x}}:string.unquoted',
  ],
  ['titles=AT&T', 'titles:variable.parameter', '=:keyword.operator.assignment', 'AT&T:string.unquoted'],
  [
    '?list=allpages&aplimit=5',
    '?:punctuation.separator.query',
    'list:keyword.control',
    '=:keyword.operator.assignment',
    'allpages:string.unquoted',
    '&:punctuation.separator.parameter',
    'aplimit:variable.parameter',
    '=:keyword.operator.assignment',
    '5:constant.numeric',
  ],
  [
    'https://en.wikipedia.org/w/api.php?action=query&titles=A%20B',
    'https://en.wikipedia.org/w/api.php:string.other.link',
    '?:punctuation.separator.query',
    'action:keyword.control',
    '=:keyword.operator.assignment',
    'query:string.unquoted',
    '&:punctuation.separator.parameter',
    'titles:variable.parameter',
    '=:keyword.operator.assignment',
    'A:string.unquoted',
    '%20:constant.character.escape',
    'B:string.unquoted',
  ],
  [
    'api.php?action=query&titles=A%20B',
    'api.php:string.other.link',
    '?:punctuation.separator.query',
    'action:keyword.control',
    '=:keyword.operator.assignment',
    'query:string.unquoted',
    '&:punctuation.separator.parameter',
    'titles:variable.parameter',
    '=:keyword.operator.assignment',
    'A:string.unquoted',
    '%20:constant.character.escape',
    'B:string.unquoted',
  ],
];

for (const [text, ...tokens] of cases) test(`colours ${text}`, () => assert.deepEqual(scoped(text), tokens));
