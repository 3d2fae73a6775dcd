/** Mistakes that are many errors of the grammar and one thought: each reported once, with what is meant. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JqlKnowledge } from '../../../server/src/jql/catalogue/knowledge.ts';
import { mergeTracker } from '../../../server/src/jql/catalogue/merge-tracker.ts';
import { type Problem, problemMessage } from '#shared/base/text/problem.ts';
import { edited, fixes, found, problemsOf, wording } from '../../support/jql-problems.ts';
import { knowledge } from '../../support/jql.ts';

const mistakes: Readonly<Record<string, readonly (readonly [query: string, after: string])[]>> = {
  'a sprint': [
    ['sprint = current AND project = A', 'sprint in openSprints() AND project = A'],
    ['project = A AND sprint = current sprint', 'project = A AND sprint in openSprints()'],
    ['sprint in (current)', 'sprint in openSprints()'],
    ['Sprint != CURRENT', 'sprint not in openSprints()'],
  ],
  'a date': [
    ['created > now() - 7d', 'created > -7d'],
    ['created > now()-7d AND status = Open', 'created > -7d AND status = Open'],
    ['due < now() + 2w', 'due < 2w'],
    ['created > -7 d', 'created > -7d'],
    ['created > 7 days ago', 'created > -7d'],
    ['created > last 7 days', 'created > -7d'],
    ['created in last 2 weeks', 'created >= -2w'],
    ['created > startOfDay() - 1d', 'created > startOfDay(-1d)'],
    ['created > endOfMonth() + 1M', 'created > endOfMonth(1M)'],
    ['created > now(-7d)', 'created > -7d'],
    ['created > now("-7 days")', 'created > -7d'],
    ['created > "01-15-2024"', 'created > "2024-01-15"'],
    ['created > "31/12/2024"', 'created > "2024-12-31"'],
    ['created > "Jan 15 2024"', 'created > "2024-01-15"'],
    ['created > "15/Jan/24"', 'created > "2024-01-15"'],
    ['created > "5 March 2024"', 'created > "2024-03-05"'],
    ['created during (-7d, now())', 'created >= -7d AND created <= now()'],
    ['status changed after -7d and before -1d', 'status changed after -7d before -1d'],
    ['created > 31-12-2024', 'created > 2024-12-31'],
    ['created > 15/01/2024', 'created > "2024-01-15"'],
    ['created > 2/2/2024', 'created > "2024-02-02"'],
    ['created between 2024-01-01 and 2024-02-01', 'created >= 2024-01-01 AND created <= 2024-02-01'],
    [
      'created between 2024-01-01 and 2024-02-01 AND status = Open',
      'created >= 2024-01-01 AND created <= 2024-02-01 AND status = Open',
    ],
    [
      'NOT created between 2024-01-01 and 2024-02-01',
      'NOT (created >= 2024-01-01 AND created <= 2024-02-01)',
    ],
    ['created between (-2w, now())', 'created >= -2w AND created <= now()'],
    ['created between 01/15/2024 and "2024-02-01"', 'created >= "2024-01-15" AND created <= "2024-02-01"'],
    ['created after -7d', 'created > -7d'],
    ['created before 2024-01-01', 'created < 2024-01-01'],
    ['created since 2024-01-01', 'created >= 2024-01-01'],
    ['created is after 2024-01-01', 'created > 2024-01-01'],
    ['due on 2024-01-01', 'due = 2024-01-01'],
    ['created on 2024-01-01', 'created >= 2024-01-01 AND created <= "2024-01-01 23:59"'],
    ['status changed during 2024-01-01 and 2024-02-01', 'status changed during (2024-01-01, 2024-02-01)'],
    [
      'status changed during 2024-01-01 and 2024-02-01 AND key = A-1',
      'status changed during (2024-01-01, 2024-02-01) AND key = A-1',
    ],
    ['status changed during (-2w and -1w)', 'status changed during (-2w, -1w)'],
    ['status changed between -2w and -1w by anna', 'status changed during (-2w, -1w) by anna'],
    ['status changed after 2 weeks ago', 'status changed after -2w'],
    ['status changed during (-2 w, now())', 'status changed during (-2w, now())'],
    ['status changed BEFORE now() - 1d by anna', 'status changed BEFORE -1d by anna'],
    ['created > last week', 'created > startOfWeek(-1w)'],
    ['created > "last week"', 'created > startOfWeek(-1w)'],
    ['created = last month', 'created >= startOfMonth(-1M) AND created < startOfMonth()'],
    ['status was Done between -7d and -1d', 'status was Done during (-7d, -1d)'],
    ['status was not Done between -7d and -1d', 'status was not Done during (-7d, -1d)'],
    ['status changed to Done between -7d and -1d', 'status changed to Done during (-7d, -1d)'],
    ['status was Done since -7d', 'status was Done after -7d'],
    ['status changed to Done since 2024-01-01', 'status changed to Done after 2024-01-01'],
    ['status was Done in last 7d', 'status was Done after -7d'],
    ['status changed to "On Hold" in the last 2 weeks', 'status changed to "On Hold" after -2w'],
    ['status was Done last week', 'status was Done during (startOfWeek(-1w), startOfWeek())'],
    [
      'status changed from Open to Done this month AND key = A-1',
      'status changed from Open to Done during (startOfMonth(), startOfMonth(1M)) AND key = A-1',
    ],
    ['status changed to Done today', 'status changed to Done after startOfDay()'],
    ['status was Done before last week', 'status was Done before startOfWeek(-1w)'],
    ['status changed to Done yesterday', 'status changed to Done during (startOfDay(-1d), startOfDay())'],
    ['created in this week', 'created >= startOfWeek() AND created < startOfWeek(1w)'],
    ['created older than 30d', 'created < -30d'],
    ['updated is newer than 2 weeks AND key = A-1', 'updated > -2w AND key = A-1'],
    ['created newer than -7d', 'created > -7d'],
    ['created older than 30 days ago', 'created < -30d'],
    ['updated in the last -7d', 'updated >= -7d'],
    ['created newer than 2024-01-01', 'created > 2024-01-01'],
    ['created is earlier than 2024-01-01', 'created < 2024-01-01'],
    ['updated in the last 7 days', 'updated >= -7d'],
    ['updated in the past 7 days', 'updated >= -7d'],
    ['updated within last 7 days', 'updated >= -7d'],
    ['updated within the last 7 days', 'updated >= -7d'],
    ['resolved within 7d', 'resolved >= -7d'],
  ],
  'an order': [
    ['ORDER BY priority DESC and created ASC', 'ORDER BY priority DESC, created ASC'],
    ['ORDER BY created descending', 'ORDER BY created DESC'],
    ['ORDER BY created ascending, key', 'ORDER BY created ASC, key'],
    ['ORDER BY created, desc', 'ORDER BY created desc'],
    ['sort by created', 'ORDER BY created'],
    ['orderby created desc', 'ORDER BY created desc'],
    ['key = A-1 sort by created', 'key = A-1 ORDER BY created'],
    [
      'key = A-1 ORDER BY created DESC AND status = Open',
      'key = A-1 AND status = Open ORDER BY created DESC',
    ],
    [
      'key = A-1 OR key = A-2 ORDER BY created AND status = Open',
      '(key = A-1 OR key = A-2) AND status = Open ORDER BY created',
    ],
    ['ORDER BY created DESC and status = Open', 'status = Open ORDER BY created DESC'],
    ['key = A-1 ORDER BY created where status = Open', 'key = A-1 AND status = Open ORDER BY created'],
    ['(ORDER BY created DESC) AND project = A', 'project = A ORDER BY created DESC'],
    ['key = A-1 AND (ORDER BY created)', 'key = A-1 ORDER BY created'],
    [
      '(assignee = "User" ORDER BY updated DESC) AND project = "AI"',
      '(assignee = "User") AND project = "AI" ORDER BY updated DESC',
    ],
    ['(status = Open or votes > 3 order by key)', 'status = Open or votes > 3 order by key'],
    ['( order by created, key )', 'order by created, key'],
    ['key = A-1 and (ORDER BY created) and status = Open', 'key = A-1 and status = Open ORDER BY created'],
  ],
  'an operator': [
    ['assignee not null', 'assignee is not EMPTY'],
    ['assignee NOT EMPTY AND key = A-1', 'assignee is not EMPTY AND key = A-1'],
    ['assignee not is empty', 'assignee is not EMPTY'],
    ['assignee !is empty', 'assignee is not EMPTY'],
    ['votes > = 3', 'votes >= 3'],
    ['project =! ABC', 'project != ABC'],
    ['labels contains x', 'labels = x'],
    ['labels not contains x', 'labels != x'],
    ['project like x', 'project = x'],
    ['summary contains x', 'summary ~ x'],
    ['summary is "x"', 'summary ~ "x"'],
    ['summary is not "x"', 'summary !~ "x"'],
    ['status is Open', 'status = Open'],
    ['status is In Progress AND key = A-1', 'status = "In Progress" AND key = A-1'],
    ['status is not in review', 'status != "In Review"'],
    ['status not Done', 'status != Done'],
    ['status not "In Progress" AND key = A-1', 'status != "In Progress" AND key = A-1'],
    ['status not (Open, Done)', 'status not in (Open, Done)'],
    ['status not equals Done', 'status != Done'],
    ['status is equal Done', 'status = Done'],
    ['votes is above 5', 'votes > 5'],
    ['votes exceeds 5', 'votes > 5'],
    ['votes more than 5', 'votes > 5'],
    ['votes is fewer than 5', 'votes < 5'],
    ['votes is at least 5', 'votes >= 5'],
    ['votes at most 5', 'votes <= 5'],
    ['votes greater than or equal to 5', 'votes >= 5'],
    ['votes less than or equal to 5', 'votes <= 5'],
    ['priority is higher than Medium', 'priority > Medium'],
    ['priority below Medium', 'priority < Medium'],
  ],
  'a field': [
    ['watchers = currentUser()', 'watcher = currentUser()'],
    ['watchers in (anna)', 'watcher in (anna)'],
    ['votes != anna', 'voter != anna'],
  ],
  'a quote inside quotes': [
    ["status = 'it's'", 'status = "it\'s"'],
    ["summary ~ 'don't panic' AND status = Open", 'summary ~ "don\'t panic" AND status = Open'],
    ["summary ~ 'users' guide' and key = A-1", 'summary ~ "users\' guide" and key = A-1'],
    ['summary ~ "say "hello" now"', String.raw`summary ~ "say \"hello\" now"`],
    ["labels = 'say \"it's\"'", String.raw`labels = 'say "it\'s"'`],
    ['labels = "5"x"', String.raw`labels = "5\"x"`],
    ["status in ('Won't Do', Done)", 'status in ("Won\'t Do", Done)'],
    ["(status = 'it's' OR key = A-1) AND type = Bug", '(status = "it\'s" OR key = A-1) AND type = Bug'],
    ["status changed to 'Won't Do' by anna", 'status changed to "Won\'t Do" by anna'],
    ["'Bob's field' = 3", '"Bob\'s field" = 3'],
    ["assignee in membersOf('Bob's team')", 'assignee in membersOf("Bob\'s team")'],
    ["assignee in membersOf(O'Brien)", 'assignee in membersOf("O\'Brien")'],
    ["(status = Open OR reporter = O'Brien)", '(status = Open OR reporter = "O\'Brien")'],
  ],
  'something of the file': [
    ['@limit 5\nkey = A-1', '# @limit 5\nkey = A-1'],
    ['@p = ABC\nproject = ${p}', '@p = ABC\nproject = {{p}}'],
    ['@p = ABC\nproject = @p', '@p = ABC\nproject = {{p}}'],
    ['@p = ABC\nproject = {p}', '@p = ABC\nproject = {{p}}'],
    ['@p = ABC\nproject = {{p}', '@p = ABC\nproject = {{p}}'],
    ['-- comment\nkey = A-1', '// comment\nkey = A-1'],
    ['key = A-1 -- it\'s "here', 'key = A-1 // it\'s "here'],
    ['key = A-1 AND\n-- x\nstatus = Open', 'key = A-1 AND\n// x\nstatus = Open'],
    ['/* c */ key = A-1', '// c\nkey = A-1'],
    ['key = A-1 /* c */ AND status = Open', 'key = A-1 // c\nAND status = Open'],
    ['/*\n * two\n * lines\n */\nkey = A-1', '// two\n// lines\nkey = A-1'],
  ],
};

