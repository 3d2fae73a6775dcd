/** Both panels in narrow windows: names of columns, buttons, tabs and issues fit or have a tooltip. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { misfits } from '../support/fit.ts';
import { sampleIssue } from '../support/issues.ts';
import { panelSuite } from '../support/panel-suite.ts';
import { finish, pageRows, pages, revisionRows, revisions, run, start } from '../support/results.ts';

const widths = [300, 400, 500, 1000];
const long = 'a name that is much longer than the panel is wide, with-no-room-for-all-of-it-anywhere';

/** The elements that do not fit, at each width. */
async function misfitsOf(page: Page, height: number): Promise<readonly string[]> {
  const misfitting: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    for (const line of await misfits(page)) misfitting.push(`${width}: ${line}`);
  }
  return misfitting;
}

/** Sizes of panels beside a file, and a panel of 800 by 640 at 200 % zoom. */
const sizes = [
  { width: 400, height: 700 },
  { width: 570, height: 700 },
  { width: 800, height: 700 },
  { width: 400, height: 320 },
];

/** The texts that are cut or hidden, of the elements that match. */
const cut = (page: Page, selector: string): Promise<readonly string[]> =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})]
    .filter(each => each.getClientRects().length === 0 || each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline' || each.scrollHeight > each.clientHeight + 3)
    .map(each => each.textContent)`);

describe('the names in a narrow panel', () => {
  const panels = panelSuite();

  for (const theme of ['dark', 'light', 'contrast'] as const)
    for (const size of sizes)
      it(`are whole at ${size.width} × ${size.height} in a ${theme} theme`, async () => {
        const panel = await panels.results(theme, size);
        const { page } = panel;
        const heading = 'Bugs reported in the last thirty days';
        await panel.send(
          { ...start, run: 'before' },
          { ...start, title: heading },
          { type: 'rows', run, table: revisions, offset: 0, rows: revisionRows(100) },
          { ...finish, title: heading, site: 'jira.harbour.example' },
        );
        const names = '.heading h1, .heading .site, .heading button span, .toolbar .tool span, .title .name';
        assert.deepEqual(await cut(page, names), []);
        const search = await page.getByRole('searchbox').boundingBox();
        assert.ok(search && search.width > 150, 'the search is wide enough for its hint');
        const grid = await page.locator('.grid').boundingBox();
        assert.ok(grid && grid.height > 90, `there is room for rows: ${grid?.height}`);
        await page.getByRole('button', { name: 'Group', exact: true }).click();
        await page.getByLabel('Group by').selectOption('parsedcomment');
        assert.deepEqual(await misfits(page), []);
        const [label, list] = [
          await page.locator('.grouping .quiet').first().boundingBox(),
          await page.getByLabel('Group by').boundingBox(),
        ];
        assert.ok(label && list && label.x + label.width <= list.x && list.x + list.width <= size.width);
        await page.keyboard.press('Escape');
        await panel.picture(`narrow-${theme}-${size.width}-${size.height}`);
      });
});

describe('a narrow panel', () => {
  const panels = panelSuite();

  it('has a short title beside the site and the buttons, which leaves a row more', async () => {
    const panel = await panels.results('light', { width: 460, height: 640 });
    await panel.send(
      { ...start, title: 'Lamps' },
      { type: 'rows', run, table: pages, offset: 0, rows: pageRows(5) },
      { ...finish, title: 'Lamps' },
    );
    const tops = await panel.page.evaluate<readonly number[]>(
      `[...document.querySelectorAll('.heading > :is(h1, .site, .acts)')].map(each => {
        const { top, height } = each.getBoundingClientRect();
        return Math.round(top + height / 2);
      })`,
    );
    assert.equal(new Set(tops).size, 1, String(tops));
  });

  it('of a small window has its buttons in one line, and shows the first value of a row', async () => {
    const panel = await panels.results('light', { width: 330, height: 348 });
    const { page } = panel;
    await panel.send(
      { ...start, title: 'Lamps' },
      { type: 'rows', run, table: pages, offset: 0, rows: pageRows(5) },
      { ...finish, title: 'Lamps' },
    );
    const tools = await page.locator('.toolbar .tool').all();
    const tops = await Promise.all(tools.map(async tool => (await tool.boundingBox())?.y));
    assert.equal(new Set(tops).size, 1, String(tops));
    await page.locator('.grid').focus();
    await panel.press('Alt+Enter');
    const first = await page.locator('.detail dd').first().boundingBox();
    const foot = await page.locator('footer').boundingBox();
    assert.ok(first && foot && first.y + first.height <= foot.y, `${JSON.stringify(first)} in sight`);
    await panel.picture('narrow-row');
  });

  it('shows results', async () => {
    const panel = await panels.results('light', { width: 300, height: 700 });
    const { page } = panel;
    const longRun = 'run-2';
    const longStart = { ...start, title: long };
    const columns = [{ key: 'long', title: long, type: 'text' }, ...revisions.columns] as const;
    const notice = {
      severity: 'error',
      code: 'long-code',
      isSiteCode: true,
      message: long,
      action: 'openLogin',
    } as const;
    await panel.send(
      { ...longStart, run: 'run-1' },
      { ...longStart, run: longRun },
      { type: 'rows', run: longRun, table: { ...revisions, columns }, offset: 0, rows: revisionRows(20) },
      { type: 'rows', run: longRun, table: { ...pages, title: long }, offset: 0, rows: pageRows(5) },
    );
    assert.deepEqual(await misfitsOf(page, 700), []);
    await panel.send({
      type: 'finish',
      run: longRun,
      title: long,
      site: long,
      links: true,
      status: 'more',
      step: 500,
      rows: 25,
      total: 12_000,
      requests: 20,
      milliseconds: 4210,
      notices: [{ ...notice, loginUrl: 'https://example.org/' }],
    });
    await page.getByRole('columnheader', { name: 'title' }).click();
    await page.getByRole('button', { name: 'Filters' }).click();
    assert.deepEqual(await misfitsOf(page, 700), []);
    for (const name of ['Columns', 'Export'])
      for (const width of widths) {
        await page.setViewportSize({ width, height: 700 });
        await page.getByRole('button', { name, exact: true }).click();
        assert.deepEqual(await misfits(page), [], `${name} at ${width}`);
        await page.keyboard.press('Escape');
      }
    await page.locator('.grid').focus();
    await page.keyboard.press('End');
    await page.keyboard.press(' ');
    await page.locator('.detail').waitFor();
    assert.deepEqual(await misfitsOf(page, 700), []);
  });

  it('shows an issue', async () => {
    const panel = await panels.issue({ size: { width: 300, height: 900 } });
    const { page } = panel;
    const [link, attachment] = [sampleIssue.links[0], sampleIssue.attachments[0]];
    assert.ok(link && attachment);
    const issue = {
      ...sampleIssue,
      site: long,
      summary: long,
      labels: [long],
      links: [...sampleIssue.links, { ...link, summary: long }],
      attachments: [...sampleIssue.attachments, { ...attachment, name: long, author: long }],
    };
    const trail = { back: true, forward: true };
    await panel.send({ type: 'issue', issue, notices: [], trail, pictures: false });
    for (const id of ['history', 'worklogs']) await page.locator(`[data-section=${id}] summary`).click();
    assert.deepEqual(await misfitsOf(page, 900), []);
  });
});
