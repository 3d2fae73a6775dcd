/** Groups of rows in the results panel: made by menus, by keyboard and by the query, opened, copied, in every theme. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import type { Row } from '#shared/protocol/json.ts';
import type { TableHeader } from '#shared/protocol/run.ts';
import type { ResultsPanelPage, Theme } from '../support/panel-page.ts';
import { panelSuite } from '../support/panel-suite.ts';
import { until } from '../support/until.ts';
import { finish, revisionRows, revisions, run, start } from '../support/results.ts';

describe('groups in the results panel', () => {
  const panels = panelSuite();
  let panel: ResultsPanelPage;

  const open = async (
    rows: readonly Row[] = revisionRows(1000),
    theme: Theme = 'dark',
    table: TableHeader = revisions,
  ): Promise<void> => {
    panel = await panels.results(theme);
    await panel.send(start, { type: 'rows', run, table, offset: 0, rows }, { ...finish, rows: rows.length });
  };
  const header = (name: string): Locator => panel.page.getByRole('columnheader', { name, exact: true });
  const item = (name: string): Locator => panel.page.getByRole('menuitem', { name, exact: true });
  const press = (...keys: readonly string[]): Promise<void> => panel.press(...keys);
  const status = (): Promise<string> => panel.page.locator('.status').innerText();
  const bar = (): Promise<string> => panel.page.locator('.groupbar').innerText();
  const titles = (): Promise<readonly string[]> => panel.page.locator('.title .name').allInnerTexts();
  const totals = (): Promise<readonly string[]> => panel.page.locator('.totals .cell').allInnerTexts();
  /** The cells of the visible rows. */
  const cells = (): Promise<readonly (readonly string[])[]> =>
    panel.page.evaluate(`[...document.querySelectorAll('.body .row')]
      .toSorted((a, b) => a.getAttribute('aria-rowindex') - b.getAttribute('aria-rowindex'))
      .map(row => [...row.querySelectorAll('.cell')].map(cell => cell.textContent))`);
  const picture = (name: string): Promise<void> => panel.picture(name);
  const groupBy = async (column: string, command = 'Group by This Column'): Promise<void> => {
    await header(column).click({ button: 'right' });
    await item(command).click();
    await panel.settle();
  };

  /** Picks from the last list of a label in the menu, which is open. */
  const pick = (label: string, option: string): Promise<unknown> =>
    panel.page.getByLabel(label, { exact: true }).last().selectOption(option);

  for (const theme of ['dark', 'light', 'contrast'] as const)
    it(`groups by a column, in a ${theme} theme`, async () => {
      await open(revisionRows(1000), theme);
      await groupBy('user');
      assert.deepEqual(await titles(), ['user', 'count']);
      const groups = await cells();
      assert.equal(groups.length, 6);
      assert.equal(
        groups.reduce((sum, [, count]) => sum + Number(count), 0),
        1000,
      );
      assert.deepEqual(await totals(), ['Total', '1,000']);
      assert.match(await status(), /\n6 groups of 1,000 rows\ngrouped by user\n/);
      assert.equal(await bar(), 'Grouped by user\nUngroup');
      const repeated = panel.page.locator('.status').getByText('grouped by user');
      assert.equal((await repeated.boundingBox())?.width, 1, 'only for a screen reader');
      await panel.page.getByRole('button', { name: 'Group', exact: true }).click();
      await pick('And', 'Sum of newlen');
      await pick('And', 'Max of timestamp');
      await panel.settle();
      await picture(`results-group-menu-${theme}`);
      await press('Escape');
      assert.deepEqual(await titles(), ['user', 'count', 'sum of newlen', 'max of timestamp']);
      await picture(`results-groups-${theme}`);
      await panel.page.locator('.opener').first().click();
      await panel.settle();
      assert.match(await bar(), /Back to Groups\nuser: /);
      await picture(`results-group-opened-${theme}`);
    });

  it('opens a group, and goes back to where the user was', async () => {
    await open();
    await groupBy('user');
    await header('user').click();
    await panel.settle();
    const groups = await cells();
    const [name = '', count] = groups[2] ?? [];
    await panel.page.locator('.body .cell', { hasText: name }).dblclick();
    await panel.settle();
    assert.match(await status(), new RegExp(`\\n${count} of 1,000 rows shown`));
    const position = (await titles()).indexOf('user');
    assert.ok((await cells()).every(row => row[position] === name));
    await panel.page.getByRole('button', { name: 'Back to Groups' }).click();
    await panel.settle();
    assert.deepEqual(await cells(), groups);
    await panel.page.getByRole('button', { name: 'Ungroup' }).click();
    await panel.settle();
    assert.deepEqual(
      await titles(),
      revisions.columns.map(({ title }) => title),
    );
    assert.ok(!(await panel.page.locator('.groupbar').isVisible()));
  });

  it('does all of it by keyboard', async () => {
    await open();
    await panel.page.locator('.grid').focus();
    await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'Alt+ArrowDown');
    await item('Group by Month').waitFor();
    const focused = (): Promise<string> => panel.page.evaluate('document.activeElement.textContent');
    for (let step = 0; step < 20 && (await focused()) !== 'Group by Month'; step++) await press('ArrowDown');
    await press('Enter');
    await panel.settle();
    assert.deepEqual(await cells(), [['2026-01', '1,000']]);
    await press('Control+Home', 'Enter');
    await panel.settle();
    assert.match(await bar(), /timestamp by month: 2026-01/);
    await press('Alt+ArrowDown');
    await item('Group by This Column').waitFor();
    await press('Escape', 'Backspace');
    await panel.settle();
    assert.match(await status(), /grouped by timestamp \(month\)/);
    await press('Alt+ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
    await panel.settle();
    assert.equal((await titles()).length, 10);
  });

  it('searches, filters, sorts and copies groups, and the rows in them', async () => {
    await open();
    await panel.page.getByRole('searchbox').fill('sextant');
    await panel.settle();
    await groupBy('user');
    assert.match(await bar(), /only rows that pass the search and filters/);
    assert.equal(await panel.page.getByRole('searchbox').inputValue(), '');
    assert.deepEqual(await totals(), ['Total', '100']);
    await panel.page.getByRole('searchbox').fill('a');
    await panel.settle();
    assert.match(await status(), /\n\d of \d groups of 1,000 rows shown/);
    await panel.page.getByRole('searchbox').fill('marlin');
    await panel.settle();
    assert.equal((await cells()).length, 1);
    assert.deepEqual((await totals())[1], (await cells())[0]?.[1]);
    await panel.page.locator('.grid').focus();
    await press('Control+a', 'Control+c');
    const copied = panel.said.at(-1);
    assert.ok(copied?.type === 'copyRows');
    assert.deepEqual(copied.columns, ['user', 'count']);
    assert.equal(copied.view.group?.search, 'sextant');
    await press('Enter');
    await panel.settle();
    assert.equal(await panel.page.getByRole('searchbox').inputValue(), 'sextant');
    await panel.page.getByRole('button', { name: 'Export' }).click();
    await panel.page.getByRole('button', { name: 'Save as CSV…' }).click();
    const saved = panel.said.at(-1);
    assert.ok(saved?.type === 'export');
    assert.deepEqual(saved.view.of, [{ column: 'user', value: 'Marlin' }]);
  });

  it('groups by a list, and says that rows count several times', async () => {
    await open();
    await groupBy('tags');
    assert.match(await bar(), /A row with a list counts in several groups/);
    const groups = await cells();
    assert.deepEqual(
      new Set(groups.map(([tag]) => tag)),
      new Set(['empty', 'mobile edit', 'mw-reverted', 'visualeditor']),
    );
    assert.deepEqual(await totals(), ['Total', '1,000']);
    await panel.page.locator('.cell', { hasText: 'mw-reverted' }).dblclick();
    await panel.settle();
    const count = groups.find(([tag]) => tag === 'mw-reverted')?.[1];
    assert.match(await status(), new RegExp(`\\n${count} of 1,000 rows shown`));
  });

  it('groups at first as the query says, and leaves it to the user then', async () => {
    const group = { by: [{ column: 'ns' }], aggregates: [{ name: 'count' as const }] };
    await open(revisionRows(100), 'dark', { ...revisions, group });
    assert.deepEqual(await titles(), ['ns', 'count']);
    const rows = revisionRows(200).slice(100);
    await panel.send({ type: 'rows', run, table: { ...revisions, group }, offset: 100, rows });
    assert.deepEqual(await totals(), ['Total', '200']);
    await panel.page.getByRole('button', { name: 'Ungroup' }).click();
    await panel.settle();
    await panel.send({ type: 'rows', run, table: { ...revisions, group }, offset: 200, rows });
    assert.equal((await titles()).length, 10);
  });

  it('copies what was chosen as a line of the file', async () => {
    await open();
    await groupBy('timestamp', 'Group by Month');
    await panel.page.getByRole('button', { name: 'Group', exact: true }).click();
    await pick('Then by', 'user');
    await pick('And', 'Average of newlen');
    await panel.page.getByRole('button', { name: 'Copy as Directive' }).click();
    assert.deepEqual(panel.said.at(-1), {
      type: 'copy',
      text: '# @group timestamp by month, user: count, average newlen',
    });
  });

  it('is made, changed and removed in two lists', async () => {
    await open();
    await panel.page.getByRole('button', { name: 'Group', exact: true }).click();
    const lists = panel.page.locator('.grouping select');
    assert.ok(!(await panel.page.getByRole('button', { name: 'Copy as Directive' }).isVisible()));
    assert.deepEqual([await lists.count(), await lists.last().isDisabled()], [2, true]);
    await pick('Group by', 'user');
    await panel.settle();
    assert.deepEqual(await titles(), ['user', 'count']);
    assert.equal(await panel.page.evaluate('document.activeElement.dataset.choice'), 'by0');
    await pick('Group by', 'timestamp, by month');
    await panel.settle();
    assert.deepEqual(await titles(), ['timestamp (month)', 'count']);
    await pick('Compute', 'Different values of user');
    await panel.settle();
    assert.deepEqual(await titles(), ['timestamp (month)', 'different user']);
    await pick('Group by', 'Nothing');
    await panel.settle();
    assert.equal((await titles()).length, 10);
  });

  it('comes back as it was after it was covered', async () => {
    await open();
    await groupBy('user');
    await panel.page.locator('.opener').nth(1).click();
    await panel.settle();
    const [shown, seen] = [await bar(), await cells()];
    await until('the place to be kept', () =>
      panel.page.evaluate<boolean>(
        `JSON.parse(sessionStorage.getItem('state')).memory.runs['${run}'].tables.recentchanges.steps.length === 2`,
      ),
    );
    await panel.reload();
    await panel.send(start, { type: 'table', run, table: revisions, rows: 1000, changed: false }, finish);
    assert.equal(await bar(), shown);
    assert.deepEqual(await cells(), seen);
    await panel.page.locator('.grid').focus();
    await press('Backspace');
    await panel.settle();
    assert.deepEqual(await titles(), ['user', 'count']);
  });

  it('says what is selected, also of rows that are not here', async () => {
    await open(revisionRows(10_000));
    await panel.page.locator('.grid').focus();
    for (let column = 0; column < 5; column++) await press('ArrowRight');
    await press('Control+Shift+ArrowDown');
    const sum = revisionRows(10_000).reduce((all, { newlen }) => all + Number(newlen), 0);
    const line = panel.page.locator('.selection');
    await line.getByText(`sum ${sum.toLocaleString('en')}`).waitFor();
    assert.match(await line.innerText(), /^10,000 cells selected\nsum .*\naverage .*\nmin .*\nmax /);
    await press('Shift+ArrowLeft');
    await line.getByText('20,000 cells selected').waitFor();
    await press('ArrowUp');
    await line.waitFor({ state: 'hidden' });
  });
});