const isError = ({ severity }: Problem): boolean => severity === 'error';

for (const [what, cases] of Object.entries(mistakes))
  describe(`a mistake of ${what} is reported once and fixed at once`, () => {
    for (const [query, after] of cases)
      it(`${query} → ${after}`, () => {
        const [problem, ...more] = problemsOf(query).filter(isError);
        assert.ok(problem, 'nothing is wrong');
        assert.deepEqual(more, []);
        const fix = fixes(query, problem).find(({ preferred }) => preferred);
        assert.ok(fix, 'there is no preferred fix');
        assert.equal(edited(query, fix.edits), after);
        assert.deepEqual(problemsOf(after).filter(isError), []);
      });
  });

/** Their fix removes words, so it is not made without asking. */
const removed: readonly (readonly [query: string, after: string])[] = [
  ['where project = ABC', 'project = ABC'],
  ['# all of them\nwhere project = ABC', '# all of them\nproject = ABC'],
  ['group by status', ''],
  ['key = A-1 group by status, priority ORDER BY key', 'key = A-1 ORDER BY key'],
];

describe('a mistake whose fix removes words is fixed only if the user chooses it', () => {
  for (const [query, after] of removed)
    it(`${query} → ${after}`, () => {
      const [problem, ...more] = problemsOf(query).filter(isError);
      assert.ok(problem, 'nothing is wrong');
      assert.deepEqual(more, []);
      const offered = fixes(query, problem);
      assert.deepEqual(
        offered.map(({ edits, preferred }) => [edited(query, edits), preferred]),
        [[after, undefined]],
      );
    });
});

