/** The completions at a cursor, `¦`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeJql } from '../../../server/src/jql/completion/complete-jql.ts';
import type { JqlKnowledge } from '../../../server/src/jql/catalogue/knowledge.ts';
import { parseJql } from '../../../server/src/jql/syntax/parse-jql.ts';
import { offeredColumns } from '../../../server/src/jql/jql-columns.ts';
import { queryOf } from '../../support/run-doors.ts';
import { mergeTracker } from '../../../server/src/jql/catalogue/merge-tracker.ts';
import { withoutPlaceholders } from '#shared/base/text/completion-text.ts';
import type { Completion } from '../../../server/src/query-file/language/language-service.ts';
import { QueryBlock } from '../../../server/src/query-file/block.ts';
import { Scope } from '../../../server/src/query-file/scope.ts';
import { wordsOfJql } from '../../../server/src/jql/used-words.ts';
import { WordCounts } from '../../../server/src/query-file/language/query-words.ts';
import { knowledge, viewOf } from '../../support/jql.ts';
import { context } from '../../support/wiki.ts';

/** A query with `¦` where the cursor is. */
function offered(
  marked: string,
  siteKnowledge: JqlKnowledge = knowledge,
): { text: string; items: readonly Completion[] } {
  const offset = marked.indexOf('¦');
  const text = marked.replace('¦', '');
  const block = new QueryBlock(text);
  const view = { block, scope: new Scope(block) };
  return { text, items: completeJql(view, parseJql(view.scope), offset, siteKnowledge, context) };
}
const labels = (marked: string): string[] => offered(marked).items.map(({ label }) => label);

function accepted(marked: string, label: string): string {
  const { text, items } = offered(marked);
  const item = items.find(each => each.label === label);
  assert.ok(item, `${label} is not offered among ${items.length}`);
  const { span, newText } = item.edit;
  return (
    text.slice(0, span.start) + (item.snippet ? withoutPlaceholders(newText) : newText) + text.slice(span.end)
  );
}

/** The words of other queries in the workspace. */
function wordsOf(...queries: readonly string[]): WordCounts {
  const counts = new WordCounts();
  for (const text of queries) {
    const view = viewOf(text);
    for (const word of wordsOfJql(parseJql(view.scope), text)) counts.add(word);
  }
  return counts;
}

/** Returns the completions in a workspace with other queries, by rank. */
function besides(
  marked: string,
  others: readonly string[],
  siteKnowledge: JqlKnowledge = knowledge,
): string[] {
  const view = viewOf(marked.replace('¦', ''));
  const beside = { ...context, otherWords: () => wordsOf(...others) };
  return completeJql(view, parseJql(view.scope), marked.indexOf('¦'), siteKnowledge, beside)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ label }) => label);
}

const workspace = [
  'project = LAMP and "Team Lead" = anna and summary ~ bulb',
  'project in (LAMP, SHADE) and location in pickedBy(anna) order by "Team Lead"',
  'status was Glowing and created > -3d and priority = {{most}}',
];
const fromWorkspace: [marked: string, first: string[]][] = [
  ['project = ¦', ['LAMP', 'SHADE', 'EMPTY']],
  ['"team lead" = ¦', ['anna']],
  ['status = ¦', ['Glowing']],
  ['location in ¦', ['( )', 'pickedBy()']],
];
for (const [marked, first] of fromWorkspace)
  test(`${marked} offers what other queries of the workspace have`, () =>
    assert.deepEqual(besides(marked, workspace).slice(0, first.length), first));

test('functions come before a list where a field takes nothing else', () => {
  assert.notEqual(besides('issueFunction in ¦', [])[0], '( )');
  assert.equal(besides('sprint in ¦', [])[0], '( )');
});

test('a field that only other queries of the workspace have is among the first', () => {
  for (const marked of ['¦', 'order by ¦'])
    assert(besides(marked, workspace).slice(0, 8).includes('Team Lead'), marked);
});

