/** Rows of one query as values of another, over stdio: what is sent, loading more, problems and definitions. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CancellationTokenSource } from 'vscode-languageserver-protocol/node';
import { type CodeAction, CompletionItemKind, type Hover, type Location } from 'vscode-languageserver-types';
import { cellsNotification } from '#shared/protocol/documents/notebook-cells.ts';
import {
  answersRequest,
  type PromptAnswers,
  type PromptQuestion,
} from '#shared/protocol/documents/prompts.ts';
import type { WindowResult } from '#shared/protocol/results.ts';
import type { Progress, RunResult } from '#shared/protocol/run.ts';
import { type SandboxWiki, startSandboxWiki } from '../sandbox/wiki.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { type PausableProxy, startPausableProxy } from '../support/pausable-proxy.ts';
import { settingsOf } from '../support/settings.ts';

let wiki: SandboxWiki;
let client: LanguageClient;
let proxy: PausableProxy;
/** The prompts that the user was asked for last; all keep their defaults. */
let questions: readonly PromptQuestion[] = [];
before(async () => {
  wiki = await startSandboxWiki();
  proxy = await startPausableProxy(wiki.url);
  const settings = settingsOf({ wiki: wiki.url, slow: proxy.url });
  const answers = {
    [answersRequest.method]: (params: unknown): PromptAnswers => {
      assert.ok(answersRequest.isParams(params));
      ({ questions } = params);
      return {};
    },
  };
  client = await startLanguageClient({ options: { panels: true, settings }, answers });
});
after(async () => {
  await client.stop();
  await proxy.stop();
  await wiki.stop();
});

const ask = <Result>(name: string, params: object): Promise<Result> =>
  client.connection.sendRequest<Result>(`wikijql/${name}`, params);
const members =
  '### Members\n# @name members\n# @prompt first: title = A\nlist=allpages\napfrom={{first}}\naplimit=60\n';
const file = (query: string): string => `${members}### Q\n${query}\n`;
const position = { line: 7, character: 0 };
let count = 0;
const runQuery = async (query: string): Promise<RunResult> =>
  ask('run', { run: `chain-${++count}`, uri: await client.open(file(query)), position });

async function cells(run: string, table: string, column: string): Promise<readonly unknown[]> {
  const view = { sort: [], search: '', filters: {} };
  const found = await ask<WindowResult>('window', { run, table, view, offset: 0, count: 1000 });
  return found.rows.map(row => row.cells[column]);
}

test('titles go 50 to a request, and every row says which it is from', async () => {
  const earlier = wiki.requests.length;
  const result = await runQuery('# @all\nprop=info\ntitles={{members.title}}');
  assert.equal(result.status, 'complete');
  assert.deepEqual([result.rows, result.requests], [60, 3]);
  assert.equal(wiki.requests.length - earlier, 3);
  assert.deepEqual(
    result.notices.map(({ code }) => code),
    ['chain-first-rows'],
  );
  const titles = await cells(result.run, 'pages', 'title');
  assert.equal(new Set(titles).size, 60);
  assert.deepEqual(await cells(result.run, 'pages', 'from members.title'), titles);
});

test('what was not fetched yet is loaded from where it stopped', async () => {
  const result = await runQuery('# @limit 55\nprop=info\ntitles={{members.title}}');
  assert.deepEqual([result.status, result.rows], ['more', 55]);
  const more = await ask<RunResult>('more', { run: result.run });
  assert.deepEqual([more.status, more.rows, more.requests], ['complete', 60, 3]);
});

const slowFile =
  '# @site slow\n### Members\n# @name members\n# @limit 60\nlist=allpages\naplimit=20\n### Q\n# @all\nprop=info\ntitles={{members.title}}\n';

/** A run that is cancelled before its nth request, as soon as its progress says so. */
async function interrupted(
  run: string,
  nth: number,
  isThere: (progress: Progress) => boolean,
): Promise<RunResult> {
  const uri = await client.open(slowFile);
  proxy.closeBefore(nth);
  const cancel = new CancellationTokenSource();
  const at = { line: 8, character: 0 };
  const running = client.connection.sendRequest<RunResult>(
    'wikijql/run',
    { run, uri, position: at },
    cancel.token,
  );
  await client.received(() => client.sent.progress.find(each => each.run === run && isThere(each)));
  cancel.cancel();
  const result = await running;
  proxy.open();
  return result;
}

test('the number of requests is reported before the first of them, after what the other query does', async () => {
  const result = await runQuery('# @all\nprop=info\ntitles={{members.title}}');
  const reported = client.sent.progress.filter(({ run }) => run === result.run);
  assert.ok(reported.some(({ source }) => source?.query === 'members'));
  const first = reported.find(({ planned }) => planned !== undefined);
  assert.deepEqual([first?.planned, first?.rows, first?.requests], [3, 0, 1]);
  assert.equal(reported.at(-1)?.requests, 3);
});