const warned: readonly (readonly [query: string, after: string])[] = [
  ['created > today()', 'created > startOfDay()'],
  ['assignee = me()', 'assignee = currentUser()'],
  ['customfield_10010 = 5', 'cf[10010] = 5'],
  ['ORDER BY customfield_10010', 'ORDER BY cf[10010]'],
];

describe('a mistake that is not an error is fixed too', () => {
  for (const [query, after] of warned)
    it(`${query} → ${after}`, () => {
      const problem = problemsOf(query).find(({ severity }) => severity === 'warning');
      const fix = problem && fixes(query, problem).find(({ preferred }) => preferred);
      assert.equal(fix && edited(query, fix.edits), after);
      assert.deepEqual(problemsOf(after), []);
    });
});

const messages: readonly (readonly [query: string, message: string])[] = [
  ['assignee:currentUser()', '“:” is not an operator. Use “assignee = currentUser()”.'],
  ['status: Open', '“:” is not an operator. Use “status =”.'],
  ['resolved > created', '“created” is a field. JQL cannot compare two fields.'],
  ['due > "Created"', '“Created” is a field. JQL cannot compare two fields.'],
  ['created > now() - 7d', '“now() - 7d” is not valid JQL. Use “-7d”.'],
  ['group by status', 'JQL has no “group by status”. To keep related issues together, use ORDER BY.'],
  [
    'key = A-1 order by key and status = Open',
    'ORDER BY must follow all conditions: “and status = Open order by key”.',
  ],
  [
    'key = A-1 OR (ORDER BY key) AND status = Open',
    'ORDER BY must not be in parentheses. Move it to the end of the query, after all conditions.',
  ],
  [
    '(key = A-1 AND (ORDER BY key))',
    'ORDER BY must not be in parentheses. Move it to the end of the query, after all conditions.',
  ],
  [
    '(key = A-1 ORDER BY key) AND status = Open ORDER BY created',
    'ORDER BY must not be in parentheses. Move it to the end of the query, after all conditions.',
  ],
  ['id in openSprints()', 'Type mismatch: “openSprints()” returns sprint, “id” expects issue.'],
  ['watchers = anna', '“watchers” is a number. To search for a user, use “watcher”.'],
  ['@limit 5\nkey = A-1', 'A directive belongs in a comment: “# @limit 5”.'],
  ['@p = A\nproject = $p', 'Use “{{p}}” to insert a variable.'],
  ['key = A-1 -- x', 'Comments start with “//” or “#” and end with the line.'],
];

