import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadGrammar, tokensOf } from '../support/grammar.ts';

const grammar = await loadGrammar('source.jql', 'jql.tmLanguage.json');

/** Every token as `text:scope`, the innermost scope without the language's name. */
const scoped = (text: string): string[] =>
  tokensOf(grammar, text).map(
    ({ text: part, scopes }) => `${part.trim()}:${scopes.at(-1)!.replace('.jql', '')}`,
  );

const field = 'variable.parameter.field';
const compare = 'keyword.operator.comparison';
const worded = 'keyword.control.operator';
const logic = 'keyword.control.logical';
const plain = 'string.unquoted';
const cases: [text: string, ...tokens: string[]][] = [
  ['project = OPS', `project:${field}`, `=:${compare}`, `OPS:${plain}`],
  [
    'a = 1 and b != -7d',
    `a:${field}`,
    `=:${compare}`,
    '1:constant.numeric',
    `and:${logic}`,
    `b:${field}`,
    `!=:${compare}`,
    '-7d:constant.numeric',
  ],
  ['key = OPS-12', `key:${field}`, `=:${compare}`, 'OPS-12:constant.other.key'],
  [
    'cf[10001] is empty',
    `cf:${field}`,
    '[:punctuation.definition.brackets',
    '10001:constant.numeric',
    ']:punctuation.definition.brackets',
    `is:${worded}`,
    'empty:constant.language',
  ],
  [
    'status was not in (Open)',
    `status:${field}`,
    `was not in:${worded}`,
    '(:punctuation.section.parens',
    `Open:${plain}`,
    '):punctuation.section.parens',
  ],
  [
    'x changed by y after -1d',
    `x:${field}`,
    `changed:${worded}`,
    'by:keyword.control.predicate',
    `y:${plain}`,
    'after:keyword.control.predicate',
    '-1d:constant.numeric',
  ],
  [
    'assignee = currentUser()',
    `assignee:${field}`,
    `=:${compare}`,
    'currentUser:support.function',
    '(:punctuation.section.parens',
    '):punctuation.section.parens',
  ],
  [
    'order by created DESC',
    'order by:keyword.control.order',
    `created:${plain}`,
    'DESC:keyword.control.order',
  ],
  [
    '!(a ~ b)',
    '!:keyword.operator.logical',
    '(:punctuation.section.parens',
    `a:${field}`,
    `~:${compare}`,
    `b:${plain}`,
    '):punctuation.section.parens',
  ],
  [
    'a = "x\\n\\q"',
    `a:${field}`,
    `=:${compare}`,
    '":string.quoted.double',
    'x:string.quoted.double',
    '\\n:constant.character.escape',
    '\\q:invalid.illegal.escape',
    '":string.quoted.double',
  ],
  ['a = "x # y', `a:${field}`, `=:${compare}`, '":string.quoted.double', 'x # y:string.quoted.double'],
  [
    'a = {{v}} # why',
    `a:${field}`,
    `=:${compare}`,
    '{{:punctuation.definition.interpolation.begin',
    'v:variable.other',
    '}}:punctuation.definition.interpolation.end',
    '#:punctuation.definition.comment',
    'why:comment.line',
  ],
  [
    'a = {{release.Fix versions}}',
    `a:${field}`,
    `=:${compare}`,
    '{{:punctuation.definition.interpolation.begin',
    'release.Fix versions:variable.other',
    '}}:punctuation.definition.interpolation.end',
  ],
  ['### Mine', '###:punctuation.definition.heading', 'Mine:markup.heading'],
  [
    '# @site bugs',
    '#:punctuation.definition.comment',
    '@site:keyword.other.directive',
    'bugs:string.unquoted.directive',
  ],
  [
    '@me = ada',
    '@:punctuation.definition.variable',
    'me:variable.other.definition',
    '=:keyword.operator.assignment',
    `ada:${plain}`,
  ],
  [
    '"Epic Link" in (A-1)',
    '":string.quoted.double',
    'Epic Link:string.quoted.double',
    '":string.quoted.double',
    `in:${worded}`,
    '(:punctuation.section.parens',
    `A-1:${plain}`,
    '):punctuation.section.parens',
  ],
];
for (const [text, ...tokens] of cases) test(`colours ${text}`, () => assert.deepEqual(scoped(text), tokens));

test('a line with ### ends a quote that was left open', () => {
  assert.ok(scoped('a = "x\n### B\nb = 1').includes('B:markup.heading'));
});
