/** The question to a tracker while a value is typed, and the completions from its response. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeJql } from '../../../server/src/jql/completion/complete-jql.ts';
import { valueQueryAt } from '../../../server/src/jql/completion/value-query.ts';
import { parseJql } from '../../../server/src/jql/syntax/parse-jql.ts';
import { readSuggestions } from '../../../server/src/jql/catalogue/tracker-values.ts';
import type { SuggestedValue } from '../../../server/src/query-file/language/language-service.ts';
import { context, knowledge, viewOf } from '../../support/jql.ts';

function question(marked: string): string {
  const view = viewOf(marked.replace('¦', ''));
  const valueQuery = valueQueryAt(view, parseJql(view.scope), marked.indexOf('¦'), knowledge);
  if (valueQuery === undefined) return '';
  const { field, predicate, typed, versionsOf } = valueQuery;
  return [field, predicate, typed, ...(versionsOf ?? [])].join('|');
}

const questions: readonly [marked: string, asked: string][] = [
  ['assignee = ¦', 'assignee||'],
  ['assignee = ad¦', 'assignee||ad'],
  ['status =¦', 'status||'],
  ['status!=¦', 'status||'],
  ['fixVersion>=¦', 'fixVersion||'],
  ['project in(¦', 'project||'],
  ['summary ~¦', ''],
  ['assignee = ad¦a', 'assignee||ad'],
  ['Assignee in (bo, "Ada L¦', 'assignee||Ada L'],
  ["status was not 'In \\'Pr¦", "status||In 'Pr"],
  ['status was ¦', 'status||'],
  ['fixVersion >= 1.¦', 'fixVersion||1.'],
  ['project = lamp AND fixVersion = ¦', 'fixVersion|||LAMP'],
  ['fixVersion in (1.0, ¦) and project in (LAMP, TIDE)', 'fixVersion|||LAMP|TIDE'],
  ['project = LAMP OR fixVersion = ¦', 'fixVersion||'],
  ['project != LAMP AND affectedVersion = ¦', 'affectedVersion||'],
  ['project in (LAMP, "The Tide") AND fixVersion = ¦', 'fixVersion||'],
  ['project = LAMP AND status = ¦', 'status||'],
  ['status changed by a¦', 'status|by|a'],
  ['status changed from "In¦ Progress" to Done', 'status|from|In'],
  ['status changed to ¦', 'status|to|'],
  ['status changed by (anna, b¦', 'status|by|b'],
  ['status changed from (Open, ¦', 'status|from|'],
  ['status changed during (-7d, ¦', ''],
  ['key in updatedBy(an¦', 'assignee||an'],
  ['fixVersion in releasedVersions(LA¦', 'project||LA'],
  ['key in linkedIssues(A-1, "is b¦', 'issueLinkType||is b'],
  ['assignee in membersOf(¦', ''],
  ['@x = 1\nproject = {{x}} and component = Lo¦', 'component||Lo'],
  ['status changed after ¦', ''],
  ['fixVersion ~ 1¦', ''],
  ['summary ~ lamp¦', ''],
  ['created > ¦', ''],
  ['Nobody = a¦', ''],
  ['assign¦', ''],
  ['assignee ¦', ''],
  ['assignee = ada ¦', ''],
  ['assignee = {{a¦', ''],
  ['assignee = ada # a¦', ''],
  ['# @site a¦', ''],
  ['@who = a¦', ''],
  [`assignee = ${'a'.repeat(200)}¦`, ''],
  ['assignee = "ada\nproject¦', ''],
];
for (const [marked, valueQuery] of questions)
  test(`${JSON.stringify(marked.slice(0, 60))} asks ${valueQuery || 'nothing'}`, () =>
    assert.equal(question(marked), valueQuery));

test('an answer is read: quotes and HTML go, nothing is there twice', () => {
  const suggestions = [
    { value: '"In Progress"', shown: '<b>In</b> Progress' },
    { value: 'ada', shown: '<b>Ada</b> Lovelace - ada@example.org (<i>ada</i>) &amp; Co' },
    { value: '"say \\"no\\""' },
    { value: 'ada', shown: 'again' },
    { value: '', shown: 'nothing' },
    { value: 'x', shown: 'a\u202Eb\nc' },
    { value: 'a\n### b', shown: 'b' },
  ];
  assert.deepEqual(readSuggestions(suggestions), [
    { value: 'In Progress', shown: 'In Progress' },
    { value: 'ada', shown: 'Ada Lovelace - ada@example.org (ada) & Co' },
    { value: 'say "no"', shown: 'say "no"' },
    { value: 'x', shown: 'a\u{FFFD}b c' },
  ]);
});

/** The values that are offered, each as the query that it makes. */
function offered(marked: string, suggested: readonly SuggestedValue[]): readonly [string, string][] {
  const offset = marked.indexOf('¦');
  const text = marked.replace('¦', '');
  const view = viewOf(text);
  return completeJql(view, parseJql(view.scope), offset, knowledge, context, suggested)
    .filter(({ kind }) => kind === 'value')
    .map(({ label, edit: { span, newText } }) => [
      label,
      text.slice(0, span.start) + newText + text.slice(span.end),
    ]);
}

const ada = { value: 'ada', shown: 'Ada Lovelace (ada)' };
test('suggestions are offered by what the tracker shows, and put in by their value, quoted where needed', () => {
  assert.deepEqual(offered('assignee = "Ada L¦', [ada]), [['Ada Lovelace (ada)', 'assignee = ada']]);
  assert.deepEqual(offered('status in (Open, in¦)', [{ value: 'In Review', shown: 'In Review' }]), [
    ['In Review', 'status in (Open, "In Review")'],
  ]);
  assert.deepEqual(offered('assignee =¦', [ada]), [['Ada Lovelace (ada)', 'assignee =ada']]);
  assert.deepEqual(offered('status = ¦', [{ value: 'and', shown: 'and' }]), [['and', 'status = "and"']]);
  assert.deepEqual(offered('status changed by ¦', [ada]), [['Ada Lovelace (ada)', 'status changed by ada']]);
});

test('what is known about a suggestion is beside it', () => {
  const view = viewOf('fixVersion = x');
  const read = readSuggestions([{ value: '2.0', detail: 'unreleased' }]);
  const [first] = completeJql(view, parseJql(view.scope), 14, knowledge, context, read);
  assert.deepEqual([first?.label, first?.detail], ['2.0', 'unreleased']);
  assert(!first?.filter?.startsWith('x'));
});

test('what most trackers have gives way to suggestions, and is there without them', () => {
  assert(offered('status = ¦', []).some(([label]) => label === 'In Progress'));
  assert.equal(offered('status = ¦', [ada]).length, 1);
});

test('a client finds a suggestion by whatever the tracker found it by', () => {
  const view = viewOf('assignee = "mail@exa');
  const [first] = completeJql(view, parseJql(view.scope), 20, knowledge, context, [ada]);
  assert(first?.filter?.startsWith('"mail@exa'));
});
