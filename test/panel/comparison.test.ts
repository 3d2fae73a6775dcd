/** A comparison in the results panel: changes of rows and cells are shown by signs and words too. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TableHeader } from '#shared/protocol/run.ts';
import { colorRules, prepareAxe, runAxe } from '../support/axe.ts';
import { changeTheme, themeNames } from '../support/panel-page.ts';
import { panelSuite } from '../support/panel-suite.ts';
import { finish, run, start } from '../support/results.ts';
import { until } from '../support/until.ts';

const table: TableHeader = {
  id: 'issues',
  title: 'issues',
  columns: [
    { key: 'change', title: 'Change', type: 'text' },
    { key: 'key', title: 'Key', type: 'issue' },
    { key: 'status', title: 'Status', type: 'text' },
    { key: 'votes', title: 'Votes', type: 'number' },
    { key: 'changes', title: 'Changed columns', type: 'json', hidden: true },
    { key: 'status (before)', title: 'Status (before)', type: 'text', hidden: true },
    { key: 'votes (before)', title: 'Votes (before)', type: 'number', hidden: true },
  ],
  comparison: {
    state: 'change',
    changes: 'changes',
    before: { status: 'status (before)', votes: 'votes (before)' },
    identity: 'key',
    counts: { added: 1, gone: 1, changed: 2, same: 1 },
    onlyBefore: [],
    onlyAfter: [],
  },
};
const rows = [
  { change: 'added', key: 'A-5', status: 'New', votes: 0 },
  { change: 'changed', key: 'A-4', status: 'Done', votes: 1, changes: ['status'], 'status (before)': 'Open' },
  { change: 'changed', key: 'A-3', status: 'Open', votes: 1200, changes: ['votes'] },
  { change: 'same', key: 'A-1', status: 'Open', votes: 1 },
  { change: 'gone', key: 'A-2', status: 'Open', votes: 1 },
];

const panels = panelSuite();

test('a comparison shows the rows that differ, with the values before, and passes axe in every theme', async () => {
  const panel = await panels.results();
  const { page } = panel;
  await prepareAxe(page);
  await panel.send(start, { type: 'rows', run, table, offset: 0, rows }, { ...finish, rows: rows.length });
  await panel.settle();
  const shown = (): Promise<string[]> =>
    page.evaluate(`[...document.querySelectorAll('.body .row')]
      .toSorted((a, b) => a.getAttribute('aria-rowindex') - b.getAttribute('aria-rowindex'))
      .map(row => [...row.querySelectorAll('.cell')].map(cell => cell.textContent).join(' | '))`);
  assert.deepEqual(await shown(), [
    '+ added | A-5 | New | 0',
    '≠ changed | A-4 | Open → Done | 1',
    '≠ changed | A-3 | Open | (empty) → 1,200',
    '− gone | A-2 | Open | 1',
  ]);
  const findings: string[] = [];
  for (const theme of themeNames) {
    await changeTheme(page, theme);
    await panel.picture(`comparison-${theme}`);
    const { violations, undecided } = await runAxe(page, theme === themeNames[0] ? undefined : colorRules);
    for (const line of [...violations, ...undecided]) findings.push(`${theme}: ${line}`);
  }
  assert.deepEqual(findings, []);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Show Comparison as Text' }).click();
  assert.deepEqual(panel.said.at(-1), { type: 'stored', run, command: 'showComparisonText' });
  await page.getByLabel('Filter Change').fill('');
  await until('all rows', async () => (await shown()).length === 5);
});

test('a comparison of equal runs shows their rows without a filter', async () => {
  const panel = await panels.results();
  const same = rows.filter(({ change }) => change === 'same');
  const { comparison } = table;
  assert.ok(comparison);
  const counts = { added: 0, gone: 0, changed: 0, same: 1 };
  const equal = { ...table, comparison: { ...comparison, counts } };
  await panel.send(start, { type: 'rows', run, table: equal, offset: 0, rows: same }, { ...finish, rows: 1 });
  await panel.page.locator('.body .row').waitFor();
  assert.equal(await panel.page.getByLabel('Filter Change').count(), 0);
  assert.equal(await panel.page.getByText('Clear Search and Filters').count(), 0);
});

test('a comparison is shown once its rows are here, and the focus waits for it', async () => {
  const panel = await panels.results();
  const { page } = panel;
  panel.hold();
  await panel.send(start, { type: 'rows', run, table, offset: 0, rows }, { ...finish, rows: rows.length });
  await page.getByText('Waiting for the first rows').waitFor();
  assert.equal(await page.locator('.grid').count(), 0);
  await panel.release();
  assert.equal(await page.locator('.body .row').count(), 4);
  assert.equal(await page.locator('.row.waiting').count(), 0);
  assert.equal(await page.locator('.grid:focus').count(), 1);
});