test('of the other queries of the workspace no text, no date and no variable is offered', () => {
  assert.deepEqual(besides('summary ~ ¦', workspace), besides('summary ~ ¦', []));
  assert.deepEqual(besides('created > ¦', workspace), besides('created > ¦', []));
  assert.deepEqual(besides('priority = ¦', workspace), besides('priority = ¦', []));
});

test('what other queries of the workspace have is not offered where the tracker has named all it has', () => {
  const complete = { ...knowledge, catalogue: { ...knowledge.catalogue, complete: true } };
  assert(!besides('¦', workspace, complete).includes('Team Lead'));
  assert(!besides('location in ¦', workspace, complete).includes('pickedBy()'));
  assert(!besides('issueFunction in ¦', [], complete).includes('linkedIssuesOf()'));
});

const puts: [marked: string, label: string, expected: string][] = [
  ['ass¦', 'assignee', 'assignee'],
  ['a = 1 AND na¦me', 'Epic Name', 'a = 1 AND "Epic Name"'],
  ['"epic n¦', 'Epic Name', '"Epic Name"'],
  ['status ¦', 'WAS NOT IN', 'status WAS NOT IN'],
  ['status ¦', 'IS EMPTY', 'status IS EMPTY'],
  ['summary !¦', '!~', 'summary !~'],
  ['status = ¦', 'In Progress', 'status = "In Progress"'],
  ['resolution = ¦', 'Fixed', 'resolution = Fixed'],
  ['assignee is ¦', 'NULL', 'assignee is NULL'],
  ['issueFunction in li¦', 'linkedIssuesOf()', 'issueFunction in linkedIssuesOf("query")'],
  ['comment ~ cu¦', 'currentUser()', 'comment ~ currentUser()'],
  ['key in te¦', 'testSetTests()', 'key in testSetTests("issueKey")'],
  ['status in (Open, ¦)', 'Done', 'status in (Open, Done)'],
  ['status in ¦', '( )', 'status in ()'],
  ['assignee = c¦', 'currentUser()', 'assignee = currentUser()'],
  ['assignee in ¦', 'membersOf()', 'assignee in membersOf("group")'],
  ['created >= ¦', '-7d', 'created >= -7d'],
  ['created >= ¦', 'startOfWeek()', 'created >= startOfWeek()'],
  ['status was ¦', 'NOT', 'status was NOT'],
  ['status changed ¦', 'AFTER', 'status changed AFTER'],
  ['status changed after ¦', '-7d', 'status changed after -7d'],
  ['a = 1 ¦', 'ORDER BY', 'a = 1 ORDER BY'],
  ['order ¦', 'BY', 'order BY'],
  ['order by cre¦', 'created', 'order by created'],
  ['order by created ¦', 'DESC', 'order by created DESC'],
  ['a not ¦', 'IN', 'a not IN'],
  ['a = b&¦&', 'AND', 'a = b AND'],
  ['created > -3¦', '-3w', 'created > -3w'],
  ['created > "-3¦', '-3h', 'created > -3h'],
  ['due <= +3¦', '+3d', 'due <= "+3d"'],
  ['due <= 3¦', '3w', 'due <= 3w'],
  ['timespent > 4¦', '4h', 'timespent > 4h'],
  ['created > startOfWeek(¦', '-1', 'created > startOfWeek(-1'],
  ['created > startOfWeek(¦)', '+1M', 'created > startOfWeek("+1M")'],
  ['created > startOfDay("-¦")', '-1w', 'created > startOfDay(-1w)'],
  ['created > startOfDay(-2¦)', '-2M', 'created > startOfDay(-2M)'],
  ['key in linkedIssues(A-1, ¦)', 'is blocked by', 'key in linkedIssues(A-1, "is blocked by")'],
  ['key in linkedIssues(A-1, "is b¦', 'is blocked by', 'key in linkedIssues(A-1, "is blocked by"'],
  ['assignee in membersOf(¦', 'jira-administrators', 'assignee in membersOf(jira-administrators'],
  ['epic l¦', 'Epic Link', '"Epic Link"'],
  ['a = 1 and epic  li¦nk = A-1', 'Epic Link', 'a = 1 and "Epic Link" = A-1'],
  ['story ¦', 'Story Points', '"Story Points"'],
  ['order by customer request t¦', 'Customer Request Type', 'order by "Customer Request Type"'],
  ['status changed during (-7d, ¦)', 'now()', 'status changed during (-7d, now())'],
];
for (const [marked, label, expected] of puts) {
  test(`${marked} takes ${label}`, () => assert.equal(accepted(marked, label), expected));
}

