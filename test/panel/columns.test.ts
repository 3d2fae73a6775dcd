/** The user's order of columns, the stored layout of a table, and selected cells copied in several formats. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import type { Row } from '#shared/protocol/json.ts';
import type { Layout } from '#shared/protocol/panel-messages.ts';
import type { ResultsPanelPage } from '../support/panel-page.ts';
import { panelSuite } from '../support/panel-suite.ts';
import { finish, pageRows, pages, revisionRows, revisions, run, start } from '../support/results.ts';
import { until } from '../support/until.ts';

const table = revisions.id;

describe('columns in the results panel', () => {
  const panels = panelSuite();
  let panel: ResultsPanelPage;

  const open = async (layout?: Layout): Promise<void> => {
    panel = await panels.results('dark', { width: 1600, height: 500 });
    const rows = { type: 'rows', run, table: revisions, offset: 0, rows: revisionRows(100) } as const;
    await panel.send({ ...start, layouts: layout ? { [table]: layout } : {} }, rows, finish);
  };
  const header = (name: string): Locator => panel.page.getByRole('columnheader', { name, exact: true });
  const press = (...keys: readonly string[]): Promise<void> => panel.press(...keys);
  const titles = (): Promise<readonly string[]> => panel.page.locator('.title .name').allInnerTexts();
  const kept = (): Layout | undefined => {
    const layouts = panel.said.flatMap(message => (message.type === 'layout' ? [message.layout] : []));
    return layouts.at(-1);
  };
  const middle = async (name: string): Promise<{ x: number; y: number; width: number }> => {
    const box = await header(name).boundingBox();
    assert.ok(box);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width };
  };

  /** The widths of columns of texts and of numbers with these rows. */
  const widths = async (rows: readonly Row[]): Promise<readonly number[]> => {
    panel = await panels.results('dark', { width: 1600, height: 500 });
    const columns = [
      { key: 'text', title: 'text', type: 'text' },
      { key: 'number', title: 'number', type: 'number' },
    ] as const;
    await panel.send(start, { type: 'rows', run, table: { ...revisions, columns }, offset: 0, rows }, finish);
    return [(await middle('text')).width, (await middle('number')).width];
  };

  it('show the ends of long names that begin alike', async () => {
    panel = await panels.results('dark', { width: 700, height: 500 });
    const began = 'The minutes of the harbour office about the tides at the old mole in the year';
    const rows = ['1911, part 1', '1911, part 2', '1912'].map(end => ({ title: `${began} ${end}` }));
    await panel.send(start, { type: 'rows', run, table: revisions, offset: 0, rows }, finish);
    const cell = panel.page.locator('.body .cell.link').first();
    await panel.picture('columns-long-names');
    const [whole, begin, end] = await Promise.all(
      [cell, cell.locator('.long > :first-child'), cell.locator('.long > :last-child')].map(part =>
        part.boundingBox(),
      ),
    );
    assert.ok(whole && begin && end);
    assert.ok(begin.x + begin.width <= end.x + 1 && end.x + end.width <= whole.x + whole.width);
    assert.equal(await cell.locator('.long > :last-child').textContent(), ' 1911, part 1');
  });

  it('are dragged to another place, which sorts nothing', async () => {
    await open();
    const [from, to] = [await middle('user'), await middle('title')];
    await panel.page.mouse.move(from.x, from.y);
    await panel.page.mouse.down();
    await panel.page.mouse.move(to.x - 20, to.y, { steps: 5 });
    assert.equal(await panel.page.locator('.title.drop-before').count(), 1);
    await panel.page.mouse.up();
    assert.deepEqual((await titles()).slice(0, 3), ['user', 'title', 'ns']);
    assert.deepEqual(kept()?.order?.slice(0, 3), ['user', 'title', 'ns']);
    const [again, end] = [await middle('user'), await middle('parsedcomment')];
    await panel.page.mouse.move(again.x, again.y);
    await panel.page.mouse.down();
    await panel.page.mouse.move(end.x + end.width / 4, end.y, { steps: 5 });
    await panel.page.mouse.up();
    assert.equal((await titles()).at(-1), 'user');
    assert.equal(await panel.page.locator('[aria-sort="ascending"]').count(), 0);
    await header('user').click();
    assert.equal(await panel.page.locator('[aria-sort="ascending"]').count(), 1);
  });

  it('are moved by keyboard and by menu, as far as the edge', async () => {
    await open();
    await panel.page.locator('.grid').focus();
    await press('ArrowRight', 'Alt+Shift+ArrowRight', 'Alt+Shift+ArrowRight');
    assert.deepEqual((await titles()).slice(0, 4), ['title', 'revid', 'timestamp', 'ns']);
    await press('Alt+Shift+ArrowLeft', 'Alt+Shift+ArrowLeft', 'Alt+Shift+ArrowLeft', 'Alt+Shift+ArrowLeft');
    assert.deepEqual((await titles()).slice(0, 2), ['ns', 'title']);
    await press('Alt+ArrowDown');
    assert.equal(await panel.page.getByRole('menuitem', { name: 'Move Left' }).count(), 0);
    await panel.page.getByRole('menuitem', { name: 'Move Right' }).click();
    assert.deepEqual((await titles()).slice(0, 2), ['title', 'ns']);
  });

  it('sorting and groups are as they were the last time', async () => {
    await open({
      hidden: ['minor'],
      widths: {},
      order: ['user', 'gone', 'title'],
      sort: [{ column: 'newlen', descending: true }],
    });
    assert.deepEqual((await titles()).slice(0, 3), ['user', 'title', 'ns']);
    assert.equal((await titles()).length, 9);
    assert.match(await panel.page.locator('.status').innerText(), /sorted by newlen \(descending\)/);
    await header('ns').click({ button: 'right' });
    await panel.page.getByRole('menuitem', { name: 'Group by This Column' }).click();
    await panel.settle();
    const layout = kept();
    assert.deepEqual(layout?.group, { by: [{ column: 'ns' }], aggregates: [{ name: 'count' }] });
    await panel.close();
    await open(layout);
    assert.deepEqual(await titles(), ['ns', 'count']);
  });

  it('are reset with a search that was made before the rows were grouped', async () => {
    await open();
    const search = panel.page.getByRole('searchbox');
    await search.fill('nothing of the kind');
    await panel.page.getByText('No row').first().waitFor();
    await header('ns').click({ button: 'right' });
    await panel.page.getByRole('menuitem', { name: 'Group by This Column' }).click();
    await panel.page.getByRole('button', { name: 'Reset', exact: true }).click();
    await header('title').waitFor();
    assert.equal((await titles()).length, revisions.columns.length);
    assert.equal(await search.inputValue(), '');
    assert.equal(kept()?.group, undefined);
    assert.equal(await panel.page.getByRole('button', { name: 'Reset', exact: true }).count(), 0);
  });

  it('are those of all rows again after a reset, also from the rows of a group', async () => {
    await open();
    const reset = panel.page.getByRole('button', { name: 'Reset', exact: true });
    await header('ns').click({ button: 'right' });
    await panel.page.getByRole('menuitem', { name: 'Group by This Column' }).click();
    await reset.waitFor();
    await panel.page.locator('.body .cell').first().dblclick();
    await header('title').waitFor();
    await reset.click();
    await panel.page.locator('.groupbar').waitFor({ state: 'hidden' });
    assert.equal((await titles()).length, revisions.columns.length);
    assert.equal(await reset.count(), 0);
  });

  it('that are hidden are said, and shown again with all rows by one click', async () => {
    await open({ hidden: ['minor', 'ns'], widths: {}, sort: [{ column: 'newlen', descending: true }] });
    const all = revisions.columns.length;
    await panel.page
      .getByRole('status')
      .getByText(`${all - 2} of ${all} columns`)
      .waitFor();
    await panel.page.getByRole('button', { name: 'Reset', exact: true }).click();
    await header('minor').waitFor();
    assert.equal((await titles()).length, all);
    assert.equal(await panel.page.locator('[aria-sort="descending"]').count(), 0);
    assert.equal(await panel.page.getByRole('button', { name: 'Reset', exact: true }).count(), 0);
    assert.equal(await panel.page.locator('.grid:focus').count(), 1);
    assert.deepEqual(kept(), { hidden: [], widths: {} });
  });

  it('and their filters are those of the start again after a reset, which shows the first row', async () => {
    await open();
    await panel.page.getByRole('button', { name: 'Filters' }).click();
    await panel.page.getByLabel('Filter user').fill('Kelp');
    await panel.page.getByRole('status').getByText('filtered by user: Kelp', { exact: true }).waitFor();
    await panel.page.getByLabel('Filter user').fill('=');
    await panel.page.getByRole('status').getByText('filtered by user: empty', { exact: true }).waitFor();
    await panel.page.getByLabel('Filter user').fill('!nobody');
    await panel.settle();
    await panel.page.locator('.grid').focus();
    await press('Control+End');
    await panel.settle();
    await panel.page.getByRole('button', { name: 'Reset', exact: true }).click();
    await panel.page.locator('.filters').waitFor({ state: 'detached' });
    const place = await panel.page.evaluate(`(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft])(
      document.querySelector('.grid'))`);
    assert.deepEqual(place, [0, 0]);
    assert.equal(await panel.page.locator('.cell.active').getAttribute('aria-colindex'), '2');
    assert.equal(await panel.page.getByRole('status').getByText('filtered').count(), 0);
  });

  it('that are frozen stay in sight, the key of the rows at first and any other by its menu', async () => {
    panel = await panels.results('dark', { width: 700, height: 500 });
    const rows = { type: 'rows', run, table: revisions, offset: 0, rows: revisionRows(100) } as const;
    await panel.send(start, rows, finish);
    const visible = (): Promise<readonly string[]> =>
      panel.page.evaluate(`(() => {
        const grid = document.querySelector('.grid').getBoundingClientRect();
        return [...document.querySelectorAll('.title')].filter(title => {
          const { left, right, top } = title.getBoundingClientRect();
          const shown = document.elementFromPoint(Math.min(left + 14, grid.right - 2), top + 15);
          return left < grid.right - 14 && title.contains(shown);
        }).map(title => title.querySelector('.name').textContent);
      })()`);
    const menu = async (name: string, command: string): Promise<void> => {
      await header(name).click({ button: 'right' });
      await panel.page.getByRole('menuitem', { name: command, exact: true }).click();
    };
    await press('End');
    assert.equal((await visible())[0], 'title');
    assert.equal(kept(), undefined);
    const [title, ordinal] = [
      await panel.page.locator('.body .cell').first().boundingBox(),
      await panel.page.locator('.body .ordinal').first().boundingBox(),
    ];
    assert.ok(title && ordinal);
    assert.ok(Math.abs(title.x - ordinal.x - ordinal.width) < 1, 'cells are below their title');
    await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    assert.ok((await visible()).includes('revid'), 'the cursor is not below the frozen column');
    await press('Home', 'ArrowRight');
    await menu('ns', 'Freeze Column');
    assert.deepEqual(kept()?.frozen, ['title', 'ns']);
    await press('End');
    assert.deepEqual((await visible()).slice(0, 2), ['title', 'ns']);
    await menu('title', 'Unfreeze Column');
    assert.equal((await visible())[0], 'ns');
    await panel.page.setViewportSize({ width: 150, height: 500 });
    await panel.page.locator('.grid:not(.freezes)').waitFor();
    const [heading, below] = await Promise.all(
      ['.head .frozen', '.body .row .frozen'].map(part => panel.page.locator(part).first().boundingBox()),
    );
    assert.ok(heading && below);
    assert.equal(heading.x, below.x, 'the title is over its column');
  });

  it('that are frozen leave room for others, whatever their texts, until the user sizes them', async () => {
    panel = await panels.results('dark', { width: 600, height: 500 });
    const named = revisionRows(100).map(row => ({ ...row, title: 'a long name of a page '.repeat(4) }));
    await panel.send(start, { type: 'rows', run, table: revisions, offset: 0, rows: named }, finish);
    await panel.page.locator('.grid').focus();
    await press('End');
    const place = await panel.page.locator('.title').first().boundingBox();
    assert.ok(place && place.x === 64 && place.width > 250 && place.width < 300, JSON.stringify(place));
    await panel.page.setViewportSize({ width: 1400, height: 500 });
    await until('the whole name', async () => (await middle('title')).width > 400);
    await panel.page.setViewportSize({ width: 400, height: 500 });
    await until('a shorter name', async () => (await middle('title')).width < 180);
    assert.equal(await panel.page.locator('.grid.freezes').count(), 1);
  });

  it('are as wide as nine of ten of their texts, and as all of their numbers', async () => {
    const usual = Array.from({ length: 39 }, () => ({ text: 'short text', number: 12 }));
    const [text, number] = await widths(usual);
    const long = { text: 'a text that is very much longer than all others', number: 123_456_789_012 };
    const [textToo, numberToo] = await widths([...usual, long]);
    assert.equal(textToo, text);
    assert.ok(numberToo! > number! + 20);
    const [whole] = await widths([...usual, { text: 'shorter texts', number: 12 }]);
    assert.ok(whole! > text!, 'a text that is a little longer is not cut');
    const [wide] = await widths([...usual.slice(0, 20), ...Array.from({ length: 20 }, () => long)]);
    assert.ok(wide! > text! + 100);
  });

  it('keep the order of a query that has one', async () => {
    panel = await panels.results('dark', { width: 1600, height: 500 });
    const ordered = { ...revisions, ordered: true } as const;
    const layout = { hidden: [], widths: {}, sort: [{ column: 'newlen', descending: true }] };
    const rows = { type: 'rows', run, table: ordered, offset: 0, rows: revisionRows(100) } as const;
    await panel.send({ ...start, layouts: { [table]: layout } }, rows, finish);
    await header('user').waitFor();
    assert.equal(await panel.page.locator('[aria-sort="descending"]').count(), 0);
  });

  it('are copied in several formats', async () => {
    await open();
    await panel.page.locator('.grid').focus();
    await press('Shift+ArrowDown', 'Shift+ArrowRight', 'Shift+F10');
    for (const [name, format] of [
      ['Copy as Markdown', 'markdown'],
      ['Copy as JSON', 'json'],
      ['Copy with Titles', 'tsv'],
    ] as const) {
      await panel.page.getByRole('menuitem', { name }).click();
      const said = panel.said.at(-1);
      assert.ok(said?.type === 'copyRows');
      assert.deepEqual(
        [said.format, said.titles, said.offset, said.count, said.columns],
        [format, true, 0, 2, ['title', 'ns']],
      );
      await panel.page.locator('.cell.selected').last().click({ button: 'right' });
    }
    await press('Escape');
    await panel.send({ type: 'copySelection', format: 'markdown' });
    const said = panel.said.at(-1);
    assert.ok(said?.type === 'copyRows');
    assert.equal(said.format, 'markdown');
  });

  it('lead to pages, users and addresses from a value that is open', async () => {
    await open();
    await panel.page.locator('.grid').focus();
    await press(' ');
    await panel.page.locator('.detail').getByRole('button', { name: 'Open', exact: true }).click();
    const said = panel.said.at(-1);
    assert.ok(said?.type === 'open');
    assert.equal(said.as, 'page');
    const [row] = pageRows(1);
    const rows = [{ ...row, pageprops: { home: 'https://example.org/a', script: 'javascript:alert(1)' } }];
    await panel.send({ type: 'rows', run, table: pages, offset: 0, rows });
    await panel.page.getByRole('tab', { name: 'pages' }).click();
    await panel.settle();
    await panel.page.locator('.cell.nested .drawing').nth(1).click();
    const values = panel.page.locator('.detail .value');
    await values.getByRole('button', { name: 'https://example.org/a' }).click();
    assert.deepEqual(panel.said.at(-1), { type: 'open', run, as: 'link', value: 'https://example.org/a' });
    assert.equal(await values.getByRole('button', { name: 'javascript' }).count(), 0);
  });
});
