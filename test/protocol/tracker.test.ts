/** A `.jql` file from the query to the table and the issue, over stdio, against the embedded tracker. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CodeLens } from 'vscode-languageserver-protocol';
import type { IssueResult } from '#shared/protocol/issue.ts';
import type { ContextResult, QueryUrlResult, RawResult, RunResult } from '#shared/protocol/run.ts';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { settingsOf } from '../support/settings.ts';

let tracker: SandboxTracker;
let client: LanguageClient;
before(async () => {
  tracker = await startSandboxTracker({ contextPath: '/jira' });
  const settings = settingsOf({});
  const sites = { town: { kind: 'tracker' as const, url: `${tracker.url}/` } };
  client = await startLanguageClient({
    options: { panels: true, settings: { ...settings, sites, defaultSite: 'town' } },
  });
});
after(async () => {
  await client.stop();
  await tracker.stop();
});

const request = <Result>(name: string, params: object) =>
  client.connection.sendRequest<Result>(`wikijql/${name}`, params);
let count = 0;
const run = (uri: string, line = 0) =>
  request<RunResult>('run', { run: `run-${++count}`, uri, position: { line, character: 0 } });
const open = (text: string): Promise<string> => client.open(text, 'jql');
const errorsOf = ({ notices }: RunResult) => notices.filter(({ severity }) => severity === 'error');
/** The text in a range. */
const at = (text: string, range: RunResult['notices'][number]['range']): string => {
  assert(range);
  assert.equal(range.start.line, range.end.line);
  return text.split('\n')[range.start.line]!.slice(range.start.character, range.end.character);
};

const file = `# @site town
@what = LAMP

### Lamps
# @limit 7
# @columns key, status, Story Points
project = {{what}} // the lamps
  # and more of them
  ORDER BY key

### Nobody
project = {{whom}}
`;

test('a file without a query, and a title without one, ask for every issue', async () => {
  const everything = await run(await open('key IS NOT EMPTY'));
  assert.equal(errorsOf(everything).length, 0);
  for (const [text, line] of [
    ['', 0],
    ['# why\n# @limit 3\n', 0],
    ['# @limit 3\n### All\n', 0],
    ['project = LAMP\n\n### All\n# @limit 3\n', 2],
  ] as const) {
    const uri = await open(text);
    const context = await request<ContextResult>('context', { uri, position: { line, character: 0 } });
    assert.ok(context.query >= 0, text);
    const { status, rows, notices } = await run(uri, line);
    const expected = text.includes('@limit') ? ['more', 3] : [everything.status, everything.rows];
    assert.deepEqual([status, rows], expected, JSON.stringify([text, notices]));
  }
});

test('a query runs into a table with the columns that it names', async () => {
  const uri = await open(file);
  const result = await run(uri, 6);
  assert.deepEqual([result.title, result.status, result.rows, result.notices], ['Lamps', 'more', 7, []]);
  assert(result.total !== undefined && result.total > 7);
  const state = client.sent.tables.findLast(({ run: id }) => id === result.run);
  assert.deepEqual(
    state?.table.columns.map(({ title, type, hidden = false }) => [title, type, hidden]),
    [
      ['Key', 'issue', false],
      ['Status', 'text', false],
      ['Story Points', 'number', false],
    ],
  );
  const sent = tracker.requests.findLast(({ path }) => path.endsWith('/search'));
  assert.equal(sent?.query.get('jql'), 'project = LAMP\n  ORDER BY key');
  const raw = await request<RawResult | null>('raw', { run: result.run });
  assert.equal(JSON.parse(raw?.text ?? '').issues.length, 7);
  const more = await request<RunResult>('more', { run: result.run });
  assert.deepEqual([more.status, more.rows], ['more', 14]);
});

test('the site of a query is its tracker', async () => {
  const uri = await open(file);
  const context = await request<ContextResult>('context', { uri, position: { line: 6, character: 0 } });
  assert.deepEqual([context.siteName, context.site?.kind], ['town', 'tracker']);
});

