/** Actions on one cell: filters by its value, and its row as names and values. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import type { Row } from '#shared/protocol/json.ts';
import type { TableHeader } from '#shared/protocol/run.ts';
import type { ResultsPanelPage } from '../support/panel-page.ts';
import { panelSuite } from '../support/panel-suite.ts';
import { finish, revisionRows, revisions, run, start } from '../support/results.ts';

const issues: TableHeader = {
  id: 'issues',
  title: 'issues',
  columns: [
    { key: 'key', title: 'Key', type: 'issue' },
    { key: 'status', title: 'Status', type: 'text' },
    { key: 'labels', title: 'Labels', type: 'json' },
    { key: 'text', title: 'Description', type: 'text' },
  ],
};
const rows: readonly Row[] = [
  { key: 'LAMP-1', status: 'Open', labels: ['light', 'glass'], text: 'first line\nsecond line' },
  { key: 'LAMP-2', status: 'Reopened', labels: ['glass'] },
  { key: 'LAMP-3', status: 'Open' },
  { key: 'LAMP-4', status: 'Done', text: 'a && b' },
];

/** The message that opens the issue of a row. */
const issue = (key: string, before: boolean, after: boolean) => ({
  type: 'issue',
  run,
  key,
  outside: false,
  rows: { before, after },
});

