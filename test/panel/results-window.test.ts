/** The results panel as a window on rows in the store: many of them, in changing orders, with delayed answers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Row } from '#shared/protocol/json.ts';
import type { TableHeader } from '#shared/protocol/run.ts';
import type { ResultsPanelPage, Theme } from '../support/panel-page.ts';
import type { RowsPart } from '../support/panel-store.ts';
import { panelSuite } from '../support/panel-suite.ts';
import { until } from '../support/until.ts';
import { finish, pageRows, pages, revisionRows, revisions, run, start, title } from '../support/results.ts';

const rowHeight = 24;
const part = (rows: readonly Row[], offset = 0): RowsPart => ({
  type: 'rows',
  run,
  table: revisions,
  offset,
  rows,
});
const tableOf = (table: TableHeader, rows: number) =>
  ({ type: 'table', run, table, rows, changed: false }) as const;
/** The rows by their revision, which is unique. */
const byRevision = new Map(revisionRows(100_000).map(row => [JSON.stringify(row['revid']), row]));
const revisionAt = (index: number): string => String(1_184_000_000 - index * 7);

describe('the results panel as a window', () => {
  const panels = panelSuite();
  let panel: ResultsPanelPage;

  const open = async (rows: readonly Row[], theme: Theme = 'dark'): Promise<void> => {
    panel = await panels.results(theme);
    await panel.send(start, part(rows), { ...finish, rows: rows.length });
  };
  /** The revisions of the rows with elements, from top to bottom; empty = the row is not loaded. */
  const revids = (): Promise<readonly string[]> =>
    panel.page.evaluate(`[...document.querySelectorAll('.body .row')]
      .toSorted((a, b) => a.getAttribute('aria-rowindex') - b.getAttribute('aria-rowindex'))
      .map(row => row.querySelectorAll('.cell')[2].textContent)`);
  const shownRows = async (): Promise<readonly Row[]> =>
    (await revids()).map(revid => byRevision.get(revid) ?? {});
  const allAre = async (name: string): Promise<boolean> =>
    (await shownRows()).every(({ title: page }) => typeof page === 'string' && page.startsWith(name));
  const firstRow = async (): Promise<string> => (await revids())[0] ?? '';
  const scrollTo = async (row: number): Promise<void> => {
    await panel.page.evaluate(`new Promise(done => {
      document.querySelector('.grid').scrollTop = ${row * rowHeight};
      requestAnimationFrame(() => requestAnimationFrame(done));
    })`);
  };
  const status = (): Promise<string> => panel.page.locator('.status').innerText();
  const search = (typed: string): Promise<void> => panel.page.getByRole('searchbox').fill(typed);
  const header = (name: string) => panel.page.getByRole('columnheader', { name });
  const press = (...keys: readonly string[]): Promise<void> => panel.press(...keys);
  const picture = (name: string): Promise<void> => panel.picture(name);

  it('shows the middle and the end of 100,000 rows, and holds few of them', async () => {
    await open(revisionRows(100_000));
    for (const row of [50_000, 99_999, 12_345, 0]) {
      await scrollTo(row);
      await panel.settle();
      const there = await revids();
      assert.ok(there.includes(revisionAt(row)), String(row));
      assert.ok(!there.includes(''), 'every row in sight is here');
      assert.ok(there.length < 60);
    }
    assert.ok(panel.asked.length < 10, 'nothing is asked twice');
    assert.ok(panel.asked.every(asked => asked.type === 'window' && asked.count <= 400));
  });

  it('asks only for the rows where scrolling ends', async () => {
    await open(revisionRows(100_000));
    panel.hold();
    for (let row = 10_000; row <= 90_000; row += 10_000) await scrollTo(row);
    assert.equal(await firstRow(), '');
    assert.equal(await panel.page.locator('.grid').getAttribute('aria-busy'), 'true');
    assert.equal(await panel.page.locator('.row.waiting .ordinal').first().innerText(), '89993');
    await panel.release();
    assert.ok((await revids()).includes(revisionAt(90_000)));
    const offsets = panel.asked.map(asked => (asked.type === 'window' ? asked.offset : -1));
    assert.deepEqual(offsets.slice(-2), [9800, 89_800]);
  });

  it('selects and copies all of 100,000 rows without asking for them', async () => {
    await open(revisionRows(100_000));
    const earlier = panel.asked.length;
    await panel.page.locator('.grid').focus();
    await press('Control+a', 'Control+c');
    const copied = panel.said.at(-1);
    assert.ok(copied?.type === 'copyRows');
    assert.deepEqual([copied.offset, copied.count, copied.columns.length], [0, 100_000, 10]);
    await panel.settle();
    assert.ok(panel.asked.slice(earlier).filter(({ type }) => type === 'window').length <= 1);
  });

  it('opens a value that has to be fetched when the cursor is far from the rows that are here', async () => {
    await open(revisionRows(100_000));
    panel.hold();
    await panel.page.locator('.grid').focus();
    await press('Control+End', 'Home', ' ');
    await panel.release();
    await panel.page.locator('.detail', { hasText: 'row 100000' }).waitFor();
  });

  for (const key of [' ', 'Enter'])
    it(`opens a value by “${key}” although the cursor moves on before its row has come`, async () => {
      await open(revisionRows(100_000));
      panel.hold();
      await panel.page.locator('.grid').focus();
      await press('Control+End', key, 'Home', 'ArrowUp');
      await panel.release();
      await panel.page.locator('.detail', { hasText: 'row 99999' }).waitFor();
    });

  it('does not open a value that is closed before its row has come', async () => {
    await open(revisionRows(100_000));
    panel.hold();
    await panel.page.locator('.grid').focus();
    await press('Control+End', ' ', 'Escape', 'ArrowUp');
    await panel.release();
    assert.ok((await revids()).includes(revisionAt(99_999)));
    assert.equal(await panel.page.locator('.detail').isVisible(), false);
  });

  for (const theme of ['dark', 'light', 'contrast'] as const)
    it(`sorts by several columns, in a ${theme} theme`, async () => {
      await open(revisionRows(1000), theme);
      await header('user').click();
      await header('newlen').click({ modifiers: ['Shift'] });
      await header('newlen').click({ modifiers: ['Shift'] });
      await panel.settle();
      const rows = await shownRows();
      assert.ok(rows.length > 20);
      for (const [index, { user, newlen }] of rows.entries()) {
        const next = rows[index + 1];
        if (next) assert.ok(user !== next['user'] || Number(newlen) >= Number(next['newlen']), String(index));
      }
      assert.deepEqual(await panel.page.locator('.title .place').allInnerTexts(), ['1', '2']);
      assert.equal(
        await header('newlen').getAttribute('aria-label'),
        'newlen, descending, sort column 2 of 2',
      );
      assert.equal(await panel.page.locator('[aria-sort="ascending"]').count(), 1);
      assert.match(await status(), /\nsorted by user, newlen \(descending\)/);
      await panel.page.getByRole('button', { name: 'Filters' }).click();
      await panel.page.getByLabel('Filter newlen').fill('>100000');
      await search('harbour of');
      await panel.settle();
      await picture(`results-view-${theme}`);
      assert.match(await status(), /^Complete\n\d+ of 1,000 rows shown/);
      assert.ok(await allAre('Harbour'));
      await header('newlen').click({ modifiers: ['Shift'] });
      await header('user').click();
      await panel.settle();
      assert.match(await status(), /\nsorted by user \(descending\)/);
      await header('user').click();
      await panel.settle();
      assert.doesNotMatch(await status(), /sorted/);
    });

  it('sorts by several columns by keyboard alone', async () => {
    await open(revisionRows(100));
    await panel.page.locator('.grid').focus();
    await press('Control+ArrowUp', 'ArrowUp', 'Enter', 'ArrowRight', 'Shift+Enter', 'Shift+Enter');
    await panel.settle();
    assert.match(await status(), /\nsorted by title, ns \(descending\)/);
    await press('Enter');
    await panel.settle();
    assert.match(await status(), /\nsorted by ns(\n|$)/);
  });

  it('ends with the rows of what was typed last, and asks for no other', async () => {
    await open(revisionRows(1000));
    panel.hold();
    const earlier = panel.asked.length;
    await panel.page.getByRole('searchbox').pressSequentially('harbour of p');
    assert.equal(await firstRow(), revisionAt(0), 'the rows before stay');
    await panel.release();
    const questions = panel.asked.slice(earlier);
    assert.deepEqual(
      questions.map(each => each.type === 'window' && each.view.search),
      ['h', 'harbour of p'],
    );
    assert.ok((await revids()).length > 5);
    assert.ok(await allAre('Harbour of P'));
  });

  it('does not show the rows of an outdated answer', async () => {
    await open(revisionRows(1000));
    panel.hold();
    await search('Ferry');
    await search('Sextant');
    await panel.answer();
    assert.equal(await firstRow(), revisionAt(0));
    assert.match(await status(), /\n1,000 rows\n/);
    await panel.release();
    assert.ok(await allAre('Sextant'));
    assert.match(await status(), /\n100 of 1,000 rows shown\n/);
  });

  it('shows the end of a view that is shorter than where the user was', async () => {
    await open(revisionRows(10_000));
    await scrollTo(9000);
    await panel.settle();
    await search('Ferry of P');
    await panel.settle();
    assert.ok((await revids()).length > 5);
    assert.ok(await allAre('Ferry of P'));
  });

  it('puts rows that arrive where a sort wants them', async () => {
    const rows = revisionRows(3000);
    await open(rows.slice(0, 500));
    await header('revid').click();
    await panel.settle();
    assert.equal(await firstRow(), revisionAt(499));
    await panel.send(part(rows.slice(500, 1000), 500));
    assert.equal(await firstRow(), revisionAt(999));
    panel.hold();
    const earlier = panel.asked.length;
    for (let offset = 1000; offset < 3000; offset += 500)
      await panel.send(part(rows.slice(offset, offset + 500), offset));
    assert.equal(await firstRow(), revisionAt(999));
    await panel.release();
    assert.equal(await firstRow(), revisionAt(2999));
    assert.ok(panel.asked.length - earlier <= 2, 'one question for all that came meanwhile');
  });

  it('shows rows again that became different', async () => {
    const rows = revisionRows(500);
    await open(rows);
    await panel.send(part([{ ...rows[0], revid: 42 }]));
    assert.equal(await firstRow(), '42');
    assert.equal((await revids())[1], revisionAt(1));
  });

  it('adds rows at the end of those in sight', async () => {
    const rows = revisionRows(10);
    await open(rows.slice(0, 3));
    await panel.send(part(rows.slice(3), 3));
    assert.deepEqual(
      await revids(),
      rows.map((_, index) => revisionAt(index)),
    );
  });

  it('says of a run that the store has forgotten that its rows are no longer available', async () => {
    await open(revisionRows(1000));
    panel.forget(run);
    assert.equal(await firstRow(), revisionAt(0));
    await scrollTo(900);
    await panel.page.locator('.blank', { hasText: /^These rows are no longer available/ }).waitFor();
    assert.ok(!(await panel.page.locator('.tools').isVisible()));
    await panel.send({ ...start, run: 'run-2' }, { ...part(revisionRows(3)), run: 'run-2' });
    assert.equal(await firstRow(), revisionAt(0));
  });

  it('shows, and copies, all of a value whose beginning came with its row', async () => {
    const long = `${'long text '.repeat(1000)}END`;
    const nested = { list: Array.from({ length: 5000 }, (_, index) => `entry ${index}`) };
    await open([{ title: 'a', parsedcomment: long, tags: nested }]);
    await panel.page.locator('.grid').focus();
    await press('End', ' ');
    await panel.page.locator('.detail .whole', { hasText: /END$/ }).waitFor();
    await panel.page.locator('.detail').getByRole('button', { name: 'Copy' }).click();
    assert.deepEqual(panel.said.at(-1), { type: 'copy', text: long });
    await panel.page.locator('.grid').focus();
    await press('ArrowLeft', ' ');
    await panel.page.locator('.detail summary', { hasText: '5,000 items' }).waitFor();
    const earlier = panel.said.length;
    await press('Control+c');
    while (panel.said.length === earlier) await panel.page.evaluate('undefined');
    assert.deepEqual(panel.said.at(-1), { type: 'copy', text: JSON.stringify(nested) });
    assert.equal(panel.asked.filter(({ type }) => type === 'cell').length, 3);
  });

  it('comes back as it was after it was covered', async () => {
    const rows = revisionRows(1000);
    const other: RowsPart = { type: 'rows', run, table: pages, offset: 0, rows: pageRows(4) };
    const end = { ...finish, rows: 1004 };
    await open(rows);
    await panel.send(other, end, { ...start, run: 'run-2', title: 'Second' });
    await panel.page.getByLabel('Runs of this file').selectOption(run);
    await header('revid').click();
    await search('of');
    await panel.page.getByRole('button', { name: 'Filters' }).click();
    await panel.page.getByLabel('Filter ns').fill('!828');
    await panel.settle();
    await scrollTo(300);
    await panel.settle();
    const [seen, shown] = [await revids(), await status()];
    await until('the place to be kept', () =>
      panel.page.evaluate<boolean>(
        `JSON.parse(sessionStorage.getItem('state')).memory.runs['${run}'].tables.recentchanges.scroll.top === ${300 * rowHeight}`,
      ),
    );
    await panel.reload();
    assert.deepEqual(panel.said.at(-1), { type: 'ready' });
    await panel.send(start, tableOf(revisions, 1000), tableOf(pages, 4), end, {
      ...start,
      run: 'run-2',
      title: 'Second',
    });
    assert.equal(await panel.page.locator('h1').innerText(), title);
    assert.deepEqual(await revids(), seen);
    assert.equal(await status(), shown);
    assert.equal(await panel.page.getByRole('searchbox').inputValue(), 'of');
    assert.equal(await panel.page.getByLabel('Filter ns').inputValue(), '!828');
  });

  it('shows what was searched for last, even where the panel was covered at once', async () => {
    await open(revisionRows(6));
    const isKept = await panel.page.evaluate(`
      const box = document.querySelector('[type=search]');
      box.value = 'bean';
      box.dispatchEvent(new Event('input'));
      sessionStorage.getItem('state').includes('bean');
    `);
    assert.equal(isKept, true);
  });
});