test('a query is copied as the tracker takes it', async () => {
  const uri = await open(file);
  const copied = await request<QueryUrlResult>('request', { uri, position: { line: 6, character: 0 } });
  const query = 'project = LAMP\n  ORDER BY key';
  const url = `${tracker.url}/issues/?jql=${encodeURIComponent(query)}`;
  assert.deepEqual(copied, { url, sandboxUrl: url, method: 'GET', query });
  const without = await request<QueryUrlResult>('request', { uri, position: { line: 11, character: 0 } });
  assert.equal(without.query, undefined);
  const lenses = await client.ask<CodeLens[]>('textDocument/codeLens', uri);
  assert.deepEqual(
    lenses.map(({ command }) => command?.command),
    [1, 2].flatMap(() => ['wikijql.run', 'wikijql.more']),
  );
});

test('a query with an undefined variable is not sent', async () => {
  const uri = await open(file);
  const known = tracker.requests.length;
  const { status, notices } = await run(uri, 11);
  assert.deepEqual([status, notices.map(({ code }) => code)], ['failed', ['undefined-variable']]);
  assert.equal(at(file, notices[0]?.range), '{{whom}}');
  assert.equal(tracker.requests.length, known);
});

test('messages of the tracker are shown at their positions', async () => {
  const text =
    '@w = as\n# one\nproject = LAMP // two\n  AND status = Opne\n### two\nproject = LAMP AND status = {{w}}\n';
  const uri = await open(text);
  const value = await run(uri, 2);
  assert.deepEqual(
    errorsOf(value).map(({ code, range }) => [code, at(text, range)]),
    [['unknown-value', 'Opne']],
  );
  const word = await run(uri, 5);
  assert.deepEqual(
    errorsOf(word).map(({ code, range }) => [code, at(text, range)]),
    [['reserved-word', '{{w}}']],
  );
  assert.match(errorsOf(word)[0]?.message ?? '', /^The tracker says: 'as' is a reserved JQL word\.[^()]*$/);
});

test('an issue opens by its key, and by the address of its page', async () => {
  const byKey = await request<IssueResult>('issue', { reference: 'lamp-1' });
  assert.equal(byKey.issue?.key, 'LAMP-1');
  const browseUrl = `${tracker.url}/browse/LAMP-1`;
  assert.deepEqual([byKey.issue?.site, byKey.issue?.browseUrl], ['town', browseUrl]);
  assert.deepEqual(await request<IssueResult>('issue', { reference: browseUrl }), byKey);
});

test('an issue comes with the work that was booked on it', async () => {
  const booked = tracker.world.issues.find(
    ({ worklogs, hostile, project }) => worklogs.length > 1 && !hostile && project.key === 'LAMP',
  );
  assert(booked);
  const { issue } = await request<IssueResult>('issue', { reference: booked.key });
  assert.deepEqual(
    issue?.worklogs.map(({ id, author }) => [id, author]),
    booked.worklogs.map(({ id, author }) => [String(id), author.displayName]),
  );
  for (const { spent, started, body } of issue.worklogs) {
    assert.match(spent, /^\d+ ?[wdhm]/);
    assert.match(started ?? '', /^\d{4}-.*Z$/);
    assert.match(body ?? '', /^<p>/);
  }
});

const codes = async (params: object): Promise<string> =>
  (await request<IssueResult>('issue', params)).notices.map(({ code }) => code).join(' ');

test('an issue that cannot be had is explained', async () => {
  const known = tracker.requests.length;
  assert.equal(await codes({ reference: 'nonsense' }), 'badKey');
  assert.equal(await codes({ reference: 'https://elsewhere.example/browse/LAMP-1' }), 'other-tracker');
  assert.equal(await codes({ reference: 'LAMP-1', site: 'nowhere' }), 'unknown-site');
  assert.equal(tracker.requests.length, known);
  assert.equal(await codes({ reference: 'LAMP-99999' }), 'issueNotFound');
});
