/** The results panel in a browser, under the editor's rules: ten thousand rows, keyboard, themes, hostile values. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ResultsPanelPage, Theme } from '../support/panel-page.ts';
import { panelSuite } from '../support/panel-suite.ts';
import { finish, pageRows, pages, revisionRows, revisions, run, start, title } from '../support/results.ts';

describe('the results panel', () => {
  const panels = panelSuite();
  let panel: ResultsPanelPage;

  const open = async (theme: Theme = 'dark'): Promise<void> => {
    panel = await panels.results(theme);
    await panel.send(start);
  };
  const fill = async (count: number): Promise<void> => {
    const rows = revisionRows(count);
    for (let offset = 0; offset < count; offset += 500)
      await panel.send({
        type: 'rows',
        run,
        table: revisions,
        offset,
        rows: rows.slice(offset, offset + 500),
      });
    await panel.send({ ...finish, status: 'more', step: 500, rows: count });
  };
  const picture = (name: string): Promise<void> => panel.picture(name);
  const active = (): Promise<string | undefined> =>
    panel.page.evaluate(
      `document.getElementById(document.querySelector('.grid').getAttribute('aria-activedescendant'))?.textContent`,
    );
  const press = (...keys: readonly string[]): Promise<void> => panel.press(...keys);
  const rowCount = async (count: number): Promise<void> => {
    await panel.page
      .locator('.body .row')
      .nth(count - 1)
      .waitFor();
    assert.equal(await panel.page.locator('.body .row').count(), count);
  };
  const focusGrid = (): Promise<void> => panel.page.locator('.grid').focus();
  /** The message of the panel when the user copies. */
  const copied = async (): Promise<unknown> => {
    await panel.page.evaluate(`document.activeElement.dispatchEvent(
      new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true }),
    )`);
    return panel.said.at(-1);
  };
  const status = (): Promise<string> => panel.page.locator('.status').innerText();

  it('no longer shows a notice that was dismissed, in this run and in later ones', async () => {
    await open();
    const notice = {
      severity: 'information',
      code: 'contact-missing',
      message: 'Set a contact.',
      action: 'openSettings',
      dismissible: true,
    } as const;
    await panel.send({ ...finish, notices: [notice] });
    const text = panel.page.getByText('Set a contact.');
    await text.waitFor();
    const bounds = await Promise.all(
      ['.notice .message', '.notice button >> nth=-1'].map(each => panel.page.locator(each).boundingBox()),
    );
    assert.ok(Math.abs(bounds[0]!.y - bounds[1]!.y) < 8);
    await panel.page.getByRole('button', { name: 'Don’t Show Again' }).click();
    await text.waitFor({ state: 'detached' });
    assert.ok(panel.said.some(({ type }) => type === 'dismiss'));
    await panel.send({ ...start, run: 'later' }, { ...finish, run: 'later', notices: [notice] });
    assert.equal(await text.count(), 0);
  });

  it('does not show a notice that was dismissed in an earlier session', async () => {
    panel = await panels.results();
    const notice = { severity: 'information', code: 'gone', message: 'Gone.', dismissible: true } as const;
    const other = { severity: 'information', code: 'other', message: 'Another.' } as const;
    await panel.send({ ...start, dismissed: ['gone'] }, { ...finish, notices: [notice, other] });
    await panel.page.getByText('Another.').waitFor();
    assert.equal(await panel.page.getByText('Gone.').count(), 0);
  });

  it('says that it is ready before anything else', async () => {
    await open();
    assert.deepEqual(panel.said[0], { type: 'ready' });
  });

  it('makes elements only for the rows in sight', async () => {
    await open();
    await fill(10_000);
    assert.equal(await panel.page.locator('.grid').getAttribute('aria-rowcount'), '10001');
    assert.ok((await panel.page.locator('.body .row').count()) < 60);
    await focusGrid();
    await press('Control+End');
    await panel.settle();
    assert.equal(await panel.page.locator('.row.current .ordinal').innerText(), '10000');
    assert.ok((await panel.page.locator('.body .row').count()) < 60);
  });

  for (const theme of ['dark', 'light', 'contrast'] as const)
    it(`looks well in a ${theme} theme`, async () => {
      await open(theme);
      await fill(1000);
      await panel.page.locator('.cell.nested .drawing').first().click();
      await picture(`results-${theme}`);
      assert.match(await panel.page.locator('.detail').innerText(), /mobile edit/);
    });

  it('moves, sorts, opens and closes by keyboard alone', async () => {
    await open();
    await fill(100);
    await focusGrid();
    assert.match((await active()) ?? '', /^Lighthouse of Brixham/);
    await press('ArrowDown', 'ArrowRight');
    assert.equal(await active(), 'Template');
    await press('End', 'ArrowLeft', 'Enter');
    assert.ok(await panel.page.locator('.detail').isVisible());
    await press('Escape');
    assert.ok(!(await panel.page.locator('.detail').isVisible()));
    await press('Control+ArrowUp', 'ArrowUp', 'Home', 'Enter');
    await panel.settle();
    assert.equal(await panel.page.locator('[aria-sort="ascending"]').innerText(), 'title');
    assert.match(await panel.page.locator('.body .row .cell').first().innerText(), /^Breakwater/);
  });

  it('opens a nested value of a cell that is only partly in sight', async () => {
    panel = await panels.results('dark', { width: 1000, height: 600 });
    await panel.send(start, { type: 'rows', run, table: pages, offset: 0, rows: pageRows(20) });
    const icon = panel.page.locator('.cell.nested .drawing').nth(1);
    await icon.evaluate(
      `icon => { document.querySelector('.grid').scrollLeft = 0; icon.scrollIntoView({ inline: 'end' }); }`,
    );
    const box = await icon.boundingBox();
    assert.ok(box);
    await panel.page.mouse.click(box.x + 4, box.y + 6);
    await panel.page.locator('.detail').waitFor();
    assert.match(await panel.page.locator('.detail').innerText(), /wikibase_item/);
    const [cell, grid] = [
      await panel.page.locator('.cell.active').boundingBox(),
      await panel.page.locator('.grid').boundingBox(),
    ];
    assert.ok(cell && grid);
    assert.ok(
      cell.x >= grid.x && cell.x < grid.x + grid.width - 50,
      'the cell stays in sight beside its value',
    );
  });

  it('opens a value below the rows where there is no room beside them', async () => {
    panel = await panels.results('dark', { width: 460, height: 700 });
    await panel.send(start);
    await fill(100);
    await panel.page.locator('.cell.nested .drawing').first().click();
    await picture('results-narrow');
    const [grid, detail, foot] = await Promise.all(
      ['.grid', '.detail', 'footer'].map(part => panel.page.locator(part).boundingBox()),
    );
    assert.ok(grid && detail && foot);
    assert.ok(detail.height > 150, 'the value has room');
    assert.ok(grid.height > 150, 'the rows have room');
    assert.ok(detail.y + detail.height <= foot.y, 'the value ends above the foot');
  });

  it('opens pages and users through the extension', async () => {
    await open();
    await fill(10);
    await focusGrid();
    await press('ArrowDown', 'Enter');
    await panel.page.locator('.link', { hasText: 'Saltmarsh' }).first().click();
    const opened = panel.said.filter(message => message.type === 'open');
    assert.deepEqual(opened, [
      { type: 'open', run, as: 'page', value: 'Harbour of Piräus' },
      { type: 'open', run, as: 'user', value: 'Saltmarsh' },
    ]);
  });

  it('opens an issue beside the rows, or in the browser', async () => {
    await open();
    const columns = [{ key: 'key', title: 'Key', type: 'issue' }] as const;
    const rows = [{ key: 'HARBOR-1' }, { key: 'HARBOR-2' }];
    await panel.send({
      type: 'rows',
      run,
      table: { id: 'issues', title: 'issues', columns },
      offset: 0,
      rows,
    });
    await panel.page.locator('.cell .link', { hasText: 'HARBOR-2' }).click();
    await panel.page.locator('.cell .link', { hasText: 'HARBOR-2' }).click({ modifiers: ['Control'] });
    await press('ArrowUp', 'Enter');
    assert.deepEqual(panel.said.slice(-3), [
      { type: 'issue', run, key: 'HARBOR-2', outside: false, rows: { before: true, after: false } },
      { type: 'issue', run, key: 'HARBOR-2', outside: true, rows: { before: true, after: false } },
      { type: 'issue', run, key: 'HARBOR-1', outside: false, rows: { before: false, after: true } },
    ]);
    await panel.page.setViewportSize({ width: 340, height: 360 });
    await press('ArrowDown', 'Enter');
    const inLowPanel = { rows: { before: true, after: false }, isLow: true };
    assert.deepEqual(panel.said.at(-1), {
      type: 'issue',
      run,
      key: 'HARBOR-2',
      outside: false,
      ...inLowPanel,
    });
  });

  it('copies a single cell as it is, and several from the store', async () => {
    await open();
    await fill(10);
    await focusGrid();
    await press('ArrowDown');
    assert.deepEqual(await copied(), { type: 'copy', text: 'Harbour of Piräus' });
    await press('Shift+ArrowDown', 'Shift+ArrowRight');
    const view = { sort: [], search: '', filters: {} };
    const format = { format: 'tsv', titles: false } as const;
    const table = { run, table: revisions.id };
    assert.deepEqual(await copied(), {
      type: 'copyRows',
      ...table,
      view,
      columns: ['title', 'ns'],
      offset: 1,
      count: 2,
      ...format,
    });
  });

  it('copies and saves all rows of the view', async () => {
    await open();
    await fill(10);
    await panel.page.getByRole('columnheader', { name: 'user' }).click();
    await panel.page.getByPlaceholder('Find in all columns').fill('harbour ');
    await panel.page.getByRole('button', { name: 'Columns' }).click();
    for (const { key } of revisions.columns.slice(2))
      await panel.page.getByRole('checkbox', { name: new RegExp(`^${key} `) }).uncheck();
    await press('Escape');
    const extract = {
      run,
      table: revisions.id,
      view: { sort: [{ column: 'user', descending: false }], search: 'harbour', filters: {} },
      columns: ['title', 'ns'],
    };
    const choose = async (name: string): Promise<unknown> => {
      await panel.page.getByRole('button', { name: 'Export' }).click();
      await panel.page.getByRole('button', { name, exact: true }).click();
      return panel.said.at(-1);
    };
    const copies = { 'for Spreadsheet': 'tsv', 'as Markdown': 'markdown', 'as JSON': 'json' };
    for (const [name, format] of Object.entries(copies))
      assert.deepEqual(await choose(`Copy ${name}`), {
        type: 'copyRows',
        ...extract,
        offset: 0,
        format,
        titles: true,
      });
    for (const name of ['CSV', 'TSV', 'JSON', 'NDJSON', 'Markdown', 'HTML', 'SQLite'])
      assert.deepEqual(await choose(`Save as ${name}…`), {
        type: 'export',
        ...extract,
        name: title,
        format: name.toLowerCase(),
      });
  });

  it('filters by column and in all columns, and tells how many rows are left', async () => {
    await open();
    await fill(1000);
    await panel.page.getByRole('button', { name: 'Filters' }).click();
    await panel.page.getByLabel('Filter newlen').fill('>200000');
    await panel.settle();
    assert.match(await status(), /^More available\n\d\d\d of 1,000 rows shown/);
    await panel.page.getByPlaceholder('Find in all columns').fill('no such thing');
    await panel.settle();
    assert.match(await status(), /\n0 of 1,000 rows shown/);
    await panel.page.getByPlaceholder('Find in all columns').fill('');
    await panel.page.getByRole('button', { name: 'Filters', exact: true }).click();
    await panel.settle();
    assert.equal(await panel.page.getByLabel('Filter newlen').count(), 0);
    assert.match(await status(), /of 1,000 rows shown\nfiltered by newlen: >200000/);
    await panel.page.getByRole('button', { name: 'Filters', exact: true }).click();
    assert.equal(await panel.page.getByLabel('Filter newlen').inputValue(), '>200000');
    await panel.page.getByLabel('Clear All Filters').click();
    await panel.settle();
    assert.match(await status(), /\n1,000 rows/);
  });

  it('keeps the columns that the user chose', async () => {
    await open();
    await fill(10);
    await panel.page.getByRole('button', { name: 'Columns' }).click();
    await panel.page.getByRole('checkbox', { name: 'revid' }).uncheck();
    assert.equal(await panel.page.getByRole('columnheader', { name: 'revid' }).count(), 0);
    const layout = { hidden: ['revid'], widths: {} };
    assert.deepEqual(panel.said.at(-1), { type: 'layout', run, table: 'recentchanges', layout });
    await panel.send({ ...start, run: 'run-2', layouts: { recentchanges: layout } });
    await panel.send({ type: 'rows', run: 'run-2', table: revisions, offset: 0, rows: revisionRows(3) });
    assert.equal(await panel.page.getByRole('columnheader', { name: 'revid' }).count(), 0);
  });

  it('asks to be pinned, and shows that it is', async () => {
    await open();
    await fill(10);
    const pin = panel.page.getByRole('button', { name: 'Pin', exact: true });
    await pin.click();
    assert.deepEqual(panel.said.at(-1), { type: 'pin', pinned: true });
    await panel.send({ type: 'pinned', pinned: true });
    assert.equal(await pin.getAttribute('aria-pressed'), 'true');
    assert.equal(
      await panel.page.evaluate('document.activeElement.getAttribute("aria-label")'),
      'Pin',
      'the focus stays',
    );
    await pin.click();
    assert.deepEqual(panel.said.at(-1), { type: 'pin', pinned: false });
  });

  it('shows several tables as tabs and earlier runs as a list', async () => {
    await open();
    await fill(10);
    await panel.send({ type: 'rows', run, table: pages, offset: 0, rows: pageRows(4) });
    await panel.page.getByRole('tab', { name: 'pages' }).click();
    await rowCount(4);
    await panel.send({ ...start, run: 'run-2', title: 'Second' });
    assert.equal(await panel.page.locator('h1').innerText(), 'Second');
    const list = panel.page.getByLabel('Runs of this file');
    const entries = () => list.locator('option').allInnerTexts();
    assert.match((await entries()).join('\n'), /^\d+:.*Second\n\d+:.*/);
    await list.selectOption(run);
    assert.equal(await panel.page.locator('h1').innerText(), title);
    await rowCount(4);
    assert.deepEqual(panel.said.at(-1), { type: 'shown', run });
    const later = start.started + 60_000;
    await panel.send({ type: 'forget', run: 'run-2' }, { ...start, run: 'run-3', started: later });
    const clock = 'new Intl.DateTimeFormat(undefined, { timeStyle: "medium" })';
    const times = await panel.page.evaluate(`[${later}, ${start.started}].map(${clock}.format)`);
    assert.deepEqual(await entries(), times, 'only the times at which they started');
  });

  it('counts down a wait, cancels, and loads more', async () => {
    await open();
    await panel.send({
      type: 'progress',
      run,
      title,
      site: 'harbour',
      links: false,
      requests: 1,
      rows: 0,
      wait: { reason: 'lag', seconds: 30 },
    });
    assert.match(await status(), /next request in (30|29) s/);
    await panel.page.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(panel.said.at(-1), { type: 'cancel', run });
    await panel.send({ ...finish, status: 'more', step: 500, bytes: 2048, waited: 12 });
    for (const tip of ['2 kB received', '12 s of it waiting for the site'])
      assert.equal(await panel.page.getByTitle(tip).count(), 1);
    await panel.page.getByRole('button', { name: 'Load 500 More' }).click();
    assert.deepEqual(panel.said.at(-1), { type: 'more', run });
    await panel.send({ ...finish, status: 'more', step: 500, rows: 60, total: 84 });
    await panel.page.getByRole('button', { name: 'Load 24 More' }).waitFor();
  });

  it('says that nothing was found', async () => {
    await open('light');
    await panel.send({ ...finish, status: 'complete', rows: 0 });
    await picture('results-empty');
    assert.match(await panel.page.locator('.blank').innerText(), /returned no results/);
    await panel.send({ type: 'table', run, table: { ...pages, columns: [] }, rows: 0, changed: false });
    assert.match(await panel.page.locator('.blank').innerText(), /returned no results/);
    const rows = { type: 'rows', run, table: pages, offset: 0, rows: pageRows(3) } as const;
    await panel.send({ type: 'resume', run }, rows);
    await panel.page.locator('.body .row').first().waitFor();
    assert.equal(await panel.page.locator('.blank').count(), 0);
  });

  it('does not say of a cancelled run that it failed', async () => {
    await open();
    const notice = { severity: 'information', code: 'cancelled', message: 'Cancelled.' } as const;
    await panel.send({ ...finish, status: 'failed', rows: 0, notices: [notice] });
    assert.equal(await panel.page.locator('.notice code').count(), 0);
    assert.match(await panel.page.locator('.blank').innerText(), /^Cancelled before/);
    assert.match(await status(), /^Incomplete\n/);
  });

  it('says what went wrong, and where', async () => {
    await open('light');
    const range = { start: { line: 3, character: 0 }, end: { line: 3, character: 4 } };
    const notice = {
      severity: 'error',
      code: 'badvalue',
      isSiteCode: true,
      message: 'The value “x” is not known.',
      range,
      action: 'retry',
    } as const;
    const remark = { severity: 'information', code: 'asNobody', message: 'Nobody is signed in.' } as const;
    await panel.send({ ...finish, status: 'failed', rows: 0, notices: [remark, notice] });
    const [first] = await panel.page.locator('.notice').allInnerTexts();
    assert.match(first ?? '', /The value “x” is not known\.\s*badvalue/);
    assert.deepEqual(await panel.page.locator('.notice code').allInnerTexts(), ['badvalue']);
    await picture('results-failed');
    await panel.page.getByRole('button', { name: 'Show in File' }).click();
    await panel.page.getByRole('button', { name: 'Retry' }).click();
    assert.deepEqual(panel.said.slice(-2), [
      { type: 'reveal', range },
      { type: 'action', run, action: 'retry' },
    ]);
  });

  it('never takes a value of a site for markup', async () => {
    await open();
    const hostile = '<img src=x onerror="document.title=\'taken\'"><b>bold</b>\u202Etxt';
    const columns = (['text', 'page', 'html', 'json', 'link'] as const).map(type => ({
      key: type,
      title: hostile,
      type,
    }));
    const row = {
      text: hostile,
      page: hostile,
      html: hostile,
      json: [hostile, { [hostile]: hostile }],
      link: 'javascript:alert(1)',
    };
    await panel.send(
      { type: 'rows', run, table: { id: hostile, title: hostile, columns }, offset: 0, rows: [row] },
      {
        ...finish,
        title: hostile,
        notices: [{ severity: 'warning', code: hostile, isSiteCode: true, message: hostile }],
      },
    );
    for (const type of columns.keys()) await panel.page.locator('.body .cell').nth(type).dblclick();
    await focusGrid();
    await press('End', 'ArrowLeft', ' ');
    await picture('results-hostile');
    assert.equal(await panel.page.locator('img, b, body script:not([nonce])').count(), 0);
    assert.equal(await panel.page.title(), 'wikijql');
    assert.equal(await panel.page.locator('.cell').nth(2).innerText(), 'boldU+202Etxt');
  });

  it('comes back after a reload without its rows, and can run again', async () => {
    panel = await panels.results();
    assert.equal(await panel.page.locator('.blank').innerText(), '');
    await panel.send({ type: 'idle', title, file: 'harbour.wikiquery' });
    assert.match(
      await panel.page.locator('.blank').innerText(),
      /not kept when the window reloads.*\s+Run the query again/,
    );
    assert.equal(await panel.page.locator('.status').innerText(), '');
    await panel.page.getByRole('button', { name: 'Run Again' }).click();
    assert.deepEqual(panel.said.at(-1), { type: 'rerun', run: '' });
  });
});
