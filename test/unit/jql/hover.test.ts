/** Hovers at a cursor, `¦`: the described words, and a part of the text. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { documentJql } from '../../../server/src/jql/hover/jql-hover.ts';
import { describeField } from '../../../server/src/jql/hover/entry-hover.ts';
import { mergeTracker } from '../../../server/src/jql/catalogue/merge-tracker.ts';
import { explained, knowledge } from '../../support/jql.ts';

const { catalogue } = knowledge;

const told: readonly (readonly [query: string, of: string, ...says: string[]])[] = [
  ['assi¦gnee = anna', 'assignee', '**assignee** — user', '`was not in`', 'Example: `assignee'],
  ['issue¦type = Bug', 'issuetype', '**type**', 'Alias of `type`'],
  ['cf[12¦] = 1', 'cf[12]', String.raw`**cf\[12\]**`],
  ['"Story Po¦ints" > 3', '"Story Points"', '**Story Points** — number', 'Jira Software'],
  ['Colo¦ur = red', 'Colour', 'Not a built-in field'],
  ['"<b>*x*¦" = 1', '"<b>*x*"', String.raw`**\<b\>\*x\***`],
  ['order by pri¦ority', 'priority', '**priority**'],
  ['status = Op¦en', 'Open', '**Open** — a value of `status`'],
  ['assignee = current¦User()', 'currentUser()', 'one value: user'],
  ['key in linked¦Issues(A-1)', 'linkedIssues(A-1)', 'linkType?', '- `issueKey`: '],
  ['key in linkedIssues(A¦-1)', 'A-1', '`issueKey`: '],
  ['key in linkedWork¦Items(A-1)', 'linkedWorkItems(A-1)', 'Also called `linkedWorkItems`'],
  ['key in owner¦OfTeam()', 'ownerOfTeam()', 'not a built-in function'],
  ['created > startOf¦Month(-1)', 'startOfMonth(-1)', 'Thursday, 1 February 2024, 00:00:00 UTC'],
  ['created > startOf¦Week()', 'startOfWeek()', 'Monday, 11 March 2024', 'Sunday'],
  ['created > -¦7d', '-7d', 'Friday, 8 March 2024, 00:00:00 UTC', '7 days ago'],
  ['created > "2024-01-1¦5 14:30"', '"2024-01-15 14:30"', 'Monday, 15 January 2024, 14:30:00 UTC'],
  ['created > 1704067200¦000', '1704067200000', 'Monday, 1 January 2024'],
  ['status changed after -¦1w', '-1w', 'Friday, 8 March 2024'],
  ['key = DEMO-¦12', 'DEMO-12', 'an issue'],
  ['key = A¦-1', 'A-1', 'an issue'],
  ['issue in (ops-¦12)', 'ops-12', 'OPS-12', 'an issue'],
  ['labels = ut¦f-8', 'utf-8', 'a value of `labels`'],
  ['summary ~ log¦in', 'login', 'Finds texts with “login”.', '**login** — a value of `summary`'],
  [
    'summary ~ "login fail¦*"',
    '"login fail*"',
    'Finds texts with “login” and a word that begins with “fail”.',
  ],
  ['summary ~ "lo¦gin OR signin"', '"login OR signin"', '“login” or “signin”'],
  ['summary ~ "a¦ OR b c"', '"a OR b c"', 'Finds texts with “c”.'],
  ['summary ~ "(a¦ OR b) c"', '"(a OR b) c"', 'Finds texts with (“a” or “b”) and “c”.'],
  ['summary ~ "crash -lo¦gin"', '"crash -login"', 'Finds texts with “crash” but without “login”.'],
  ['summary ~ "-lo¦gin"', '"-login"', 'Finds texts with anything but “login”.'],
  ['summary ~ "Error - lo¦gin"', '"Error - login"', 'Finds texts with “Error” and “login”.'],
  [String.raw`summary ~ "\"log¦ in\""`, String.raw`"\"log in\""`, 'the phrase “log in”'],
  [String.raw`text ~ "\"a b¦\"~3"`, String.raw`"\"a b\"~3"`, 'the words “a b” at most 3 words apart'],
  ['text !~ "roa¦m~"', '"roam~"', 'Leaves out texts with a word spelled like “roam”.'],
  ['text ~ "te¦?t^4"', '"te?t^4"', 'a word like “te?t”'],
  ['text ~ "[a TO¦ b]"', '"[a TO b]"', '**\\[a TO b\\]** — a value of `text`'],
  ['labels no¦t in (a)', 'not in', '**NOT IN**', 'empty'],
  ['votes >¦= 3', '>=', '**\\>=**'],
  ['status w¦as Done', 'was', '`DURING`'],
  ['status changed b¦y anna', 'by', '**BY**'],
  ['labels is emp¦ty', 'empty', '**EMPTY**'],
  ['votes = 1 A¦ND votes = 2', 'AND', '**AND**'],
  ['votes = 1 |¦| votes = 2', '||', '**OR**'],
  ['NO¦T votes = 1', 'NOT', '**NOT**'],
  ['votes = 1 ORD¦ER BY key', 'ORDER BY', '**ORDER BY**'],
  ['ORDER BY key de¦sc', 'desc', '**DESC**'],
  ['@who = anna\nassignee = {{wh¦o}}', '{{who}}', 'anna'],
  ['# @li¦mit 5\nvotes = 1', 'limit', '@limit'],
];

describe('a hover', () => {
  for (const [query, of, ...says] of told)
    it(query, () => {
      const explanation = explained(query);
      assert.equal(explanation?.of, of);
      for (const each of says) assert.ok(explanation.markdown.includes(each), explanation.markdown);
    });
  for (const query of ['¦', '# a comm¦ent\nvotes = 1', 'votes =  ¦  '])
    it(`says nothing at ${JSON.stringify(query)}`, () => assert.equal(explained(query), undefined));
  it('shows no placeholder in its sentences', () => {
    for (const [query] of told)
      assert.doesNotMatch(explained(query)?.markdown ?? '', /\{\w+\}|undefined/, query);
  });
});

describe('a field that a tracker described', () => {
  const [severity, other] = mergeTracker(catalogue, {
    visibleFieldNames: [
      {
        value: 'Severity',
        displayName: 'Severity - cf[10010]',
        cfid: 'cf[10010]',
        operators: ['='],
        types: [],
      },
      { value: 'Mood', displayName: 'Mood', operators: ['='], types: [] },
    ],
    visibleFunctionNames: [],
    jqlReservedWords: [],
  }).fields;
  it('is named where its number is, and the number where its name does', () => {
    for (const written of ['cf[10010]', 'Severity']) {
      const markdown = describeField(knowledge, severity!, written);
      assert.match(markdown, /^\*\*Severity\*\*/);
      assert.match(markdown, /number 10010/);
    }
  });
  it('is named as one of the site', () => {
    const markdown = describeField(knowledge, other!, 'Mood');
    assert.match(markdown, /field of this site/);
  });
});

describe('the documentation of a completion', () => {
  it('is there for every field, function, operator and keyword', () => {
    const subjects = [
      ...catalogue.fields.map(({ name }) => ({ kind: 'field', name })),
      ...catalogue.functions.map(({ name }) => ({ kind: 'function', name })),
      ...catalogue.operators.map(({ name }) => ({ kind: 'operator', name })),
      ...catalogue.predicates.map(({ name }) => ({ kind: 'predicate', name })),
      ...catalogue.keywords.map(name => ({ kind: 'keyword', name })),
    ];
    for (const subject of subjects)
      assert.doesNotMatch(documentJql(subject, knowledge) ?? 'undefined', /\{\w+\}|undefined/, subject.name);
  });
  it('is not there for what nobody knows', () => {
    assert.equal(documentJql({ kind: 'field', name: 'nothing' }, knowledge), undefined);
    assert.equal(documentJql({}, knowledge), undefined);
  });
});
