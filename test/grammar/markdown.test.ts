/** Queries in the fences of Markdown, as our grammars colour them inside a grammar of Markdown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadHostGrammar, tokensOf } from '../support/grammar.ts';

/** As much of Markdown as has fences in it: paragraphs, quotations, and fences of other languages. */
const host = {
  scopeName: 'text.html.markdown',
  patterns: [{ include: '#fence' }, { include: '#quote' }, { include: '#paragraph' }],
  repository: {
    quote: {
      begin: '(?:^|\\G)\\s{0,3}>\\s?',
      while: '(?:^|\\G)\\s{0,3}>\\s?',
      name: 'markup.quote.markdown',
      patterns: [{ include: '#fence' }, { include: '#paragraph' }],
    },
    fence: {
      begin: '(?:^|\\G)\\s*(`{3,}|~{3,})\\s*(\\w*)',
      end: '(?:^|\\G)\\s*\\1\\s*$',
      name: 'markup.other.markdown',
    },
    paragraph: { match: '\\S.*', name: 'meta.paragraph.markdown' },
  },
};

const grammar = await loadHostGrammar(
  'text.html.markdown',
  host,
  {
    'source.jql': 'jql.tmLanguage.json',
    'source.wikiquery': 'wikiquery.tmLanguage.json',
    'markdown.jql.codeblock': 'markdown-jql.tmLanguage.json',
    'markdown.wikiquery.codeblock': 'markdown-wikiquery.tmLanguage.json',
  },
  ['markdown.jql.codeblock', 'markdown.wikiquery.codeblock'],
);

/** Every token as `text:scope`, the innermost scope. */
const scoped = (text: string): string[] =>
  tokensOf(grammar, text).map(({ text: part, scopes }) => `${part.trim()}:${scopes.at(-1)}`);

const field = 'variable.parameter.field.jql';

test('a fence of JQL is JQL, and ends where the fence ends', () => {
  assert.deepEqual(scoped('```jql\nproject = OPS\n```\nproject = OPS'), [
    '```:punctuation.definition.markdown',
    'jql:fenced_code.block.language.markdown',
    `project:${field}`,
    '=:keyword.operator.comparison.jql',
    'OPS:string.unquoted.jql',
    '```:punctuation.definition.markdown',
    'project = OPS:meta.paragraph.markdown',
  ]);
});

test('a fence of a wiki query has its directives and parameters', () => {
  const found = scoped('~~~~ WikiQuery title="Pages"\n# @limit 5\nlist=allpages\n~~~~~\ntext');
  assert(found.includes('WikiQuery:fenced_code.block.language.markdown'));
  assert(found.includes('title="Pages":fenced_code.block.language.attributes.markdown'));
  assert(found.includes('@limit:keyword.other.directive.wikiquery'), found.join('\n'));
  assert.equal(found.at(-1), 'text:meta.paragraph.markdown');
});

test('an unfinished string does not take the end of the fence with it', () => {
  const found = scoped('```jql\nsummary ~ "release\n```\ntext');
  assert.deepEqual(found.slice(-2), ['```:punctuation.definition.markdown', 'text:meta.paragraph.markdown']);
});

test('in a quotation and with an indent', () => {
  assert(scoped('> ```jql\n> project = OPS\n> ```').includes(`project:${field}`));
  assert(scoped('   ```jql\n   project = OPS\n   ```').includes(`project:${field}`));
});

test('a fence of another language stays that', () => {
  for (const other of ['```jqlx\nproject = OPS\n```', '```text\nproject = OPS\n```', '``jql\nproject = OPS'])
    assert(!scoped(other).includes(`project:${field}`), other);
});