describe('one row of a result', () => {
  const panels = panelSuite();
  let panel: ResultsPanelPage;
  const open = async (height = 600): Promise<void> => {
    panel = await panels.results('dark', { width: 900, height });
    await panel.send(start, { type: 'rows', run, table: issues, offset: 0, rows }, { ...finish, rows: 4 });
  };
  const press = async (...keys: readonly string[]): Promise<void> => {
    await panel.press(...keys);
    await panel.settle();
  };
  const cell = (text: string): Locator => panel.page.locator('.body .cell', { hasText: text }).first();
  const keys = async (): Promise<readonly string[]> => {
    const texts = await panel.page.locator('.body .cell .link').allInnerTexts();
    return texts.toSorted();
  };
  const choose = async (text: string, command: string): Promise<void> => {
    await cell(text).click({ button: 'right' });
    await panel.page.getByRole('menuitem', { name: command, exact: true }).click();
    await panel.settle();
  };
  const commands = async (text: string): Promise<readonly string[]> => {
    await cell(text).click({ button: 'right' });
    const names = await panel.page.getByRole('menuitem').locator('.name').allInnerTexts();
    await panel.press('Escape');
    return names.filter(name => /^(Show Only|Exclude)/.test(name));
  };
  const record = (): Promise<readonly string[]> =>
    panel.page.locator('.detail :is(h2, dt, dd)').allInnerTexts();

  it('filters the rows by a value, and excludes one after the other', async () => {
    await open();
    await choose('Open', 'Show Only “Open”');
    assert.deepEqual(await keys(), ['LAMP-1', 'LAMP-3'], 'not “Reopened”');
    assert.equal(await panel.page.getByLabel('Filter Status').inputValue(), '=Open');
    assert.equal(
      await panel.page.getByRole('button', { name: 'Filters', exact: true }).getAttribute('aria-pressed'),
      'true',
    );
    await panel.page.getByRole('button', { name: 'Clear All Filters' }).click();
    await choose('Open', 'Exclude “Open”');
    await choose('Done', 'Exclude “Done”');
    assert.deepEqual(await keys(), ['LAMP-2']);
    assert.equal(await panel.page.getByLabel('Filter Status').inputValue(), '!=Open && !=Done');
  });

  it('filters by keys, also by an item of a list and by an empty cell', async () => {
    await open();
    await press('ArrowRight', 'ArrowRight', '=');
    assert.deepEqual(await keys(), ['LAMP-1']);
    await panel.page.getByRole('button', { name: 'Clear All Filters' }).click();
    await panel.settle();
    await choose('light, glass', 'Show Only “glass”');
    assert.deepEqual(await keys(), ['LAMP-1', 'LAMP-2']);
    await panel.page.getByRole('button', { name: 'Clear All Filters' }).click();
    await panel.settle();
    await panel.page.locator('.grid').focus();
    await press('ArrowDown', 'ArrowDown', '!');
    assert.deepEqual(await keys(), ['LAMP-1', 'LAMP-2']);
  });

  it('offers only filters that can be typed', async () => {
    await open();
    assert.deepEqual(await commands('light, glass'), [
      'Show Only “light”',
      'Exclude “light”',
      'Show Only “glass”',
      'Exclude “glass”',
    ]);
    assert.deepEqual(await commands('first line'), []);
    assert.deepEqual(await commands('a && b'), []);
  });

  it('names a namespace as its cell does', async () => {
    panel = await panels.results();
    const revision = { ...revisionRows(1)[0], ns: 2 };
    await panel.send(start, { type: 'rows', run, table: revisions, offset: 0, rows: [revision] }, finish);
    assert.deepEqual(await commands('User'), ['Show Only “User”', 'Exclude “User”']);
  });

  it('opens its issue, and then those of the rows after and before it', async () => {
    await open();
    await cell('LAMP-3').locator('.link').click();
    assert.deepEqual(panel.said.at(-1), issue('LAMP-3', true, true));
    await press('ArrowRight');
    await panel.send({ type: 'stepIssue', by: 1 });
    assert.deepEqual(panel.said.at(-1), issue('LAMP-4', true, false));
    await panel.send({ type: 'stepIssue', by: 1 });
    assert.equal(
      panel.said.filter(({ type }) => type === 'issue').length,
      2,
      'there is no row after the last',
    );
    await panel.send({ type: 'stepIssue', by: -1 });
    assert.deepEqual(panel.said.at(-1), issue('LAMP-3', true, true));
    assert.equal(await panel.page.locator('.row.current .ordinal').innerText(), '3');
  });

  it('is shown as names and values, with the next and the previous row', async () => {
    await open();
    await press('ArrowDown', 'ArrowRight', 'Alt+Enter');
    assert.deepEqual((await record()).slice(0, 7), [
      'Row 2',
      'Key',
      'LAMP-2',
      'Status',
      'Reopened',
      'Labels',
      'glass',
    ]);
    const previous = panel.page.getByRole('button', { name: 'Previous Row' });
    await previous.click();
    assert.equal((await record())[0], 'Row 1');
    assert.equal(await panel.page.evaluate('document.activeElement.ariaLabel'), 'Previous Row');
    assert.equal(await panel.page.locator('.row.current .ordinal').innerText(), '1');
    assert.match((await record()).at(-1) ?? '', /first line\nsecond line/);
    await previous.click();
    assert.equal((await record())[0], 'Row 1', 'there is no row before the first');
    await panel.page.locator('.grid').focus();
    await press('ArrowDown', 'ArrowDown');
    assert.equal((await record())[0], 'Row 3');
    await panel.page.locator('.detail .link').click();
    assert.deepEqual(panel.said.at(-1), {
      type: 'issue',
      run,
      key: 'LAMP-3',
      outside: false,
      rows: { before: true, after: true },
    });
    await panel.page.locator('.detail').getByRole('button', { name: 'Copy' }).click();
    assert.deepEqual(panel.said.at(-1), {
      type: 'copy',
      text: 'Key: LAMP-3\nStatus: Open\nLabels: \nDescription: ',
    });
    await panel.page.locator('.grid').focus();
    await press('Escape');
    assert.ok(!(await panel.page.locator('.detail').isVisible()));
  });

  it('gives its place to the issue that opens below a low panel', async () => {
    await open(400);
    await press('ArrowDown', 'ArrowRight', 'Alt+Enter');
    assert.equal((await record())[0], 'Row 2');
    await panel.page.locator('.detail .link').click();
    await panel.page.locator('.detail').waitFor({ state: 'hidden' });
  });
});
