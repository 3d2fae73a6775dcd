import type { Row } from '#shared/protocol/json.ts';
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, before, test } from 'node:test';
import { CancellationTokenSource } from 'vscode-languageserver-protocol';
import type { CodeLens, Position } from 'vscode-languageserver-types';
import type {
  ContextResult,
  QueryReference,
  QueryUrlResult,
  RawResult,
  RunResult,
} from '#shared/protocol/run.ts';
import { type SandboxWiki, startSandboxWiki } from '../sandbox/wiki.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { textIn } from '../support/marked.ts';
import { freePort } from '../support/processes.ts';
import { languageSettings, settingsOf } from '../support/settings.ts';

let wiki: SandboxWiki;
/** Answers one page of results that has a next one, and then nothing at all. */
let stalling: Server;
let client: LanguageClient;
before(async () => {
  wiki = await startSandboxWiki();
  stalling = await stallingWiki();
  client = await startLanguageClient({
    options: {
      panels: true,
      settings: settingsOf({
        wiki: wiki.url,
        stalling: addressOf(stalling),
        gone: `http://127.0.0.1:${await freePort()}/api.php`,
      }),
    },
  });
});
after(async () => {
  await client.stop();
  await wiki.stop();
  stalling.closeAllConnections();
  stalling.close();
});

