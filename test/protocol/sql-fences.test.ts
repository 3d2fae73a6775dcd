/** Statements of SQL in the fences of Markdown files and in the cells of notebooks, by the protocol. */
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { type CodeLens, type Hover, TextEdit } from 'vscode-languageserver-types';
import { cellsNotification } from '#shared/protocol/documents/notebook-cells.ts';
import {
  contextRequest,
  type ContextResult,
  queriesRequest,
  type QueryReference,
  type RunResult,
} from '#shared/protocol/run.ts';
import { type SandboxWiki, startSandboxWiki } from '../sandbox/wiki.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { edited, marked, textIn } from '../support/marked.ts';
import { removeAtExit } from '../support/processes.ts';
import { settingsOf } from '../support/settings.ts';

let wiki: SandboxWiki;
let client: LanguageClient;
before(async () => {
  wiki = await startSandboxWiki();
  const storage = mkdtempSync(path.join(tmpdir(), 'sql-fences-'));
  removeAtExit(storage);
  const settings = settingsOf({ wiki: wiki.url });
  client = await startLanguageClient({
    pull: true,
    options: { panels: true, settings, storage, session: 'fences' },
  });
});
after(async () => {
  await client.stop();
  await wiki.stop();
});

const query = '```wikiquery\n# @name pages\n# @limit 10\nlist=allpages\n```\n';
const withStatement = (sql: string): string => `# Week\n\n${query}\n\`\`\`sql\n${sql}\n\`\`\`\n`;
/** The line of the first statement. */
const statementLine = 9;

const problems = async (uri: string, text: string): Promise<string[]> =>
  (await client.pulled(uri)).map(
    ({ code, severity, range }) => `${code} ${severity} ${textIn(text, range)} ${range.start.line}`,
  );
const run = (id: string, uri: string, line: number): Promise<RunResult> =>
  client.connection.sendRequest('wikijql/run', { run: id, uri, position: { line, character: 0 } });
const release = (id: string): Promise<void> =>
  client.connection.sendNotification('wikijql/release', { run: id });
const labels = async (source: string): Promise<readonly string[]> => {
  const { text, position } = marked(source);
  const uri = await client.open(text, 'markdown');
  return (await client.complete(uri, position)).map(({ label }) => label);
};

for (const [name, sql, expected] of [
  ['a table that has not run', 'select title from pages', []],
  ['columns of such a table', 'select p.anything, other from pages p', []],
  ['an unknown table', 'select 1 from page_s', ['unknown-table 1 page_s 9']],
  ['a mistake beside a table that has not run', 'select title title title from pages', ['syntax 1 title 9']],
  ['another kind of statement', 'select 1;\ndelete from pages', ['several 1 ; 9']],
  ['an unknown function', 'select 1,\n  sume(1)', ['unknown-function 1 sume 10']],
] as const)
  test(`the problem of ${name}`, async () => {
    const text = withStatement(sql);
    assert.deepEqual(await problems(await client.open(text, 'markdown'), text), expected);
  });

test('a file with statements that are too complex is checked as far as that comes to an end', async () => {
  const chain = Array.from(
    { length: 40 },
    (_, index) => `a${index + 1} as (select a.x from a${index} a, a${index} b)`,
  );
  const fence = (number: number): string =>
    `\n\`\`\`sql\nwith a0 as (select 1 x), ${chain.join(', ')} select x + ${number} from a40\n\`\`\`\n`;
  const wrong = '\n```sql\nselect sume(1)\n```\n';
  const complex = Array.from({ length: 50 }, (_, index) => fence(index)).join('');
  const text = `# Week\n\n${query}${wrong}${complex}${wrong}`;
  const found = await problems(await client.open(text, 'markdown'), text);
  assert.deepEqual(
    found.map(problem => problem.split(' ', 2).join(' ')),
    ['unknown-function 1', 'too-complex 3', 'too-complex 3', 'too-complex 3', 'not-checked 3'],
  );
  assert((await labels(withStatement('select * from ¦'))).includes('pages'));
});

test('SQL of other databases, in a file without queries, is left alone', async () => {
  const text = '```sql\nselect * from users\n```\n';
  const uri = await client.open(text, 'markdown');
  assert.deepEqual(await problems(uri, text), []);
  assert.deepEqual(await client.ask<CodeLens[]>('textDocument/codeLens', uri), []);
});

test('completion has the tables of the file and the columns to be expected', async () => {
  assert((await labels(withStatement('select * from ¦'))).includes('pages'));
  const columns = await labels(withStatement('select p.¦ from pages p'));
  assert(columns.includes('title') && columns.includes('pageid'), columns.join(' '));
  assert((await labels(withStatement('select ¦ from pages'))).includes('count'));
  assert((await labels('```jql\nx = 1\n```\n\n```sql\n¦\n```\n')).includes('SELECT'));
});