test('an interrupted first step resumes where it stopped', async () => {
  const begin = wiki.requests.length;
  const stopped = await interrupted('first-step', 2, ({ source }) => source?.rows === 20);
  assert.deepEqual([stopped.rows, stopped.continues], [0, true]);
  assert.deepEqual(
    stopped.notices.map(({ code }) => code),
    ['cancelled'],
  );
  assert.match(stopped.notices[0]?.message ?? '', /after 20 of its rows/);
  const result = await ask<RunResult>('more', { run: 'first-step' });
  assert.deepEqual([result.status, result.rows], ['complete', 60]);
  const firsts = wiki.requests
    .slice(begin)
    .filter(({ parameters }) => parameters.has('aplimit') && !parameters.has('apcontinue'));
  assert.equal(firsts.length, 1);
});

test('an interrupted chain goes on with the next values', async () => {
  const begin = wiki.requests.length;
  const stopped = await interrupted('second-step', 5, ({ rows }) => rows === 50);
  assert.deepEqual([stopped.status, stopped.rows, stopped.continues], ['incomplete', 50, true]);
  const result = await ask<RunResult>('more', { run: 'second-step' });
  assert.deepEqual([result.status, result.rows, result.continues], ['complete', 60, undefined]);
  const firstBatch = wiki.requests
    .slice(begin)
    .filter(({ parameters }) => parameters.get('titles')?.split('|').length === 50);
  assert.equal(firstBatch.length, 1);
});

const refused: readonly [query: string, code: string, sent: number][] = [
  ['prop=info\ntitles={{members.nothing}}', 'chain-column', 1],
  ['# @name own\nprop=info\ntitles={{own.title}}', 'chain-circle', 0],
  ['prop=info\ntitles={{membres.title}}', 'unknown-query', 0],
];
for (const [query, code, sent] of refused)
  test(`${query.split('\n').at(-1)}: ${code}`, async () => {
    const earlier = wiki.requests.length;
    const result = await runQuery(query);
    assert.equal(result.status, 'failed');
    assert.equal(result.notices.at(-1)?.code, code);
    assert.equal(wiki.requests.length - earlier, sent);
  });

test('a reference is completed, explained with the rows of the last run, and its column checked with a fix', async () => {
  const typed = 'prop=info\ntitles={{members.';
  const uri = await client.open(file(typed));
  const end = { line: 8, character: 17 };
  const items = await client.complete(uri, end);
  assert.ok(items.some(({ label }) => label === 'title'));
  assert.ok(items.every(({ kind }) => kind === CompletionItemKind.Field));
  const names = await client.complete(uri, { line: 8, character: 11 });
  assert.ok(names.some(({ label }) => label === 'members'));

  const mistyped = await client.open(file('prop=info\ntitles={{members.tilte}}'));
  const problem = (await client.published(mistyped)).find(({ code }) => code === 'reference-column');
  assert.ok(problem);
  const actions = await client.ask<CodeAction[]>('textDocument/codeAction', mistyped, {
    range: problem.range,
    context: { diagnostics: [problem] },
  });
  const [edit] = actions[0]?.edit?.changes?.[mistyped] ?? [];
  assert.equal(edit?.newText, '{{members.title}}');

  const whole = await client.open(file('prop=info\ntitles={{members.title}}'));
  await ask<RunResult>('run', { run: 'explained', uri: whole, position: { line: 1, character: 0 } });
  await ask<RunResult>('run', { run: 'explained', uri: whole, position });
  const hover = await client.ask<Hover>('textDocument/hover', whole, {
    position: { line: 8, character: 12 },
  });
  assert.match(JSON.stringify(hover.contents), /last run: 60.*Up to 50.*at most 2/);
  const title = await client.ask<Hover>('textDocument/hover', whole, {
    position: { line: position.line - 1, character: 4 },
  });
  assert.match(JSON.stringify(title.contents), /every 50 values.*“members” runs first.*at most 2/);
});

test('the prompts of the query whose rows are used are asked for, and a reference leads to its name', async () => {
  const uri = await client.open(file('prop=info\ntitles={{members.title}}'));
  await ask<RunResult>('run', { run: 'asking', uri, position });
  assert.deepEqual(
    questions.map(({ name }) => name),
    ['first'],
  );
  const [found] = await client.ask<Location[]>('textDocument/definition', uri, {
    position: { line: 8, character: 12 },
  });
  assert.equal(found?.range.start.line, 1);
});

test('the cells of a notebook use the rows of each other', async () => {
  const source = await client.open(members, 'wikiquery');
  const user = await client.open('# @all\nprop=info\ntitles={{members.title}}\n', 'wikiquery');
  const other = await client.open('project = A\n', 'jql');
  const notebook = { notebook: 'test:/week.md', cells: [source, other, user], shares: 'all' };
  await client.connection.sendNotification(cellsNotification.method, notebook);
  const at = { line: 1, character: 0 };
  const result = await ask<RunResult>('run', { run: 'cells', uri: user, position: at });
  assert.deepEqual(
    questions.map(({ name }) => name),
    ['first'],
  );
  assert.deepEqual([result.status, result.rows, result.requests], ['complete', 60, 3]);
  const names = await client.complete(user, { line: 2, character: 9 });
  assert.ok(names.some(({ label }) => label === 'members'));
  const [found] = await client.ask<Location[]>('textDocument/definition', user, {
    position: { line: 2, character: 12 },
  });
  assert.deepEqual([found?.uri, found?.range.start.line], [source, 1]);
});