describe('a mistake is reported in its own words', () => {
  for (const [query, message] of messages)
    it(query, () => {
      const told = problemsOf(query).map(problem => problemMessage(wording, problem));
      assert.deepEqual(told, [message]);
    });
});

const others: readonly (readonly [query: string, ...codes: string[]])[] = [
  // after a value no operator
  ['status = Done since -7d', '!unexpected@since'],
  // each quote inside quotes
  ["status in ('Won't Do', 'Can't Do')", "!quote-inside@'Won't Do'", "!quote-inside@'Can't Do'"],
  ["status = 'it's' AND type = 'it's'", "!quote-inside@'it's'", "!quote-inside@'it's'"],
  // quotes that end what they begin
  ["status = 'Open'AND type = 'Bug' foo", '!unexpected@foo'],
  ["status = 'Done' foo = 'x'", '!unexpected@foo'],
  ["labels in ('a' b, 'c')", '!expected@b'],
  // both days are possible
  ['created > "01/02/2024"', '!bad-date@"01/02/2024"'],
  ['created > 01/02/2024 AND key = A-1', '!bad-date@01/02/2024'],
  ['created > "31 Foo 2024"', '!bad-date@"31 Foo 2024"'],
  ['created > "31 Feb 2024"', '!bad-date@"31 Feb 2024"'],
  // of a whole week no moment can be the same
  ['created = "last week"', '!bad-date@"last week"'],
  // right, though they look like a mistake
  ['assignee is not null foo', '!unexpected@foo'],
  ['summary ~ "a -- b" foo', 'hint:phrase@"a -- b"', '!unexpected@foo'],
  ['status changed during (-2w, -1w) foo', '!unexpected@foo'],
  ['votes > 5'],
  // no variable, no directive
  ['project = @p', '!reserved-character@@'],
  ['assignee = anna@p', '!reserved-character@@'],
  ['@colour 5', '!reserved-character@@', '!expected@5'],
  // what else is wrong is reported too
  ['created > now() - 7d AND status ==', '!foreign-syntax@now() - 7d', '!foreign-syntax@==', '!expected@'],
];