const lists: [marked: string, has: string[], hasNot: string[]][] = [
  ['¦', ['project', 'NOT', 'ORDER BY', 'My open issues', '# @site'], ['AND', 'EMPTY']],
  ['a = 1 and ¦', ['project', 'NOT'], ['ORDER BY', 'AND']],
  ['(a = 1 ¦', ['AND', 'OR'], ['ORDER BY']],
  ['a = 1 ¦', ['AND', 'OR', 'ORDER BY'], ['AFTER', 'project']],
  ['summary ¦', ['~', '!~'], ['IN', 'WAS']],
  ['assignee is ¦', ['EMPTY', 'NOT EMPTY'], ['currentUser()']],
  ['assignee is not ¦', ['EMPTY'], ['NOT EMPTY']],
  ['assignee was x ¦', ['AFTER', 'BY', 'AND'], ['FROM', 'TO']],
  ['due = ¦', ['now()', '-7d'], ['currentUser()']],
  ['assignee = ¦', ['currentUser()', 'EMPTY'], ['now()', 'membersOf()']],
  ['created > ¦', ['-1d', '-7d', '2024-03-15'], ['1d', '1w', '1h']],
  ['due <= ¦', ['-1d', '1d', '1w', 'endOfWeek()', 'endOfMonth()'], []],
  ['timespent > ¦', ['1h', '1d', '1w'], ['-1d']],
  ['timespent > 30¦', ['30m', '30h'], []],
  ['created > -3¦', ['-3d', '-3w', '-3h', '-3m', '-30d'], ['-3M', '-3y']],
  ['created > 2024¦', ['2024-03-15'], ['2024d']],
  ['created > startOfWeek(¦', ['-1', '-1w', '-1d', '+1M'], ['-7d', '2024-03-15']],
  ['created > now(¦', [], ['-1', '-1d']],
  ['key in updatedBy(anna, ¦', ['-7d', '2024-03-15'], ['-1']],
  ['key in updatedBy(anna, -7d, -1d, ¦', [], ['-7d']],
  ['"Time to resolution" = remaining(¦', ['1h', '1d'], ['-7d']],
  ['project in projectsWhereUserHasRole(¦', ['Developers'], ['Browse Projects']],
  ['status changed during (¦', ['-7d', 'now()'], ['Done', 'EMPTY']],
  ['status was Done during (-7d, ¦', ['-1d', 'startOfDay()'], ['Done']],
  ['status changed by (¦', ['currentUser()'], ['Done', '-7d']],
  ['status changed by (anna, ¦', ['currentUser()'], ['Done', '-7d']],
  ['status changed from (¦', ['Done'], ['currentUser()', '-7d']],
  ['status changed from (Open) to (Done, ¦', ['Closed'], ['currentUser()']],
  ['status was in (¦', ['Done', 'Open'], []],
  ['"Time to resolution" > ¦', ['elapsed()', 'remaining()'], ['breached()', 'now()']],
  ['"Time to resolution" = ¦', ['elapsed()', 'breached()'], ['now()']],
  ['fixVersion > ¦', [], ['latestReleasedVersion()', 'releasedVersions()']],
  ['fixVersion = ¦', ['latestReleasedVersion()'], ['releasedVersions()']],
  ['fixVersion in ¦', ['latestReleasedVersion()', 'releasedVersions()'], []],
  ['assignee was ¦', ['EMPTY', 'IN', 'currentUser()'], ['membersOf()']],
  ['assignee in (¦', ['currentUser()', 'membersOf()'], []],
  ['assignee was in ¦', ['membersOf()'], ['currentUser()']],
  ['epic l¦', ['Epic Link'], ['Epic Name', 'epic l']],
  ['epic\nl¦', [], ['Epic Link']],
  ['a = epic l¦', [], ['Epic Link']],
  ['"epic" l¦', [], ['Epic Link']],
  ['a = 1 # epic l¦', [], ['Epic Link']],
  ['cf[¦', [], ['project', 'AND']],
  ['Nobody > ¦', ['now()'], ['approved()', 'currentUser()']],
  ['cf[10010] = ¦', ['EMPTY', 'currentUser()', 'now()'], []],
  ['order by a desc ¦', [], ['ASC', 'AND']],
  ['a = "x ¦', [], ['AND', 'project']],
  ['a = 1 # why ¦', [], ['AND']],
  ['a = b c ¦', [], ['AND', 'project']],
  ['f(¦', [], ['project', 'AND']],
];
for (const [marked, has, hasNot] of lists) {
  test(`${marked} offers ${has.join(', ') || 'nothing of that'}, not ${hasNot.join(', ')}`, () => {
    const offeredLabels = new Set(labels(marked));
    assert.deepEqual(
      has.filter(label => !offeredLabels.has(label)),
      [],
    );
    assert.deepEqual(
      hasNot.filter(label => offeredLabels.has(label)),
      [],
    );
  });
}