async function stallingWiki(): Promise<Server> {
  const pages = [{ pageid: 1, ns: 0, title: 'One' }];
  const first = { continue: { apcontinue: 'Two', continue: '-||' }, query: { allpages: pages } };
  const server = createServer((request, response) => {
    if (request.url?.includes('apcontinue')) return;
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(first));
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

function addressOf(server: Server): string {
  const address = server.address();
  assert(typeof address === 'object' && address);
  return `http://127.0.0.1:${address.port}/w/api.php`;
}

const line = (number: number, character = 0) => ({ line: number, character });
const request = <Result>(name: string, params: object, of = client) =>
  of.connection.sendRequest<Result>(`wikijql/${name}`, params);
let count = 0;
const run = (uri: string, position: Position = line(0), of = client) =>
  request<RunResult>('run', { run: `run-${++count}`, uri, position }, of);

const file = `# @site wiki

### Some pages
# @limit 30
list=allpages
aplimit=10

### Of nowhere
# @site nowhere
list=allpages

### Only a note
`;

test('the query at a position and its site are returned', async () => {
  const uri = await client.open(file);
  const { range, site, ...context } = await request<ContextResult>('context', { uri, position: line(5) });
  assert.deepEqual(context, { query: 1, title: 'Some pages', siteName: 'wiki', siteFrom: 'file' });
  assert.deepEqual(site, { name: 'wiki', kind: 'wiki', url: wiki.url });
  assert.match(textIn(file, range), /^### Some[^]*=10\n\n$/);
  const nowhere = await request<ContextResult>('context', { uri, position: line(9) });
  assert.deepEqual([nowhere.siteName, nowhere.siteFrom, nowhere.site], ['nowhere', 'query', undefined]);
  assert.equal(nowhere.refusal, 'Unknown site “nowhere”. Add it to the settings, or use another name.');
  const note = await request<ContextResult>('context', { uri, position: line(12) });
  assert.deepEqual([note.query, note.refusal], [-1, 'No query here.']);
  const plain = await client.open('list=allpages\n');
  assert.equal(
    (await request<ContextResult>('context', { uri: plain, position: line(0) })).siteFrom,
    'default',
  );
});

test('the queries that can be run are listed', async () => {
  const queries = await request<QueryReference[]>('queries', { uri: await client.open(file) });
  assert.deepEqual(
    queries.map(({ title, range }) => [title, range.start.line]),
    [
      ['Some pages', 2],
      ['Of nowhere', 7],
    ],
  );
});

test('a number as the limit of a list is how many rows are fetched first', async () => {
  const uri = await client.open(`### Pages and users
list=allpages|allusers
aplimit=30
aulimit=4

### As many as the setting says
list=recentchanges
rcshow=bot
rclimit=max

### As the directive says
# @limit 12
list=allpages
aplimit=5

### Pages of a generator
generator=allpages
gaplimit=20
prop=links
pllimit=500

### Two revisions of a page
titles=Main Page
prop=revisions
rvlimit=2

### The latest one
titles=Main Page
prop=revisions
rvlimit=1
`);
  const rowsOf = (id: string): string => {
    const states = client.sent.tables.filter(state => state.run === id);
    const last = new Map(states.map(({ table, rows }) => [table.id, rows]));
    return [...last].map(([table, rows]) => `${table} ${rows}`).join(', ');
  };
  const limited = await run(uri, line(1));
  assert.deepEqual([limited.status, limited.requests, limited.step], ['more', 1, 4]);
  assert.equal(rowsOf(limited.run), 'allpages 30, allusers 4');
  const more = await request<RunResult>('more', { run: limited.run });
  assert.equal(more.status, 'more');
  assert.equal(rowsOf(limited.run), 'allpages 34, allusers 8');
  assert.deepEqual((await run(uri, line(6))).rows, 500);
  assert.deepEqual((await run(uri, line(11))).rows, 12);
  const generated = await run(uri, line(17));
  assert.equal(rowsOf(generated.run), 'pages 20');
  const two = await run(uri, line(23));
  assert.deepEqual([two.status, two.requests, rowsOf(two.run)], ['more', 1, 'pages.revisions 2, pages 1']);
  assert.equal((await request<RunResult>('more', { run: two.run })).status, 'more');
  assert.equal(rowsOf(two.run), 'pages.revisions 4, pages 1');
  const latest = await run(uri, line(28));
  assert.deepEqual([latest.status, latest.requests, rowsOf(latest.run)], ['complete', 1, 'pages 1']);
});

test('a run brings its rows in order, up to its limit, and tells how it goes', async () => {
  const uri = await client.open(file);
  const asked = wiki.requests.length;
  const result = await run(uri, line(4));
  assert.deepEqual(
    [result.title, result.status, result.rows, result.requests, result.notices],
    ['Some pages', 'more', 30, 3, []],
  );
  assert.equal(result.pageUrl, wiki.url.replace('api.php', 'index.php?title=$1'));
  const states = client.sent.tables.filter(({ run: id }) => id === result.run);
  assert.deepEqual(
    states.map(({ table, rows, changed }) => [table.id, rows, changed]),
    [10, 20, 30].map(rows => ['allpages', rows, false]),
  );
  const rows = await client.rows(result.run);
  assert.equal(rows.length, 30);
  const titles = rows.map(row => JSON.stringify(row['title']));
  assert(titles.every((title, index) => index === 0 || titles[index - 1]! < title));
  const progress = client.sent.progress.filter(each => each.run === result.run);
  assert.deepEqual([progress[0]?.requests, progress[0]?.site?.name, progress.at(-1)?.rows], [0, 'wiki', 30]);
  assert.equal(wiki.requests.length - asked, 3);

  const more = await request<RunResult>('more', { run: result.run });
  assert.deepEqual([result.step, more.status, more.rows], [30, 'more', 60]);
  const raw = await request<RawResult>('raw', { run: result.run });
  const { query }: { query: { allpages: unknown[] } } = JSON.parse(raw.text);
  assert(query.allpages.length >= 35);
  assert.match(raw.text, /^\{\n/);
  await client.connection.sendNotification('wikijql/release', { run: result.run });
  assert.equal(await request('raw', { run: result.run }), null);
  const gone = await request<RunResult>('more', { run: result.run });
  assert.deepEqual([gone.status, gone.notices.map(({ code }) => code)], ['failed', ['run-forgotten']]);
});

test('one warning of the wiki about several parameters is one problem', async () => {
  const text = 'list=allpages\nfoo=1\nbar=2\nbaz=3\n';
  const uri = await client.open(text);
  const result = await run(uri, line(0));
  assert.equal(result.notices.filter(({ code }) => code === 'unrecognizedparams').length, 1);
  const ofWiki = () =>
    client.sent.diagnostics
      .findLast(each => each.uri === uri)
      ?.diagnostics.filter(({ source }) => source === 'wiki') ?? [];
  await client.received(() => (ofWiki().length > 0 ? true : undefined));
  assert.deepEqual(
    ofWiki().map(({ range }) => range.start.line),
    [1],
  );
});

test('what the wiki refuses is shown at its place in the file until that query is edited', async () => {
  const text = '### One\nlist=allpages\n### Two\nlist=allpages\napfrom=A\nbogus=1\n';
  const uri = await client.open(text);
  const result = await run(uri, line(3));
  const notice = result.notices.find(({ code }) => code === 'unrecognizedparams');
  assert(notice?.range);
  assert.equal(textIn(text, notice.range).split('=')[0], 'bogus');
  assert.match(notice.message, /bogus/);
  const said = () => client.sent.diagnostics.findLast(each => each.uri === uri)?.diagnostics ?? [];
  const ofWiki = () => said().filter(({ source }) => source === 'wiki');
  await client.received(() => (ofWiki().length > 0 ? true : undefined));
  assert.deepEqual(
    ofWiki().map(({ code, range }) => [code, range]),
    [['unrecognizedparams', notice.range]],
  );
  await client.change(uri, line(1, 13), line(1, 13), '\naplimit=5');
  await client.published(uri);
  assert.deepEqual(
    ofWiki().map(({ range }) => range.start.line),
    [6],
    'it moves with its query',
  );
  await client.change(uri, line(5, 8), line(5, 8), 'B');
  await client.published(uri);
  assert.deepEqual(ofWiki(), []);
});

test('the URL of a query is returned without running it', async () => {
  const asked = wiki.requests.length;
  const uri = await client.open('list=allpages\napfrom=A & B\n');
  const address = await request<QueryUrlResult>('request', { uri, position: line(0) });
  assert.equal(address.method, 'GET');
  const { searchParams } = new URL(address.url);
  assert.deepEqual([searchParams.get('action'), searchParams.get('apfrom')], ['query', 'A & B']);
  assert.match(address.sandboxUrl ?? '', /Special:ApiSandbox#.*list=allpages/);
  assert.equal(wiki.requests.length, asked);
});

test('a query without a site, or of one that is not configured, says what to do', async () => {
  const uri = await client.open(file);
  const { status, notices } = await run(uri, line(9));
  assert.deepEqual(
    [status, notices.map(({ code, action }) => [code, action])],
    ['failed', [['unknown-site', 'configureSite']]],
  );
  assert.match(notices[0]?.message ?? '', /nowhere/);
  const nothing = await run(uri, line(11));
  assert.deepEqual(
    nothing.notices.map(({ code }) => code),
    ['no-query'],
  );
  const other = await client.open('project = A\n', 'jql');
  assert.match(
    (await run(other)).notices[0]?.message ?? '',
    /is a wiki, but this query needs an issue tracker/,
  );
  const long = await client.open(`list=allpages\napfrom=${'x'.repeat(1_100_000)}\n`);
  assert.deepEqual(
    (await run(long)).notices.map(({ code }) => code),
    ['query-too-long'],
  );
  const unopened = await run('file:///never.wikiquery');
  assert.equal(unopened.status, 'failed');
});

test('a query that is an address runs at its site, and nowhere else', async () => {
  const position = line(0);
  const [own, other] = await Promise.all(
    [wiki.url, 'https://elsewhere.example/w/api.php'].map(address =>
      client.open(`${address}?action=query&list=allpages&aplimit=3`),
    ),
  );
  const context = await request<ContextResult>('context', { uri: own, position });
  assert.deepEqual([context.siteName, context.siteFrom], ['wiki', 'address']);
  assert.equal((await run(own!)).rows, 3);
  const { notices, notBegun } = await run(other!);
  assert.equal(notBegun?.missingSite, 'elsewhere.example');
  assert.match(notices[0]?.message ?? '', /Unknown site “elsewhere\.example”/);
});

test('a query of a site that does not respond offers to check the site, and not to add one', async () => {
  const { status, notices } = await run(await client.open('# @site gone\nlist=allpages\n'));
  assert.deepEqual([status, notices[0]?.code, notices[0]?.action], ['failed', 'refused', 'checkSite']);
});

test('a run that is cancelled keeps its rows and is incomplete', async () => {
  const uri = await client.open('# @site stalling\n# @all\nlist=allpages\n');
  const cancel = new CancellationTokenSource();
  const running = client.connection.sendRequest<RunResult>(
    'wikijql/run',
    { run: 'cancelled', uri, position: line(2) },
    cancel.token,
  );
  await client.received(() => client.sent.tables.find(({ run: id }) => id === 'cancelled'));
  assert.notEqual(await client.ask('textDocument/hover', uri, { position: line(2, 7) }), null);
  cancel.cancel();
  const result = await running;
  assert.deepEqual([result.status, result.rows], ['incomplete', 1]);
});

test('in a workspace that is not trusted nothing runs', async () => {
  const asked = wiki.requests.length;
  await using wary = await startLanguageClient({
    options: {
      trusted: false,
      settings: { ...settingsOf({ wiki: wiki.url }), language: languageSettings({ siteCatalogues: true }) },
    },
  });
  const uri = await wary.open('list=allpages\n');
  const { status, notices } = await run(uri, line(0), wary);
  assert.deepEqual([status, notices.map(({ code }) => code)], ['failed', ['untrusted']]);
  const command = { command: 'wikijql.run', arguments: [uri, line(0)] };
  assert.equal(await wary.connection.sendRequest('workspace/executeCommand', command), null);
  assert.match(wary.sent.messages[0]?.message ?? '', /untrusted/);
  assert.equal(wiki.requests.length, asked);
});

const executed = <Result>(of: LanguageClient, command: string, uri: string) =>
  of.connection.sendRequest<Result>('workspace/executeCommand', {
    command: `wikijql.${command}`,
    arguments: [uri, line(0)],
  });

test('an editor without panels runs queries by the commands of the lenses', async () => {
  const opened: unknown[] = [];
  await using plain = await startLanguageClient({
    options: { settings: settingsOf({ wiki: wiki.url }) },
    capabilities: { window: { showDocument: { support: true } } },
    answers: {
      'window/showDocument': params => {
        opened.push(params);
        return { success: true };
      },
    },
  });
  const uri = await plain.open('# @limit 3\nlist=allpages\n');
  const lenses = await plain.ask<CodeLens[]>('textDocument/codeLens', uri);
  assert.deepEqual(
    lenses.map(({ command }) => command?.title),
    ['▷ Run', 'Open in Sandbox', 'Copy as URL'],
  );
  const result = await executed<RunResult & { tables: { rows: Row[] }[] }>(plain, 'run', uri);
  assert.deepEqual([result.status, result.rows], ['more', 3]);
  assert.equal(
    result.tables.reduce((sum, { rows }) => sum + rows.length, 0),
    3,
  );
  assert.deepEqual(plain.sent.tables, []);
  const { url } = await executed<QueryUrlResult>(plain, 'copyUrl', uri);
  assert.equal(new URL(url).searchParams.get('list'), 'allpages');
  const { sandboxUrl } = await executed<QueryUrlResult>(plain, 'openSandbox', uri);
  assert.deepEqual(opened, [{ uri: sandboxUrl, external: true }]);
});

test('an editor that cannot open addresses is given them, and failures are messages', async () => {
  await using plain = await startLanguageClient({ options: { settings: settingsOf({ wiki: wiki.url }) } });
  const uri = await plain.open('list=allpages\n');
  assert.match((await executed<QueryUrlResult>(plain, 'openSandbox', uri)).sandboxUrl ?? '', /ApiSandbox/);
  const unknown = await plain.open('# @site nowhere\nlist=allpages\n');
  assert.equal(await executed(plain, 'copyUrl', unknown), null);
  const { notices } = await executed<RunResult>(plain, 'run', unknown);
  assert.deepEqual(
    plain.sent.messages.map(({ type }) => type),
    [1, 1],
  );
  assert.equal(plain.sent.messages[1]?.message, notices[0]?.message);
  assert.equal(await plain.stop(), 0);
});

test('a configured wiki is asked for its own modules once, and judges by them', async () => {
  await using learning = await startLanguageClient({
    options: {
      settings: { ...settingsOf({ wiki: wiki.url }), language: languageSettings({ siteCatalogues: true }) },
    },
  });
  const asked = wiki.requests.length;
  const uri = await learning.open('list=checkuser\n');
  const first = await learning.published(uri);
  await learning.received(() =>
    learning.sent.diagnostics.filter(each => each.uri === uri).length > 1 ? true : undefined,
  );
  const requests = wiki.requests.slice(asked);
  assert(requests.some(({ parameters }) => parameters.get('action') === 'paraminfo'));
  assert(Array.isArray(first));
  const known = wiki.requests.length;
  await learning.published(await learning.open('list=allpages\n'));
  assert.equal(wiki.requests.length, known);
});
