/** Both panels in narrow windows: names of columns, buttons, tabs and issues fit or have a tooltip. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { misfits } from '../support/fit.ts';
import { sampleIssue } from '../support/issues.ts';
import { panelSuite } from '../support/panel-suite.ts';
import { pageRows, pages, revisionRows, revisions } from '../support/results.ts';

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

describe('a narrow panel', () => {
  const panels = panelSuite();

  it('shows results', async () => {
    const panel = await panels.results('light', { width: 300, height: 700 });
    const { page } = panel;
    const run = 'run-2';
    const start = { type: 'start', title: long, file: 'f.wikiquery', layouts: {}, step: 500 } as const;
    const columns = [{ key: 'long', title: long, type: 'text' }, ...revisions.columns] as const;
    const notice = { severity: 'error', code: 'long-code', message: long, action: 'openLogin' } as const;
    await panel.send(
      { ...start, run: 'run-1' },
      { ...start, run },
      { type: 'rows', run, table: { ...revisions, columns }, offset: 0, rows: revisionRows(20) },
      { type: 'rows', run, table: { ...pages, title: long }, offset: 0, rows: pageRows(5) },
    );
    assert.deepEqual(await misfitsOf(page, 700), []);
    await panel.send({
      type: 'finish',
      run,
      title: long,
      site: long,
      links: true,
      status: 'more',
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
