/** The cells of notebooks: what holds for those below, and what an edit has judged again. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { cellsNotification, type NotebookCells } from '#shared/protocol/documents/notebook-cells.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { settingsOf } from '../support/settings.ts';

let client: LanguageClient;
let refreshes = 0;
before(async () => {
  const settings = settingsOf({ wiki: 'https://wiki.example/w/api.php', jira: 'https://jira.example/' });
  client = await startLanguageClient({
    pull: true,
    options: { settings, panels: true },
    capabilities: { workspace: { diagnostics: { refreshSupport: true } } },
    answers: { 'workspace/diagnostic/refresh': () => (refreshes++, null) },
  });
});
after(async () => client.stop());

const notebook = 'test:/notebook.md';
const tell = (cells: readonly string[], shares: NotebookCells['shares'] = 'all'): Promise<void> =>
  client.connection.sendNotification(cellsNotification.method, { notebook, cells, shares });
const undefinedIn = async (uri: string): Promise<boolean> =>
  (await client.pulled(uri)).some(({ code }) => code === 'undefined-variable');

let above: string;
let below: string;
beforeEach(async () => {
  above = await client.open('@who = currentUser()\nassignee = {{who}}\n', 'jql');
  below = await client.open('reporter = {{who}}\n', 'jql');
});

test('the variables of a cell hold for those below it, in the order of the notebook', async () => {
  assert.equal(await undefinedIn(below), true);
  await tell([above, below]);
  assert.equal(await undefinedIn(below), false);
  await tell([below, above]);
  assert.equal(await undefinedIn(below), true);
  await tell([]);
  assert.equal(await undefinedIn(below), true);
});

test('in a query file only what is in the header holds for all cells', async () => {
  const titled = await client.open('### Mine\n@who = currentUser()\nassignee = {{who}}\n', 'jql');
  await tell([titled, below], 'header');
  assert.equal(await undefinedIn(below), true);
  const header = await client.open('@who = currentUser()\n', 'jql');
  await tell([header, titled, below], 'header');
  assert.equal(await undefinedIn(below), false);
});

test('other cells are judged again where a definition or a name changes, and not at each keystroke', async () => {
  await tell([above, below]);
  assert.equal(await undefinedIn(below), false);
  await client.received(() => (refreshes > 0 ? refreshes : undefined));
  refreshes = 0;
  for (const character of ' AND x')
    await client.change(above, { line: 1, character: 18 }, { line: 1, character: 18 }, character);
  await client.change(below, { line: 0, character: 18 }, { line: 0, character: 18 }, ' AND y = 1');
  assert.equal(await undefinedIn(below), false);
  assert.equal(refreshes, 0);
  await client.change(above, { line: 0, character: 1 }, { line: 0, character: 4 }, 'me');
  assert.equal(await undefinedIn(below), true);
  assert.equal(await client.received(() => (refreshes > 0 ? refreshes : undefined)), 1);
});

test('a cell that uses the rows of another is judged again where that one changes, also in a query file', async () => {
  const named = await client.open('### Members\n# @name members\nlist=allpages\n', 'wikiquery');
  const user = await client.open('### Q\nprop=info\ntitles={{ members.titel }}\n', 'wikiquery');
  const codes = async (): Promise<readonly unknown[]> => (await client.pulled(user)).map(({ code }) => code);
  for (const shares of ['all', 'header'] as const) {
    await tell([named, user], shares);
    assert.deepEqual(await codes(), ['reference-column']);
    await client.received(() => (refreshes > 0 ? refreshes : undefined));
    refreshes = 0;
    await client.change(named, { line: 2, character: 5 }, { line: 2, character: 13 }, 'random');
    await client.received(() => (refreshes > 0 ? refreshes : undefined));
    await client.change(named, { line: 2, character: 5 }, { line: 2, character: 11 }, 'allpages');
  }
});

test('beside more than 500 queries it is not checked how a cell uses the rows of another', async () => {
  const user = await client.open('### Q\nprop=info\ntitles={{members.titel}}\n', 'wikiquery');
  const named = '### Members\n# @name members\nlist=allpages\n';
  const codesBeside = async (others: number): Promise<readonly unknown[]> => {
    const cell = await client.open(named + '### Other\nlist=random\n'.repeat(others), 'wikiquery');
    await tell([cell, user], 'header');
    return (await client.pulled(user)).map(({ code }) => code);
  };
  assert.deepEqual(await codesBeside(498), ['reference-column']);
  assert.deepEqual(await codesBeside(499), []);
});

test('the cells of a notebook take only so much from those above them, and the first that has not all says so', async () => {
  const lines = Array.from({ length: 5000 }, (_, index) => `@v${index} = ${'x'.repeat(190)}\n`).join('');
  const cells: string[] = [];
  for (let count = 0; count < 8; count++)
    cells.push(await client.open(`${lines}@last${count} = EMPTY\n`, 'jql'));
  const first = await client.open('assignee = {{last3}}\n', 'jql');
  const second = await client.open('assignee = {{last3}} OR reporter = {{last7}}\n', 'jql');
  await tell([...cells, first, second]);
  const found = async (uri: string): Promise<unknown[]> => (await client.pulled(uri)).map(({ code }) => code);
  assert.deepEqual(await found(cells[3]!), []);
  const overfull = await Promise.all(cells.map(found));
  assert.deepEqual(overfull.filter(codes => codes.includes('too-many-definitions')).length, 1);
  assert.deepEqual([await found(first), await found(second)], [[], ['undefined-variable']]);
  await tell([]);
});