describe('what is not such a mistake is reported as usual', () => {
  for (const [query, ...codes] of others) it(query, () => assert.deepEqual(found(query), codes));
});

describe('a date that can be two days has a fix for each, none of them preferred', () => {
  const cases: readonly (readonly [query: string, ...after: string[]])[] = [
    ['created > "01/02/2024"', 'created > "2024-02-01"', 'created > "2024-01-02"'],
    ['created > 01/02/2024', 'created > 2024-02-01', 'created > 2024-01-02'],
  ];
  for (const [query, ...after] of cases)
    it(query, () => {
      const all = problemsOf(query).flatMap(problem => fixes(query, problem));
      assert.deepEqual(
        all.map(fix => edited(query, fix.edits)),
        after,
      );
      assert.ok(all.every(({ preferred }) => preferred !== true));
    });
});

it('variables that are defined by each other add no error where one is used', () => {
  assert.deepEqual(found('@a = {{b}}\n@b = {{a}}\nproject = {{a}}'), []);
});

it('names that only Cloud has are reported on a Data Center that has described its fields', () => {
  const told = {
    visibleFieldNames: [
      { value: 'key', displayName: 'key', operators: ['=', '!=', 'in', 'not in'], orderable: 'true' },
    ],
    visibleFunctionNames: [{ value: 'linkedIssues()', displayName: 'linkedIssues()', types: [] }],
    jqlReservedWords: [],
  };
  const siteKnowledge: JqlKnowledge = {
    ...knowledge,
    catalogue: mergeTracker(knowledge.catalogue, told, undefined),
    platform: 'datacenter',
  };
  assert.deepEqual(found('workItem = A-1', siteKnowledge), ['other-platform@workItem']);
  assert.deepEqual(found('key in linkedWorkItems(A-1)', siteKnowledge), ['other-platform@linkedWorkItems']);
  assert.deepEqual(found('key in linkedIssues(A-1)', siteKnowledge), []);
});