test('a statement has the columns of a named statement above it', async () => {
  const named = '-- @name titles\nselect title, pageid as id from pages\n```\n\n```sql\n';
  assert.deepEqual((await labels(withStatement(`${named}select t.¦ from titles t`))).slice(1), [
    'title',
    'id',
  ]);
});

test('completion edits the file at the cursor, also in a quotation', async () => {
  const { text, position } = marked(`${query}\n> \`\`\`sql\n> select *\n> from pa¦\n> \`\`\`\n`);
  const uri = await client.open(text, 'markdown');
  const item = (await client.complete(uri, position)).find(({ label }) => label === 'pages');
  assert(item?.textEdit && TextEdit.is(item.textEdit));
  assert.equal(edited(text, [item.textEdit]), text.replace('from pa\n', 'from pages\n'));
});

test('hover says that a table has not run, and what it has afterwards', async () => {
  const text = withStatement('select title from pages');
  const uri = await client.open(text, 'markdown');
  const position = { line: statementLine, character: 19 };
  const hover = () => client.ask<Hover>('textDocument/hover', uri, { position });
  const early = await hover();
  assert.match(JSON.stringify(early.contents), /Not run yet/);
  assert.equal(textIn(text, early.range!), 'pages');
  await run('hovered', uri, 5);
  assert.match(JSON.stringify((await hover()).contents), /Rows: 10/);
  assert.deepEqual(await problems(uri, text), []);
  await release('hovered');
});

test('each statement has a lens above its fence, as queries have, and can be run', async () => {
  const uri = await client.open(withStatement('-- The titles\nselect title from pages'), 'markdown');
  const lenses = await client.ask<CodeLens[]>('textDocument/codeLens', uri);
  const lines = lenses
    .filter(({ command }) => command?.command === 'wikijql.run')
    .map(({ range }) => range.start.line);
  assert.deepEqual(lines, [2, statementLine - 1]);
  const queries = await client.connection.sendRequest<QueryReference[]>(queriesRequest.method, { uri });
  assert.deepEqual(
    queries.map(({ title, range }) => `${range.start.line} ${title}`),
    ['2 pages', '9 The titles'],
  );
  const params = { uri, position: { line: 10, character: 0 } };
  const context = await client.connection.sendRequest<ContextResult>(contextRequest.method, params);
  assert.deepEqual([context.title, context.refusal], ['The titles', undefined]);
});

test('a statement runs over the results of its own file, and says which query is missing', async () => {
  const text = withStatement('-- @name short\nselect title from pages limit 4');
  const uri = await client.open(text, 'markdown');
  const refused = await run('early', uri, 10);
  assert.deepEqual([refused.status, refused.notices[0]?.code], ['failed', 'not-run']);
  const other = await client.open(query.replace('limit 10', 'limit 2'), 'markdown');
  await run('mine', uri, 5);
  await run('theirs', other, 3);
  const result = await run('late', uri, 10);
  assert.deepEqual(
    [result.status, result.rows, result.title, result.requests, result.site?.name, result.notices],
    ['complete', 4, 'short', 0, 'wiki', []],
  );
  for (const id of ['mine', 'theirs', 'late']) await release(id);
});

test('the answer of a named statement is a table', async () => {
  const text = withStatement(
    '-- @name short\nselect title from pages limit 4\n```\n\n```sql\nselect count(*) n from short',
  );
  const uri = await client.open(text, 'markdown');
  await run('q', uri, 5);
  await run('s', uri, 10);
  assert.deepEqual((await run('t', uri, 14)).status, 'complete');
  const [row] = await client.rows('t');
  assert.equal(row?.['n'], 4);
  for (const id of ['q', 's', 't']) await release(id);
});

test('the comments of a statement say how its answer is shown', async () => {
  const text = withStatement('-- @view chart bar x=title\nselect title from pages');
  const uri = await client.open(text, 'markdown');
  await run('q', uri, 5);
  await run('chart', uri, 10);
  const header = client.sent.tables.findLast(state => state.run === 'chart')?.table;
  assert.equal(header?.chart?.kind, 'bar');
  for (const id of ['q', 'chart']) await release(id);
});

test('a cell of SQL knows the other cells of its notebook', async () => {
  const cell = await client.open('# @name cellpages\n# @limit 3\nlist=allpages', 'wikiquery');
  const text = 'select c.title from cellpages c';
  const statement = await client.open(text, 'sql');
  assert.deepEqual(await client.pulled(statement), []);
  const notebook = { notebook: 'test:/week.md', cells: [cell, statement], shares: 'all' };
  await client.connection.sendNotification(cellsNotification.method, notebook);
  const items = await client.complete(statement, { line: 0, character: 9 });
  assert(items.some(({ label }) => label === 'title'));
  await run('cell', cell, 2);
  assert.deepEqual(await problems(statement, text), []);
  assert.deepEqual([(await run('answer', statement, 0)).rows], [3]);
});