test('a field is found by any word of its name', () => {
  const item = offered('¦').items.find(({ label }) => label === 'Epic Name');
  assert.match(item!.filter!, /(^| )name( |$)/);
});

const itemNamed = (marked: string, label: string): Completion | undefined =>
  offered(marked).items.find(each => each.label === label);
const changing = (marked: string): boolean => offered(marked).items.some(({ changes }) => changes);
const ranks = (marked: string): string[] =>
  offered(marked)
    .items.toSorted((a, b) => a.rank - b.rank)
    .map(({ label }) => label);

test('a function of an unknown field comes after everything else, one of a product last', () => {
  const list = ranks('Nobody = ¦');
  const at = (label: string): number => list.indexOf(label);
  assert.ok(at('EMPTY') < at('currentUser()') && at('currentUser()') < at('approved()'), list.join(' '));
});

test('what is offered for a number tells the date that comes of it', () => {
  assert.match(itemNamed('created > -3¦', '-3h')!.detail!, /^Friday, 15 March 2024, \d/);
  assert.match(itemNamed('created > startOfWeek(¦', '-1')!.detail!, /^Monday, 4 March 2024, 00:00:00/);
  assert.match(itemNamed('created > startOfWeek(-2¦', '-2')!.detail!, /^Monday, 26 February 2024, 00:00:00/);
  assert.match(itemNamed('created > startOfWeek(-2¦', '-2d')!.detail!, /^Saturday, 9 March 2024, 00:00:00/);
});

test('the own unit of a function comes first', () => {
  assert.deepEqual(ranks('created > startOfMonth(-3¦').slice(0, 3), ['-3', '-3M', '-3d']);
});

test('a list with numbers is asked for again with the next digit, another one is not', () => {
  assert.deepEqual(['created > ¦', 'timespent > ¦', 'a > startOfDay(¦', 'status = ¦'].map(changing), [
    true,
    true,
    true,
    false,
  ]);
});

test('what is begun in quotes is matched in quotes', () => {
  assert.equal(itemNamed('created > "-3¦', '-3d')?.filter, '"-3d');
  assert.ok(itemNamed('status = "Op¦', 'Open')!.filter!.startsWith('"Open'));
  assert.ok(itemNamed("'Ep¦", 'Epic Link')!.filter!.startsWith("'Epic Link"));
});

test('the fields that people use most come first, those that the query has already later', () => {
  const fields = offered('¦')
    .items.filter(({ kind }) => kind === 'field')
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ label }) => label);
  assert.deepEqual(fields.slice(0, 3), ['project', 'status', 'assignee']);
  assert(fields.indexOf('voter') < fields.indexOf('worklogComment'));
  assert.equal(ranks('project = A and ¦')[0], 'status');
  assert.deepEqual(new Set(ranks('order by ¦').slice(0, 2)), new Set(['created', 'updated']));
});

