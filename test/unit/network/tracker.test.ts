/** From a tracker's answers to a table and to an issue; where an issue is; which fields are meant. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Json, Row } from '#shared/protocol/json.ts';
import type { Column } from '#shared/protocol/run.ts';
import type { JsonObject } from '#shared/protocol/json-values.ts';
import { mergeSearches } from '../../../server/src/network/tracker/tracker-run.ts';
import { cellOf } from '../../../server/src/network/table/field-value.ts';
import { IssueTable } from '../../../server/src/network/table/issue-table.ts';
import { readIssue } from '../../../server/src/network/issue/read-issue.ts';
import { issueAddress, trackerRequest } from '../../../server/src/network/tracker/tracker-request.ts';
import { chooseFields, fieldIds, defaultFields } from '../../../server/src/jql/requested-fields.ts';
import { cloudPages, serverPages } from '../../../server/src/network/tracker/paging.ts';

const base = 'https://tracker.example/jira';

const searchOf = (fields: JsonObject): JsonObject => ({ issues: [{ id: '1', key: 'A-1', fields }] });
const ids = (names: readonly string[], list?: Json): string =>
  chooseFields(names, list === undefined ? undefined : fieldIds(list))
    .fields.map(({ id }) => id)
    .join(' ');
const pageOf = (from: number, count: number, more: JsonObject): JsonObject => ({
  issues: Array.from({ length: count }, (_, index) => ({ id: String(from + index) })),
  ...more,
});
const asked = ({ startAt, maxResults, nextPageToken = '' }: JsonObject): Json[] => [
  startAt ?? null,
  maxResults ?? null,
  nextPageToken,
];
const other = (key: string): JsonObject => ({
  key,
  fields: { summary: `S ${key}`, status: { name: 'Open' } },
});
const brief = ({ relation, key, summary }: { relation: string; key: string; summary: string }): string =>
  `${relation}>${key}>${summary}`;
const file = (content: string): JsonObject => ({
  filename: 'f',
  size: 3,
  mimeType: 'text/plain',
  content,
});
const change = (created: string, from: string | null): JsonObject => ({
  author: { displayName: 'Ann' },
  created,
  items: [{ field: 'status', from: '1', fromString: from, to: '2', toString: 'Done' }],
});

describe('a cell', () => {
  const ann = { name: 'ann', key: 'JIRAUSER1', displayName: 'Ann Miller', emailAddress: 'a@example.org' };
  const sprint =
    'com.atlassian.greenhopper.service.sprint.Sprint@1f[id=7,rapidViewId=2,state=ACTIVE,name=Sprint 7,startDate=<null>]';
  // prettier-ignore
  const cases: readonly [what: string, value: Json, cell: Json][] = [
    ['of text', 'plain', 'plain'],
    ['of a number', 3.5, 3.5],
    ['of yes or no', true, true],
    ['of nothing', null, null],
    ['of no items', [], null],
    ['of a user', ann, 'Ann Miller'],
    ['of users', [ann, { name: 'bob' }], 'Ann Miller, bob'],
    ['of a status', { name: 'Open', statusCategory: { key: 'new' } }, 'Open'],
    ['of an option', { value: 'Red', id: '1' }, 'Red'],
    ['of a cascading option', { value: 'Red', child: { value: 'Dark' } }, 'Red / Dark'],
    ['of labels', ['a', 'b'], 'a, b'],
    ['of components', [{ name: 'One' }, { name: 'Two' }], 'One, Two'],
    ['of a project', { key: 'A', name: 'Alpha' }, 'Alpha'],
    ['of a parent', { key: 'A-1', fields: { summary: 'x' } }, 'A-1'],
    ['of links', [{ type: { outward: 'blocks' }, outwardIssue: { key: 'A-2' } }, { type: { inward: 'is cloned by' }, inwardIssue: { key: 'A-3' } }], 'blocks A-2, is cloned by A-3'],
    ['of votes', { votes: 3, hasVoted: false }, 3],
    ['of watchers', { watchCount: 2, isWatching: true }, 2],
    ['of progress', { progress: 1, total: 4, percent: 25 }, 25],
    ['of comments', { comments: [], total: 4, maxResults: 4 }, 4],
    ['of attachments', [{ filename: 'a.png', size: 3 }], 'a.png'],
    ['of sprints of an old server', [sprint], 'Sprint 7'],
    ['of sprints', [{ id: 7, name: 'Sprint 7', state: 'active' }], 'Sprint 7'],
    ['of a time', '2026-03-01T23:30:00.000+0200', '2026-03-01T21:30:00Z'],
    ['of a day', '2026-03-01', '2026-03-01'],
    ['of something unknown', { a: { b: 1 }, c: null }, 'a: b: 1'],
    ['of a list of something unknown', [{ a: 1 }, 'x', {}, null], 'a: 1, x'],
    ['of progress without its percentage', { progress: 1, total: 4 }, 25],
    ['of comments without their number', { comments: [{ id: '1' }] }, 1],
  ];
  for (const [what, value, cell] of cases) it(what, () => assert.deepEqual(cellOf('f', value), cell));

  // prettier-ignore
  const durations: readonly [seconds: number, text: string][] = [[0, '0m'], [60, '1m'], [3600, '1h'], [5400, '1h 30m'], [93600, '26h'], [-3600, '-1h']];
  for (const [seconds, text] of durations)
    it(`of ${seconds} seconds of work`, () => assert.equal(cellOf('timespent', seconds), text));
});

function tableOf(
  wanted: readonly string[],
  ...answers: readonly JsonObject[]
): { columns: readonly Column[]; rows: Row[] } {
  const table = new IssueTable(chooseFields(wanted).fields);
  const seen: { columns: readonly Column[]; rows: Row[] } = { columns: [], rows: [] };
  for (const answer of answers) {
    const issues = Array.isArray(answer['issues']) ? answer['issues'] : [];
    table.add(answer, issues);
    for (const { table: header, rows } of table.take(Infinity)) {
      seen.columns = header.columns;
      seen.rows.push(...rows);
    }
  }
  return seen;
}
const columnsOf = ({ columns }: { columns: readonly Column[] }): string =>
  columns.map(({ key, title, type }) => `${key}:${title}:${type}`).join(' | ');

describe('the table of a search', () => {
  it('tells fields of one name apart by their ids', () => {
    const names = { customfield_7: 'Story Points', customfield_9: 'Story Points', summary: 'Summary' };
    const issues = [{ key: 'A-1', fields: { summary: 'x', customfield_7: 3, customfield_9: 5 } }];
    assert.equal(
      columnsOf(tableOf(['summary', 'customfield_7', 'customfield_9'], { names, issues })),
      'key:Key:issue | summary:Summary:text | ' +
        'customfield_7:Story Points (customfield_7):number | customfield_9:Story Points (customfield_9):number',
    );
  });
  it('has the key, then what was asked for under the name that it was asked by', () => {
    const answer = {
      ...searchOf({ customfield_1: 3, issuetype: { name: 'Bug' }, summary: 'x' }),
      names: { summary: 'Summary', customfield_1: 'Points', issuetype: 'Issue Type' },
      schema: { summary: { type: 'string' }, customfield_1: { type: 'number' } },
    };
    const table = tableOf(['cf[1]', 'type', 'summary'], answer);
    assert.equal(
      columnsOf(table),
      'key:Key:issue | cf[1]:Points:number | type:Issue Type:text | summary:Summary:text',
    );
    assert.deepEqual(table.rows, [{ key: 'A-1', 'cf[1]': 3, type: 'Bug', summary: 'x' }]);
  });
  it('has its types from the schema, also of empty columns', () => {
    const schema = {
      assignee: { type: 'user' },
      created: { type: 'datetime' },
      duedate: { type: 'date' },
      customfield_1: { type: 'string', custom: 'com.example:url' },
      customfield_2: { type: 'number' },
    };
    const names = Object.keys(schema);
    assert.equal(
      tableOf(names, { ...searchOf({}), schema })
        .columns.map(({ type }) => type)
        .join(' '),
      'issue user date date link number',
    );
  });
  it('has keys of issues as such', () => {
    const table = tableOf(['parent'], searchOf({ parent: { key: 'A-9', fields: {} } }));
    assert.equal(columnsOf(table), 'key:Key:issue | parent:parent:issue');
  });
  it('widens to text what has two kinds of values', () => {
    const table = tableOf(['cf[1]'], searchOf({ customfield_1: 3 }), searchOf({ customfield_1: 'x' }));
    assert.equal(columnsOf(table), 'key:Key:issue | cf[1]:cf[1]:text');
  });
  it('has all that hold something where all were asked for', () => {
    const table = tableOf(
      ['*all'],
      searchOf({ summary: 'x', labels: [], customfield_1: null, customfield_2: { a: 1 } }),
    );
    assert.equal(columnsOf(table), 'key:Key:issue | summary:summary:text | customfield_2:customfield_2:text');
  });
  it('stops at 250 columns', () => {
    const fields = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`customfield_${index}`, 'x']),
    );
    assert.equal(tableOf(['*all'], searchOf(fields)).columns.length, 251);
  });
  it('is there without rows', () => assert.equal(tableOf(['summary'], { issues: [] }).columns.length, 2));
  it('takes issues of any shape', () => {
    const table = tableOf(['summary'], {
      issues: [{}, { id: 7, fields: 3 }, { key: 'A-1', fields: { ['__proto__']: 'x' } }],
    });
    assert.deepEqual(
      table.rows.map(({ key }) => key),
      ['', '7', 'A-1'],
    );
  });
});

describe('the fields that are meant', () => {
  const told = [
    { id: 'customfield_7', name: 'Story Points', clauseNames: ['cf[7]', 'Story Points'] },
    { id: 'customfield_8', name: 'Team', clauseNames: ['cf[8]', 'Squad'] },
    { id: 'summary', name: 'Zusammenfassung', clauseNames: ['summary'] },
  ];
  const twins: Json = [
    { id: 'customfield_7', name: 'Story Points', clauseNames: ['cf[7]'] },
    { id: 'customfield_9', name: 'Story points', clauseNames: ['cf[9]'] },
    { id: 'customfield_8', name: 'Team', clauseNames: ['Story Points'] },
  ];
  // prettier-ignore
  const cases: readonly [names: string[], told: Json | undefined, ids: string][] = [
    [['summary', 'Status', 'DUEDATE'], undefined, 'summary status duedate'],
    [['type', 'due', 'fixVersion', 'resolved'], undefined, 'issuetype duedate fixVersions resolutiondate'],
    [['cf[7]', 'cf [ 8 ]', 'customfield_9'], undefined, 'customfield_7 customfield_8 customfield_9'],
    [['*all', '-comment'], undefined, '*all -comment'],
    [['key', 'issuekey', 'summary'], undefined, 'summary'],
    [['summary', 'Summary'], undefined, 'summary'],
    [['story points', 'squad', 'Zusammenfassung'], told, 'customfield_7 customfield_8 summary'],
    [['Story Points'], undefined, ''],
    [['Story Points'], twins, 'customfield_7 customfield_9'],
    [['Story Points (customfield_9)'], twins, 'customfield_9'],
    [['x'], [null, { id: 3 }, 'y', {}], ''],
  ];
  for (const [names, list, expected] of cases)
    it(names.join(', '), () => assert.equal(ids(names, list), expected));
  it('and those that are not known', () =>
    assert.deepEqual(chooseFields(['summary', 'Points'], fieldIds([])).unknown, ['Points']));
  it('are a usual choice where none are named', () => assert(defaultFields.length > 10));
});

describe('the address of an issue', () => {
  const rest = `${base}/rest/api/2/issue/ABC-12`;
  // prettier-ignore
  const cases: readonly [reference: string, expected: string][] = [
    ['ABC-12', rest],
    [' abc-12 ', rest],
    [`${base}/browse/ABC-12`, rest],
    [`${base}/browse/ABC-12/`, rest],
    [`${base}/browse/ABC-12?focusedCommentId=3#comment-3`, rest],
    ['https://TRACKER.example:443/jira/browse/ABC-12', rest],
    ['A_B2-7', `${base}/rest/api/2/issue/A_B2-7`],
    ['', 'badKey'],
    ['ABC', 'badKey'],
    ['ABC-', 'badKey'],
    ['1BC-2', 'badKey'],
    ['ABC-12/../../admin', 'badKey'],
    ['ABC-12?x=1', 'badKey'],
    ['../ABC-12', 'badKey'],
    ['/browse/ABC-12', 'otherSite'],
    [`${base}/issues/?jql=x`, 'badKey'],
    [`${base}/browse/`, 'badKey'],
    ['https://tracker.example/browse/ABC-12', 'otherSite'],
    ['https://evil.example/jira/browse/ABC-12', 'otherSite'],
    ['http://tracker.example/jira/browse/ABC-12', 'otherSite'],
    ['https://tracker.example:8443/jira/browse/ABC-12', 'otherSite'],
    ['https://tracker.example@evil.example/jira/browse/ABC-12', 'otherSite'],
    ['javascript:alert(1)', 'badKey'],
  ];
  for (const [reference, expected] of cases)
    it(reference, () => {
      const address = issueAddress({ url: `${base}/` }, reference);
      assert.equal(typeof address === 'string' ? address : address.rest, expected);
    });
  it('needs no context path', () => {
    const address = issueAddress({ url: 'https://tracker.example' }, 'https://tracker.example/browse/A-1');
    assert.deepEqual(address, {
      key: 'A-1',
      browse: 'https://tracker.example/browse/A-1',
      rest: 'https://tracker.example/rest/api/2/issue/A-1',
    });
  });
  it('has its page where the site says', () => {
    const site = { url: 'https://gate.example/1', pages: 'https://c.example/' };
    const expected = {
      key: 'A-1',
      browse: 'https://c.example/browse/A-1',
      rest: 'https://gate.example/1/rest/api/2/issue/A-1',
    };
    assert.deepEqual(issueAddress(site, 'A-1'), expected);
    assert.deepEqual(issueAddress(site, expected.browse), expected);
    assert.equal(issueAddress(site, 'https://d.example/browse/A-1'), 'otherSite');
  });
});

describe('a request', () => {
  const address = `${base}/rest/api/2/search`;
  const wish = { jql: 'a = "ä&b"', fields: ['summary', 'status'], startAt: 0 };
  it('is a GET with lists by commas', () => {
    const { method, url, headers } = trackerRequest(address, wish, 'x');
    assert.deepEqual(
      [method, url],
      ['GET', `${address}?jql=a+%3D+%22%C3%A4%26b%22&fields=summary%2Cstatus&startAt=0`],
    );
    assert.equal(headers['content-type'], 'application/json');
  });
  const jql = (length: number): string => 'x'.repeat(length - `${address}?jql=`.length);
  it('of 7,499 characters too', () =>
    assert.equal(trackerRequest(address, { jql: jql(7499) }, 'x').method, 'GET'));
  it('of 7,500 is a POST of JSON', () => {
    const { method, url, body } = trackerRequest(address, { jql: jql(7500), fields: ['a'] }, 'x');
    assert.deepEqual(
      [method, url, JSON.parse(body ?? '')],
      ['POST', address, { jql: jql(7500), fields: ['a'] }],
    );
  });
  it('holds no credentials', () => {
    const { headers } = trackerRequest('https://ann:secret@tracker.example/', wish, 'x');
    assert.deepEqual(Object.keys(headers).toSorted(), ['accept', 'content-type', 'user-agent']);
  });
});

describe('pages', () => {
  const wish = { jql: 'x', fields: ['a'] };
  it('grow, up to 1000', () => {
    const pages = serverPages(base, wish);
    const sizes: Json[] = [];
    for (let at = 0; sizes.length < 6;) {
      const { maxResults } = pages.next(Infinity);
      sizes.push(maxResults ?? null);
      pages.take(pageOf(at, Number(maxResults), { total: 99999, maxResults: maxResults ?? null }));
      at += Number(maxResults);
    }
    assert.deepEqual(sizes, [100, 200, 400, 800, 1000, 1000]);
  });
  it('are no larger than the room for them', () =>
    assert.equal(serverPages(base, wish).next(7)['maxResults'], 7));
  it('are no larger than the server applies', () => {
    const pages = serverPages(base, wish);
    pages.next(Infinity);
    pages.take(pageOf(0, 50, { total: 999, maxResults: 50 }));
    assert.deepEqual(asked(pages.next(Infinity)), [50, 50, '']);
  });
  it('ask for names once', () => {
    const pages = serverPages(base, wish);
    assert.deepEqual(pages.next(9)['expand'], ['names', 'schema']);
    pages.take(pageOf(0, 9, { total: 20 }));
    assert.equal('expand' in pages.next(9), false);
  });
  it('of the Cloud follow their token', () => {
    const pages = cloudPages(base, wish);
    assert.deepEqual(asked(pages.next(5)), [null, 5, '']);
    assert.deepEqual(pages.take(pageOf(0, 5, { nextPageToken: 't', isLast: false }))?.more, true);
    assert.deepEqual(asked(pages.next(5)), [null, 5, 't']);
    assert.deepEqual(pages.take(pageOf(5, 1, { isLast: true }))?.more, false);
  });
  it('that are merged have their issues one after the other', () => {
    assert.deepEqual(
      mergeSearches([
        { expand: 'names', startAt: 0, maxResults: 1, total: 2, issues: [{ id: '1' }], names: { a: 'A' } },
        { startAt: 1, maxResults: 1, total: 2, issues: [{ id: '2' }] },
      ]),
      { total: 2, names: { a: 'A' }, issues: [{ id: '1' }, { id: '2' }] },
    );
  });
});

describe('an issue', () => {
  const address = { key: 'A-1', browse: `${base}/browse/A-1`, rest: `${base}/rest/api/2/issue/A-1` };
  const shaped = (answer: JsonObject) => readIssue('t', address, answer);
  const empty = {
    site: 't',
    key: 'A-1',
    browseUrl: address.browse,
    summary: '',
    labels: [],
    components: [],
    fixVersions: [],
    affectsVersions: [],
    links: [],
    subtasks: [],
    attachments: [],
    comments: [],
    worklogs: [],
    history: [],
    fields: [],
  };
  // prettier-ignore
  const odd: readonly [what: string, answer: JsonObject][] = [
    ['nothing', {}],
    ['nulls', { fields: { summary: null, status: null, comment: null, worklog: null, issuelinks: null, attachment: null }, changelog: null, renderedFields: null, names: null }],
    ['wrong types', { fields: { summary: [], status: '', labels: 'x', comment: [], worklog: { worklogs: 'x', total: 'x' }, issuelinks: {}, created: 'yesterday', duedate: 7 }, changelog: { histories: 'x' }, renderedFields: [] }],
  ];
  for (const [what, answer] of odd)
    it(`of ${what} is empty`, () => assert.deepEqual(shaped(answer).issue, empty));

  it('has its people, dates and names', () => {
    const { issue } = shaped({
      key: 'A-1',
      fields: {
        summary: 'One',
        status: { name: 'Done', statusCategory: { key: 'done' } },
        issuetype: { name: 'Bug' },
        priority: { name: 'High' },
        assignee: { displayName: 'Ann' },
        created: '2026-03-01T10:00:00.000+0000',
        duedate: '2026-04-01',
        labels: ['x'],
        versions: [{ name: '1.0' }],
      },
    });
    assert.deepEqual(
      [
        issue.status,
        issue.type,
        issue.priority,
        issue.assignee,
        issue.created,
        issue.due,
        issue.labels,
        issue.affectsVersions,
        issue.reporter,
      ],
      [
        { name: 'Done', category: 'done' },
        'Bug',
        'High',
        'Ann',
        '2026-03-01T10:00:00Z',
        '2026-04-01',
        ['x'],
        ['1.0'],
        undefined,
      ],
    );
  });
  it('has rendered text, and escapes what is not rendered', () => {
    const { issue } = shaped({
      fields: {
        description: '*x*',
        environment: 'a <b> & "c"\nd',
        comment: {
          comments: [
            { id: '1', body: '<i>' },
            { id: '2', body: 'y' },
          ],
        },
      },
      renderedFields: { description: '<b>x</b>', comment: { comments: [{ id: '2', body: '<p>y</p>' }] } },
    });
    assert.deepEqual(
      [issue.description, issue.environment, issue.comments.map(({ body }) => body)],
      ['<b>x</b>', 'a &#60;b&#62; &#38; &#34;c&#34;<br>d', ['&#60;i&#62;', '<p>y</p>']],
    );
  });
  it('has its work, in the words of the tracker, and says how much there is where that is more', () => {
    const worklogs = [
      {
        id: '1',
        author: { displayName: 'Ada' },
        started: '2026-03-01T23:30:00.000+0200',
        timeSpent: '1d 2h',
        timeSpentSeconds: 36_000,
        comment: '*x*',
      },
      { id: '2', timeSpentSeconds: 5400, comment: '<i>' },
      { id: '3' },
    ];
    const renderedFields = { worklog: { worklogs: [{ id: '1', comment: '<b>x</b>' }] } };
    const { issue } = shaped({ fields: { worklog: { worklogs, total: 3, maxResults: 20 } }, renderedFields });
    assert.deepEqual(issue.worklogs, [
      { id: '1', author: 'Ada', started: '2026-03-01T21:30:00Z', spent: '1d 2h', body: '<b>x</b>' },
      { id: '2', spent: '1h 30m', body: '&#60;i&#62;' },
      { id: '3', spent: '' },
    ]);
    assert.equal(issue.worklogTotal, undefined);
    const { issue: part } = shaped({ fields: { worklog: { worklogs, total: 31, maxResults: 3 } } });
    assert.deepEqual([part.worklogs.length, part.worklogTotal], [3, 31]);
  });
  it('has its links in the words of the tracker', () => {
    const { issue } = shaped({
      fields: {
        parent: other('A-9'),
        subtasks: [other('A-2')],
        issuelinks: [
          { type: { outward: 'blocks' }, outwardIssue: other('A-3') },
          { type: { inward: 'is blocked by' }, inwardIssue: other('A-4') },
          {},
          7,
        ],
      },
    });
    assert.deepEqual(
      [issue.links.map(brief), issue.subtasks.map(brief), issue.parent && brief(issue.parent)],
      [['blocks>A-3>S A-3', 'is blocked by>A-4>S A-4'], ['>A-2>S A-2'], '>A-9>S A-9'],
    );
  });
  it('has attachments with addresses of its own tracker only', () => {
    const { issue } = shaped({
      fields: {
        attachment: [
          file(`${base}/secure/attachment/1/f`),
          file('https://evil.example/f'),
          file('javascript:alert(1)'),
        ],
      },
    });
    assert.deepEqual(
      issue.attachments.map(({ url }) => url),
      [`${base}/secure/attachment/1/f`, undefined, undefined],
    );
  });
  it('has its history, the oldest first', () => {
    const { issue } = shaped({
      changelog: {
        histories: [
          change('2026-03-02T10:00:00.000+0000', 'Open'),
          change('2026-03-01T10:00:00.000+0000', null),
        ],
      },
    });
    assert.deepEqual(
      issue.history.map(({ created, items }) => [created, items]),
      [
        ['2026-03-01T10:00:00Z', [{ field: 'status', from: '1', to: 'Done' }]],
        ['2026-03-02T10:00:00Z', [{ field: 'status', from: 'Open', to: 'Done' }]],
      ],
    );
  });
  it('has changes without words by their ids', () => {
    const { issue } = shaped({
      changelog: { histories: [{ items: [{ field: 'x', from: '1', to: '2' }, {}] }] },
    });
    assert.deepEqual(issue.history, [
      {
        items: [
          { field: 'x', from: '1', to: '2' },
          { field: '', from: '', to: '' },
        ],
      },
    ]);
  });
  it('has its other fields by their names', () => {
    const { issue } = shaped({
      fields: {
        summary: 'x',
        customfield_1: { value: 'Red' },
        customfield_2: null,
        customfield_3: 'wiki *text*',
        timespent: 3600,
        customfield_4: 'LAMP-5',
        customfield_5: 'UTF-8',
      },
      schema: {
        customfield_4: { type: 'any', custom: 'com.pyxis.greenhopper.jira:gh-epic-link' },
        customfield_5: { type: 'string' },
      },
      renderedFields: { customfield_3: '<p>wiki</p>' },
      names: {
        customfield_1: 'Colour',
        customfield_3: 'Notes',
        customfield_4: 'Epic Link',
        timespent: 'Time Spent',
      },
    });
    assert.deepEqual(issue.fields, [
      { id: 'customfield_1', name: 'Colour', text: 'Red' },
      { id: 'customfield_5', name: 'customfield_5', text: 'UTF-8' },
      { id: 'customfield_4', name: 'Epic Link', text: 'LAMP-5', isIssue: true },
      { id: 'customfield_3', name: 'Notes', text: 'wiki *text*', html: '<p>wiki</p>' },
      { id: 'timespent', name: 'Time Spent', text: '1h' },
    ]);
  });
  it('is shortened where it is too large, and says so', () => {
    const comments = Array.from({ length: 1500 }, (_, id) => ({ id: String(id), body: 'x' }));
    const { issue, shortened } = shaped({
      fields: { description: 'y'.repeat(600_000), comment: { comments } },
    });
    assert.deepEqual(
      [issue.description?.length, issue.comments.length, issue.comments[0]?.id],
      [500_001, 1000, '500'],
    );
    assert.deepEqual(shortened, ['description', 'comment']);
  });
});
