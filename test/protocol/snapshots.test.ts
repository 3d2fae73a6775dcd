/** Comparing runs and keeping them, by the protocol. */
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Row } from '#shared/protocol/json.ts';
import type { RefreshReportResult } from '#shared/protocol/documents/reports.ts';
import type { RunResult, TableHeader } from '#shared/protocol/run.ts';
import type {
  DeleteResult,
  KeepResult,
  RanQuery,
  SetAsideResult,
  SnapshotsResult,
} from '#shared/protocol/snapshots.ts';
import { type SandboxWiki, startSandboxWiki } from '../sandbox/wiki.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { removeAtExit } from '../support/processes.ts';
import { advancedSettings, settingsOf } from '../support/settings.ts';

const newFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'snapshot-protocol-'));
  removeAtExit(folder);
  return folder;
};
let wiki: SandboxWiki;
const clients = new Set<LanguageClient>();
before(async () => {
  wiki = await startSandboxWiki();
});
after(async () => {
  await Promise.all([...clients].map(stop));
  await wiki.stop();
});

let sessions = 0;
async function stop(client: LanguageClient): Promise<void> {
  clients.delete(client);
  await client.stop();
}

async function newClient(storage = newFolder(), inMemory = false): Promise<LanguageClient> {
  const settings = {
    ...settingsOf({ wiki: wiki.url, other: wiki.url }),
    advanced: advancedSettings({ resultsInMemory: inMemory }),
  };
  const options = { panels: true, settings, storage, session: `session-${++sessions}` };
  const client = await startLanguageClient({ options });
  clients.add(client);
  return client;
}
const request = <Result>(client: LanguageClient, name: string, params: object = {}) =>
  client.connection.sendRequest<Result>(`wikijql/${name}`, params);

const queries = `### Ten
# @limit 10
list=allpages
aplimit=10

### Twelve
# @limit 12
list=allpages
aplimit=12

### Secret
@word = hunter2hunter2
list=watchlistraw
wrowner=Someone
wrtoken={{word}}

###
list=allpages
`;
const lines = { ten: 3, twelve: 8, secret: 13, untitled: 18 };
async function run(
  client: LanguageClient,
  name: string,
  line: number,
  more: object = {},
): Promise<RunResult> {
  const uri = await client.open(queries);
  return request<RunResult>(client, 'run', { run: name, uri, position: { line, character: 0 }, ...more });
}
const tableOf = (client: LanguageClient, id: string): TableHeader | undefined =>
  client.sent.tables.findLast(state => state.run === id)?.table;
const about = ({ asked, site, requests, rows, status, milliseconds }: RunResult): RanQuery => ({
  title: asked?.title ?? '',
  query: asked?.query ?? '',
  uri: 'file:///a.wikiquery',
  requests,
  rows,
  status,
  milliseconds,
  ran: 1000,
  ...(site && { site }),
});
const titlesOf = (rows: readonly Row[]) => rows.map(row => row['title']);

test('two runs are compared as a run of its own', async () => {
  const client = await newClient();
  await run(client, 'first', lines.ten);
  await run(client, 'second', lines.twelve);
  const sides = { before: { run: 'first', name: 'Ten' }, after: { run: 'second', name: 'Twelve' } };
  const result = await request<RunResult>(client, 'compare', { run: 'compared', title: 'Both', ...sides });
  assert.deepEqual([result.status, result.rows, result.title], ['complete', 12, 'Both']);
  assert.deepEqual(
    result.notices.map(({ severity, message }) => [severity, message]),
    [['information', '2 added, 0 gone, 0 changed, 10 the same. Rows are matched by “pageid”.']],
  );
  assert.deepEqual(tableOf(client, 'compared')?.comparison?.counts, {
    added: 2,
    gone: 0,
    changed: 0,
    same: 10,
  });
  assert.deepEqual(titlesOf(await client.rows('compared')), titlesOf(await client.rows('second')));
  const text = await request<{ text: string } | null>(client, 'comparisonText', {
    run: 'compared',
    before: 'Ten',
    after: 'Twelve',
  });
  assert.match(text?.text ?? '', /^--- Ten\n\+\+\+ Twelve\n@@ allpages: 2 added.*@@\n\+ .*\n\+ .*\n$/);
  const nothing = {
    run: 'nothing',
    title: '',
    before: { run: 'x', name: '' },
    after: { run: 'y', name: '' },
  };
  assert.equal((await request<RunResult>(client, 'compare', nothing)).rows, 0);
});

test('a comparison says that rows may be among those that a run did not load', async () => {
  const client = await newClient();
  await run(client, 'first', lines.twelve);
  await run(client, 'second', lines.ten);
  const first = { run: 'first', name: 'Twelve' };
  const second = { run: 'second', name: 'Ten' };
  const compare = async (one: object, other: object): Promise<string | undefined> => {
    const params = { run: crypto.randomUUID(), title: '', before: one, after: other };
    return (await request<RunResult>(client, 'compare', params)).notices[0]?.message.replace(
      /^.*“pageid”\. ?/,
      '',
    );
  };
  const partial = { isPartial: true };
  const gone = '“Ten” did not load all rows, so a row that counts as gone may still exist.';
  const added = '“Ten” did not load all rows, so a row that counts as added may not be new.';
  assert.equal(await compare(first, { ...second, ...partial }), gone);
  assert.equal(await compare({ ...second, ...partial }, first), added);
  assert.equal(await compare({ ...first, ...partial }, second), '');
});