test('a field is offered by every name that people use', () => {
  const names = offered('¦').items.filter(({ subject }) => subject?.['name'] === 'issueKey');
  const shown = new Set(names.map(({ label }) => label));
  for (const name of ['issue', 'key', 'issueKey']) assert(shown.has(name), name);
  assert.equal(itemNamed('is¦', 'issuetype')?.edit.newText, 'issuetype');
});

test('after an operator for text a pair of quotes comes first', () => {
  assert.equal(ranks('summary ~ ¦')[0], '" "');
  assert(!ranks('status = ¦').includes('" "'));
});

test('operators and values come in the order of their use', () => {
  assert.equal(ranks('summary ¦')[0], '~');
  assert.equal(ranks('sprint ¦')[0], 'IN');
  assert.equal(ranks('resolution = ¦')[0], 'Unresolved');
});

test('nothing in the list of fields is common that is not a field', () => {
  const { search, sort } = knowledge.catalogue.common;
  const names = new Set(knowledge.catalogue.fields.map(({ name }) => name));
  assert.deepEqual(
    [...search, ...sort].filter(name => !names.has(name)),
    [],
  );
  assert.deepEqual(
    sort.filter(name => knowledge.catalogue.field(name)?.orderable !== true),
    [],
  );
});

const told: JqlKnowledge = {
  ...knowledge,
  catalogue: mergeTracker(knowledge.catalogue, {
    visibleFieldNames: [
      {
        value: 'Severity',
        displayName: 'Severity - cf[10010]',
        cfid: 'cf[10010]',
        operators: ['=', 'in', 'is'],
        types: ['com.atlassian.jira.issue.customfields.option.Option'],
      },
    ],
    visibleFunctionNames: [],
    jqlReservedWords: [],
  }),
};
for (const [marked, whole] of [
  ['cf[¦', 'cf[10010'],
  ['a = 1 and cf[1¦] = 5', 'a = 1 and cf[10010] = 5'],
  ['order by cf[¦]', 'order by cf[10010]'],
] as const)
  test(`${marked} offers the numbers that the tracker told, with the names of their fields`, () => {
    const { text, items } = offered(marked, told);
    const { label, detail, edit } = items[0]!;
    assert.deepEqual([items.length, label, detail], [1, '10010', 'Severity']);
    assert.equal(text.slice(0, edit.span.start) + edit.newText + text.slice(edit.span.end), whole);
  });

/** A field as a tracker describes it. */
const storyPoints = (number: number) => ({
  value: `cf[${number}]`,
  displayName: `Story Points - cf[${number}]`,
  cfid: `cf[${number}]`,
  operators: ['='],
  types: ['java.lang.Number'],
});

test('columns of several fields of one name are offered by their ids', () => {
  const catalogue = mergeTracker(knowledge.catalogue, {
    visibleFieldNames: [storyPoints(10016), storyPoints(10024)],
    visibleFunctionNames: [],
    jqlReservedWords: [],
  });
  const { view } = queryOf({ languageId: 'jql', text: 'project = A' });
  const names = offeredColumns(view.scope, { ...knowledge, catalogue }).map(({ name }) => name);
  assert.deepEqual(
    names.filter(name => name.startsWith('Story Points')),
    ['Story Points (customfield_10016)', 'Story Points (customfield_10024)'],
  );
});

test('after a number come the operators of its field', () => {
  const operators = offered('cf[10010] ¦', told).items.map(({ label }) => label);
  assert.deepEqual(operators, ['=', 'IN', 'IS EMPTY']);
});

test('values are offered directly after a sign as well as longer operators', () => {
  assert(labels('status=¦').includes('Open'));
  assert(labels('status=¦').includes('!='));
  assert.equal(accepted('status=¦', 'In Progress'), 'status="In Progress"');
  assert(labels('summary~¦').some(label => label.includes('"')));
});

test('a field is found by the name that people think it has', () => {
  const level = offered('security¦').items.find(({ label }) => label === 'level');
  assert.match(level?.filter ?? '', /security/);
});
