/** The problems of a query, one line each: the query and the expected codes, each with its place. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JqlKnowledge } from '../../../server/src/jql/catalogue/knowledge.ts';
import { mergeTracker } from '../../../server/src/jql/catalogue/merge-tracker.ts';
import { found, problemsOf, wording } from '../../support/jql-problems.ts';
import { knowledge } from '../../support/jql.ts';
import { rightQueries } from './right-queries.ts';
import { problemMessage } from '#shared/base/text/problem.ts';

const cases: readonly (readonly [query: string, ...codes: string[]])[] = [
  // another language's words
  ['assignee <> anna', '!foreign-syntax@<>'],
  ['status == Open', '!foreign-syntax@=='],
  ['status === Open', '!foreign-syntax@==='],
  ['summary !~= x', '!foreign-syntax@!~='],
  ['status := Open', '!foreign-syntax@:='],
  ['votes => 3', '!foreign-syntax@=>'],
  ['votes =< 3', '!foreign-syntax@=<'],
  ['summary LIKE "x"', '!foreign-syntax@LIKE'],
  ['summary not like "x"', '!foreign-syntax@not like'],
  ['summary contains x', '!foreign-syntax@contains'],
  ['status is not in (Open)', '!foreign-syntax@is not in'],
  ['status not = Open', '!foreign-syntax@not ='],
  ['status ! = Open', '!foreign-syntax@! ='],
  ['project = DEMO ORDERBY created', '!foreign-syntax@ORDERBY'],
  ['project = DEMO SORT BY created', '!foreign-syntax@SORT BY'],
  ['project = DEMO LIMIT 5', '!foreign-syntax@LIMIT 5'],
  ['select * from issues where project = DEMO', '!foreign-syntax@select * from issues where'],
  ['assignee isnull', '!foreign-syntax@isnull'],
  // the grammar
  ['status = Open AND', '!expected@'],
  ['status = Open AND AND type = Bug', '!expected@AND'],
  ['AND status = Open', '!expected@AND'],
  ['status =', '!expected@'],
  ['status', '!expected@'],
  ['labels in (a,)', '!expected@)'],
  ['labels in (a b)', '!expected@b'],
  ['labels in ()', '!empty-list@)'],
  ['order by', '!expected@'],
  ['order created', '!expected@created'],
  ['order by created,', '!expected@'],
  ['status = Open)', '!unexpected@)'],
  ['(status = Open', '!unclosed-parenthesis@('],
  ['labels in (a, b', '!unclosed-parenthesis@('],
  ['labels = "x', '!unclosed-quote@"x'],
  ['labels in (a, "x)', '!unclosed-quote@"x)'],
  ['(labels in (a, "x))', '!unclosed-quote@"x))'],
  ['(labels in (a, "x)', '!unclosed-parenthesis@(', '!unclosed-quote@"x)'],
  ['labels in (a, "x', '!unclosed-parenthesis@(', '!unclosed-quote@"x'],
  ['summary ~ "a\\qb"', '!illegal-escape@\\q'],
  ['status = In Progress', '!reserved-word@In'],
  ['status = To Do', '!reserved-word@To'],
  ['status = Ready for Test', '!unexpected@for'],
  ['group = a', '!reserved-word@group'],
  ['assignee = a@b.org', '!reserved-character@@'],
  ['created > 2024/01/15', '!reserved-character@/'],
  ['status = Open;', '!reserved-character@;'],
  ['status = (Open, Done)', '!operand-shape@(Open, Done)'],
  ['status in Open', '!operand-shape@Open'],
  ['status is Done', '!operand-shape@Done'],
  ['votes > EMPTY', '!operand-shape@EMPTY'],
  ['status = Open by anna', '!predicate-of-operator@by'],
  ['status was Open from Done', '!predicate-of-operator@from'],
  ['project = A status = Open', '!unexpected@status'],
  ['status = Open AND\nlabels = AND type =', '!expected@AND', '!expected@'],
  // what is meant otherwise than written: said once, at its place
  ['Epic Link = A-1', '!unquoted-name@Epic Link'],
  ['type in (Bug, New Feature)', '!unquoted-value@New Feature'],
  ['status in (To Do, In Progress)', '!unquoted-value@To Do', '!unquoted-value@In Progress'],
  ["status = Won't Do AND key = A-1", "!unquoted-value@Won't Do"],
  ["reporter in (O'Brien, anna)", "!unquoted-value@O'Brien"],
  ["assignee isn't empty", "!short-form@isn't"],
  [
    'status: Open AND assignee:currentUser() OR labels:(a, b)',
    '!colon@status:',
    '!colon@assignee:currentUser',
    '!colon@labels:',
  ],
  ['project:LAMP status:Open', '!colon@project:LAMP', '!colon@status:Open'],
  ['text:"error message" ORDER BY key', '!colon@text:'],
  ['key:LAMP-1', '!colon@key:LAMP-1'],
  ['status:= Open AND created:>-1d', 'unknown-field@status:', 'unknown-field@created:'],
  ['QA: Verified by = anna', '!unquoted-name@QA: Verified by'],
  ['severity:High', '!expected@'],
  ['labels = area:ui or type:bug', '!lone-value@type:bug'],
  ['labels in (type:bug area:ui)', '!expected@area:ui'],
  ['status = Open or type:Bug', '!colon@type:Bug'],
  ['summary ~ ""foo bar""', '!unquoted-value@""foo bar""'],
  ['status = Open or Done ORDER BY key', '!lone-value@Done'],
  ['status = Open or assignee', '!expected@'],
  ['project = A OR resolution is Unresolved', '!operand-shape@Unresolved'],
  ['status = Open AND severity is High', 'information:unknown-field@severity', '!operand-shape@High'],
  ['status = Open AND Epic Link = A-1', '!unquoted-name@Epic Link'],
  ['status = Open OR Logged In', '!lone-value@Logged In'],
  ['status = Open, Done', '!values-without-list@Done'],
  ['status in [Open, Done]', '!list-brackets@[Open, Done]'],
  ['status in (Open; Done)', '!separator@;'],
  ['project = ABC, status = Open', '!separator@,'],
  ['key in (A-1 A-2)', '!expected@A-2'],
  ['labels in (a b)', '!expected@b'],
  // names
  ['Sprnt = 5', 'unknown-field@Sprnt'],
  ['asignee = anna', 'unknown-field@asignee'],
  ['assignee = ""', 'word-for-empty@""'],
  ['component != ""', 'word-for-empty@""'],
  ['prioirty = High', 'unknown-field@prioirty'],
  ['Approvers = anna', 'information:unknown-field@Approvers'],
  ['Product = x', 'information:unknown-field@Product'],
  ['"Task Type" = x', 'information:unknown-field@"Task Type"'],
  ['Organization = x', 'information:unknown-field@Organization'],
  ['Label = x', 'information:unknown-field@Label'],
  ['label = x', 'unknown-field@label'],
  ['issue in my_issuesInEpics("a")', 'information:unknown-function@my_issuesInEpics'],
  ['updated >= "-4dummies"', '!bad-date@"-4dummies"'],
  ['updated >= "-10whatever"', '!bad-date@"-10whatever"'],
  ['Colour = red', 'information:unknown-field@Colour'],
  ['"Review State" = open'],
  ['Colour = red OR colour = blue', 'information:unknown-field@Colour'],
  ['order by colour', 'information:unknown-field@colour'],
  ['issue in linkedIsues(A-1)', 'unknown-function@linkedIsues'],
  ['issue in hasLinks()'],
  ['issue in ownerOfTeam()', 'information:unknown-function@ownerOfTeam'],
  ['status changed after startOfFortnight()', 'information:unknown-function@startOfFortnight'],
  // names that are most likely the tracker's own
  ['"DoR Status" = x'],
  ['"Sttus[Dropdown]" = x'],
  ['"\u0421\u0442\u0430\u0442\u0443\u0441" = x'],
  ['d = 1', 'information:unknown-field@d'],
  ['key in workedIssues(-1d)', 'information:unknown-function@workedIssues'],
  ['security = x', 'unknown-field@security'],
  // what apps add
  ['issue in linkedIssuesOf("type = Bug")'],
  ['issueFunction in linkedIssuesOf("type = Bug", blocks)'],
  ['issueFunction in openSprints()', '!function-type@openSprints'],
  ['issueFunction in linkedIssuesOf("type = Bug" "blocks")', '!expected@"blocks"'],
  ['issueFunction in linkedIsuesOf("type = Bug")', 'unknown-function@linkedIsuesOf'],
  ['fixVersion in versionMatch("^1") AND key in testSetTests(A-1)'],
  ['issue in structure("Roadmap") AND asset in aqlFunction("a = b")', 'information:unknown-field@asset'],
  ['issueFunction in linkedIssuesOf(filter = "x")', '!foreign-syntax@filter = "x"'],
  ['issueFunction in epicsOf(type in (Bug, Task)) AND key = A-1', '!foreign-syntax@type in (Bug, Task)'],
  // operators
  ['summary = login', '!operator-of-field@='],
  ['summary != login', '!operator-of-field@!='],
  ['status ~ Open', '!operator-of-field@~'],
  ['assignee > anna', '!operator-of-field@>'],
  ['text !~ x', '!operator-of-field@!~'],
  ['labels was urgent', '!no-history@was'],
  ['issue was "x y"', '!no-history@was'],
  ['summary changed', '!no-history@changed'],
  ['comment is EMPTY', '!field-without-empty@is'],
  ['text ~ EMPTY', '!field-without-empty@EMPTY'],
  ['filter = EMPTY', '!field-without-empty@EMPTY'],
  ['Rank = 5', 'sort-only@Rank'],
  ['votes is not empty'],
  // functions
  ['assignee = membersOf(a)', '!function-list@membersOf(a)'],
  ['sprint = openSprints()', '!function-list@openSprints()'],
  ['assignee in currentUser()', '!function-single@currentUser()'],
  ['created > currentUser()', '!function-type@currentUser'],
  ['"Time to resolution" > breached()', '!function-operator@breached'],
  ['"Time to resolution" > elapsed("4h")'],
  ['"Time to resolution" != breached()'],
  ['assignee = now()', '!function-type@now'],
  ['status changed after currentUser()', '!function-type@currentUser'],
  ['created > now(1)', '!argument-count@(1)'],
  ['assignee in membersOf()', '!argument-count@()'],
  ['assignee in membersOf(a, b)', '!argument-count@(a, b)'],
  ['created > startOfDay("1x")', '!bad-increment@"1x"'],
  ['created > startOfDay("-1 day")', '!bad-increment@"-1 day"'],
  ['issue in updatedBy(anna, soon)', '!bad-date@soon'],
  ['issue in linkedIssues("test query")', '!issue-key@"test query"'],
  ['issue in linkedIssues(10000, blocks)'],
  ['issue in testSetTests("a filter")'],
  ['created > now', 'function-without-parentheses@now'],
  ['assignee = currentUser', 'function-without-parentheses@currentUser'],
  ['labels in (now)'],
  // values
  ['created > yesterday', '!bad-date@yesterday'],
  ['created > 15.01.2024', '!bad-date@15.01.2024'],
  ['created > 2024-02-30', '!bad-date@2024-02-30'],
  ['created > "2024-01-15T10:00:00Z"', '!bad-date@"2024-01-15T10:00:00Z"'],
  ['created in ("2024-01-15", soon)', '!bad-date@soon'],
  ['created > -1y', 'date-unit@-1y'],
  ['created > -1W', 'date-unit@-1W'],
  ['status was Done before someday', '!bad-date@someday'],
  ['votes > many', '!bad-number@many'],
  ['originalEstimate > plenty', '!bad-duration@plenty'],
  ['status changed during (2024-02-01, 2024-01-01)', 'reversed-range@(2024-02-01, 2024-01-01)'],
  ['status changed during (now(), -1d)', 'reversed-range@(now(), -1d)'],
  ['status changed during (startOfDay(), -1h)'],
  ['status changed after 2022-02-01 before 2022-01-01', 'reversed-range@before 2022-01-01'],
  ['status changed before 2022-02-01 after 2022-01-01'],
  ['status was Open after 2022-02-01 before 2022-01-01'],
  ['status changed during (-1w)', '!during-range@(-1w)'],
  ['status changed during -1w', '!during-range@during'],
  ['status changed after ("2024-01-01")'],
  ['status changed on (2024-01-01, soon)', '!bad-date@soon'],
  ['2022-01-02 < updated', '!swapped-sides@2022-01-02 < updated'],
  ['5 = votes', '!swapped-sides@5 = votes'],
  ['"In Progress" = status', '!swapped-sides@"In Progress" = status'],
  ['anna = assignee', 'information:unknown-field@anna'],
  ['severity = priority', 'information:unknown-field@severity'],
  // once, at its place
  ['-status:Open', '!colon@-status:Open'],
  ['is:open', '!foreign-syntax@is:open'],
  ['is:open assignee:anna', '!foreign-syntax@is:open'],
  ['label:bug and -text:x', '!colon@label:bug', '!colon@-text:x'],
  ['created > -7d and < -1d', '!missing-field@< -1d'],
  ['assignee or reporter = anna', '!missing-condition@assignee'],
  ['assignee or reporter is EMPTY', '!missing-condition@assignee'],
  ['(summary, description) ~ "lamp post"', '!missing-condition@summary'],
  ['key = A-1 and (assignee or reporter or creator) in (anna)', '!missing-condition@assignee or reporter'],
  ['assignee = anna or reporter and creator = anna', '!missing-condition@reporter'],
  ['status in ("Open, "Closed")', '!missing-quote@"Open'],
  ['(status in ("Open, "Closed") or key = A-1)', '!missing-quote@"Open'],
  ["assignee = 'anna and status = 'Open'", "!missing-quote@'anna"],
  ['status in Open)', '!unopened-list@Open)'],
  ['key = A-1 and status not in Open, Done) order by key', '!unopened-list@Open, Done)'],
  ['(key = A-1 or status in Open)', '!operand-shape@Open'],
  ['status = Open or In Progress', '!lone-value@In Progress'],
  ['A-1, B-2', '!lone-value@A-1, B-2'],
  ['status = End to End Testing', '!unquoted-value@End to End Testing'],
  ['status != On Hold', '!unquoted-value@On Hold'],
  ['status in (Open or Done or New)', '!separator@or'],
  ['status not changed after -7d', '!foreign-syntax@status not changed'],
  ['sprint in openSprints', '!function-without-parentheses@openSprints'],
  ['status changed by currentUser', 'function-without-parentheses@currentUser'],
  ['created > now - 7d', '!foreign-syntax@now - 7d'],
  ['order by status changed after -1d, key', '!foreign-syntax@changed after -1d'],
  ['order by created desc project = A and key = A-1)', '!foreign-syntax@project'],
  ['"project = A"', '!foreign-syntax@"project = A"'],
  [
    'https://bugs.example.org/issues/?jql=key%20%3D%20A-1',
    '!foreign-syntax@https://bugs.example.org/issues/?jql=key%20%3D%20A-1',
  ],
  ['project = <project>', '!expected@<'],
  ['created > 2024', 'bad-date@2024'],
  ['created > 1704067200000'],
  ['created > 0'],
  ['created > 7d', 'future-date@7d'],
  ['due < 7d'],
  ['assignee in ("currentUser()")', 'function-in-quotes@"currentUser()"'],
  ['created > "now()"', '!bad-date@"now()"'],
  ['labels = "now()"'],
  ['summary ~ "now()"'],
  ['project = `A`', 'look-alike@`A`'],
  ['summary ~ "`a`"'],
  ['project = `A'],
  ['"Approved by" = assignee'],
  ['asignee = reporter', 'unknown-field@asignee'],
  ['"x" in labels', '!swapped-sides@"x" in labels'],
  ['startOfDay() > created', '!foreign-syntax@startOfDay() > created'],
  ['currentUser() AND type = Bug', '!foreign-syntax@currentUser()'],
  ['startOfDay()', '!expected@('],
  ['key = "test query"', '!issue-key@"test query"'],
  ['key in (OCPBUGS-XXXXX, A-1, 10000)', '!issue-key@OCPBUGS-XXXXX'],
  ['labels != None', 'word-for-empty@None'],
  ['assignee = Unassigned', 'word-for-empty@Unassigned'],
  ['assignee in (Unassigned)', 'word-for-empty@Unassigned'],
  ['labels in (None, a)', 'word-for-empty@None'],
  ['labels not in (None, a)', 'word-for-empty@None'],
  ['sprint = None', 'word-for-empty@None'],
  ['assignee is Unassigned', '!word-for-empty@Unassigned'],
  ['fixVersion is not None', '!word-for-empty@None'],
  ['due = None', '!word-for-empty@None'],
  ['due is not None', '!word-for-empty@None'],
  ['parent = none', '!word-for-empty@none'],
  ['due > none', '!bad-date@none'],
  ['created > 2024-02-01 AND created < 2024-01-01', 'empty-range@created < 2024-01-01'],
  ['created < -7d AND status = Open AND created > -1d', 'empty-range@created > -1d'],
  ['created > 2024-01-01 AND created < 2024-02-01'],
  ['created > 2024-02-01 OR created < 2024-01-01'],
  ['project = OR', '!reserved-word@OR'],
  ['project = OR AND type = Bug', '!reserved-word@OR'],
  ['project = OR ORDER BY created', '!reserved-word@OR'],
  ['project in (OR, A)', '!reserved-word@OR'],
  ['project in (A, OR) AND type = Bug', '!reserved-word@OR'],
  ['project in (OR, A, AND)', '!reserved-word@OR', '!reserved-word@AND'],
  ['project not in (NOT)', '!reserved-word@NOT'],
  ['project != NOT', '!reserved-word@NOT'],
  ['issue in linkedIssues(OR)', '!reserved-word@OR'],
  ['votedIssues() AND type = Bug', '!foreign-syntax@votedIssues()'],
  ['issue in openSprints()', '!function-type@openSprints'],
  ['issueLinkType is not EMPTY'],
  ['summary ~ "a\\qb\\qc"', '!illegal-escape@\\q'],
  ['assignee = x AND status IN (Open, In Progress)', '!unquoted-value@In Progress'],
  // order
  ['order by text', '!not-sortable@text'],
  ['order by created, key, CREATED desc', 'duplicate-sort@CREATED desc'],
  ['order by createdDate, created', 'duplicate-sort@created'],
  ['order by cf[1], cf[2], cf[1]', 'duplicate-sort@cf[1]'],
  // text search
  ['summary ~ "two words"', 'hint:phrase@"two words"'],
  ['summary ~ ""', '!empty-text@""'],
  ['summary ~ "AND"', '!lone-boolean@"AND"'],
  ['summary ~ "to be"', 'hint:only-stop-words@"to be"'],
  ['summary ~ "(login"', 'text-special@"(login"'],
  ['summary ~ "a ] b"', 'text-special@"a ] b"'],
  ['summary ~ "*"', 'text-special@"*"'],
  ['summary ~ "[QA] login"', 'information:text-special@"[QA] login"'],
  ['summary ~ "findings -"', 'text-special@"findings -"'],
  ['summary ~ "BAD +"', 'text-special@"BAD +"'],
  // what is empty
  ['labels != urgent', 'hint:empty-left-out@!='],
  ['assignee not in (anna, ben)', 'hint:empty-left-out@not in'],
  ['description !~ crash', 'hint:empty-left-out@!~'],
  ['NOT labels != urgent'],
  ['labels != urgent AND labels IS NOT EMPTY'],
  // look-alikes
  ['status = \u201cIn Progress\u201d', '!look-alike@\u201cIn Progress\u201d'],
  ['status = \u201cDone\u201d', 'look-alike@\u201cDone\u201d'],
  ['status\u00a0= Open', 'look-alike@\u00a0'],
  ['status = Open\u200b', 'look-alike@\u200b'],
  ['created >= \u20137d', 'look-alike@\u2013'],
  ['created >= "\u20137d"', 'look-alike@"\u20137d"'],
  ['project = DEMO\u201312', 'look-alike@\u2013'],
  ['votes \u2265 3', '!look-alike@\u2265'],
  ['summary ~ "\u201cquoted\u201d"'],
];

const onCloud: JqlKnowledge = { ...knowledge, platform: 'cloud' };
const onDataCenter: JqlKnowledge = { ...knowledge, platform: 'datacenter' };
const siteKnowledge: JqlKnowledge = {
  ...knowledge,
  catalogue: mergeTracker(knowledge.catalogue, {
    visibleFieldNames: [
      { value: 'Severity', displayName: 'Severity - cf[1]', cfid: 'cf[1]', operators: ['=', 'in'] },
      { value: 'labels', displayName: 'labels', orderable: 'false', operators: ['=', 'was'] },
    ],
    visibleFunctionNames: [],
    jqlReservedWords: ['zebra', 'select'],
  }),
};
const sites: readonly (readonly [
  site: string,
  knowledge: JqlKnowledge,
  query: string,
  ...codes: string[],
])[] = [
  ['Cloud', onCloud, '"Epic Link" = A-1', 'deprecated-field@"Epic Link"'],
  ['Cloud', onCloud, 'fixVersion ~ "1.*"', '!operator-of-field@~'],
  ['Cloud', onCloud, 'parent is EMPTY'],
  ['Cloud', onCloud, 'assignee was currentUser()'],
  ['Cloud', onCloud, 'issueFunction in hasLinks()'],
  ['Data Center', onDataCenter, 'parent is EMPTY', '!field-without-empty@is'],
  ['Data Center', onDataCenter, 'parent = none', '!issue-key@none'],
  ['Data Center', onDataCenter, 'key ~ A', '!operator-of-field@~'],
  ['Data Center', onDataCenter, 'hierarchyLevel = 1', 'other-platform@hierarchyLevel'],
  ['Data Center', onDataCenter, 'workType = Bug', 'other-platform@workType'],
  ['Data Center', onDataCenter, 'key in linkedWorkItems(A-1)', 'other-platform@linkedWorkItems'],
  ['its own catalogue', siteKnowledge, 'Severity = 1'],
  ['its own catalogue', siteKnowledge, 'anna = assignee', 'swapped-sides@anna = assignee'],
  ['its own catalogue', siteKnowledge, 'severity = priority'],
  ['its own catalogue', siteKnowledge, 'severity > 1', '!operator-of-field@>'],
  ['its own catalogue', siteKnowledge, 'labels was a'],
  ['its own catalogue', siteKnowledge, 'labels = Zebra', 'reserved-word@Zebra'],
  ['its own catalogue', siteKnowledge, 'labels = "Zebra"'],
  ['its own catalogue', siteKnowledge, 'labels = select', '!reserved-word@select'],
  ['its own catalogue', siteKnowledge, 'order by labels', '!not-sortable@labels'],
  ['its own catalogue', siteKnowledge, 'Colour = red', 'unknown-field@Colour'],
  ['its own catalogue', siteKnowledge, 'issue in ownerOfTeam()', 'unknown-function@ownerOfTeam'],
];

describe('a query with faults', () => {
  for (const [query, ...codes] of cases) it(query, () => assert.deepEqual(found(query), codes));
});

describe('a query for a site', () => {
  for (const [site, siteCase, query, ...codes] of sites)
    it(`${query} (${site})`, () => assert.deepEqual(found(query, siteCase), codes));
});

describe('a right query', () => {
  it('is one of 150 or more', () => assert.ok(new Set(rightQueries).size >= 150));
  for (const query of rightQueries)
    it(query, () =>
      assert.deepEqual(
        found(query).filter(each => !each.startsWith('hint:')),
        [],
      ),
    );
});

describe('a variable', () => {
  it('is checked by its value, and what is wrong with it is reported at its use', () => {
    assert.deepEqual(found('@when = someday\ncreated > {{when}}'), ['!bad-date@{{when}}']);
    assert.deepEqual(found('@who = In Progress\nstatus = {{who}}'), ['!reserved-word@{{who}}']);
    assert.deepEqual(found('@who = In Progress\nstatus = "{{who}}"'), []);
  });
  it('that nothing defines is no reason for anything else', () => {
    assert.deepEqual(found('created > {{when}} AND {{field}} = 1'), []);
  });
});

const list = (count: number) =>
  `key in (${Array.from({ length: count }, (_, at) => `A-${at + 1}`).join(',')})`;

it('counts the values of a list', () => {
  assert.deepEqual(problemsOf(list(3000)), []);
  assert.deepEqual(
    problemsOf(list(3001)).map(({ code }) => code),
    ['too-many-operands'],
  );
});

it('words every problem, with nothing left open', () => {
  for (const problem of [...cases, ...sites.map(([, , query]) => [query] as const)].flatMap(([query]) =>
    problemsOf(query),
  )) {
    const told = problemMessage(wording, problem);
    assert.doesNotMatch(told, /[{}]|undefined|^[\w.-]+$/, problem.code);
  }
});