test('a snapshot is found in the next session, and compared there', async () => {
  const storage = newFolder();
  const client = await newClient(storage);
  const ran = about(await run(client, 'first', lines.ten));
  const kept = await request<KeepResult>(client, 'keep', { run: 'first', name: 'of today', about: ran });
  assert.ok('snapshot' in kept);
  await stop(client);

  const next = await newClient(storage);
  const listed = await request<SnapshotsResult>(next, 'snapshots');
  assert.deepEqual(listed, { snapshots: [kept.snapshot] });
  const { id } = kept.snapshot;
  const opened = await request<RunResult>(next, 'openSnapshot', { run: 'opened', snapshot: id });
  assert.deepEqual(
    [opened.title, opened.status, opened.rows, opened.site?.name],
    ['Ten', 'more', 10, 'wiki'],
  );
  await run(next, 'again', lines.ten);
  const compared = await request<RunResult>(next, 'compare', {
    run: 'compared',
    title: '',
    before: { run: 'opened', name: '' },
    after: { run: 'again', name: '' },
  });
  assert.equal(compared.notices[0]?.message, 'Both runs have the same 10 rows.');
  assert.deepEqual(await request<DeleteResult>(next, 'deleteSnapshot', { snapshot: id }), { deleted: true });
  const gone = await request<RunResult>(next, 'openSnapshot', { run: 'gone', snapshot: id });
  assert.deepEqual([gone.status, gone.notices[0]?.code], ['failed', 'snapshotGone']);
});

test('results in memory are not kept, and the reason is given', async () => {
  const client = await newClient(newFolder(), true);
  const ran = about(await run(client, 'first', lines.ten));
  const kept = await request<KeepResult>(client, 'keep', { run: 'first', name: 'x', about: ran });
  assert.match('problem' in kept ? kept.problem : '', /resultsInMemory.*wikijql\.advanced/);
});

test('a folder that cannot be used, and a damaged file, are reported with their path', async () => {
  const storage = newFolder();
  const client = await newClient(storage);
  const ran = about(await run(client, 'first', lines.ten));
  const snapshots = path.join(storage, 'results', 'snapshots.sqlite');
  writeFileSync(snapshots, 'not a database'.repeat(1000));
  const kept = await request<KeepResult>(client, 'keep', { run: 'first', name: 'x', about: ran });
  assert.ok('problem' in kept && kept.unreadable === true && kept.problem.includes(snapshots));
  const aside = await request<SetAsideResult>(client, 'setAsideSnapshots');
  assert.ok('file' in aside);
  assert.ok(
    'snapshot' in (await request<KeepResult>(client, 'keep', { run: 'first', name: 'x', about: ran })),
  );

  const file = path.join(newFolder(), 'file');
  writeFileSync(file, '');
  const other = await newClient(file);
  const listed = await request<SnapshotsResult>(other, 'snapshots');
  assert.ok('problem' in listed && listed.problem.includes(file), JSON.stringify(listed));
});

test('what is remembered of a query has no value of a sensitive parameter', async () => {
  const client = await newClient();
  assert.deepEqual((await run(client, 'first', lines.ten)).asked, {
    title: 'Ten',
    query: 'list=allpages\naplimit=10',
  });
  assert.deepEqual((await run(client, 'second', lines.secret)).asked, {
    title: 'Secret',
    query: 'list=watchlistraw\nwrowner=Someone',
  });
  assert.equal((await run(client, 'third', lines.untitled)).asked?.title, 'list=allpages');
});

test('a query runs at another site of its kind', async () => {
  const client = await newClient();
  const there = await run(client, 'there', lines.ten, { site: 'other' });
  assert.deepEqual([there.site?.name, there.rows], ['other', 10]);
  const nowhere = await run(client, 'nowhere', lines.ten, { site: 'nowhere' });
  assert.deepEqual([nowhere.status, nowhere.notices[0]?.code], ['failed', 'unknown-site']);
});

test('a report finds the last snapshot of a query that is long and has no title', async () => {
  const titles = Array.from({ length: 50 }, (_, index) => `${'x'.repeat(240)} ${index}`).join('|');
  const text = `\`\`\`wikiquery\n# @site wiki\n# @expect same as last\ntitles=${titles}\n\`\`\`\n`;
  const client = await newClient();
  const uri = await client.open(text, 'markdown');
  const ran = await request<RunResult>(client, 'run', {
    run: 'first',
    uri,
    position: { line: 3, character: 0 },
  });
  assert.deepEqual([ran.status, ran.rows], ['complete', 50]);
  await request<KeepResult>(client, 'keep', {
    run: 'first',
    name: 'of today',
    about: { ...about(ran), uri },
  });
  const report = await request<RefreshReportResult>(client, 'refreshReport', {
    uri,
    text,
    file: 'report.md',
  });
  assert.deepEqual([report.results, report.failures, report.unexpected], [1, [], []]);
});
