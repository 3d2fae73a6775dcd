/** Words that a screen reader speaks by itself: on run, sort, filter and error, each once. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { sampleIssue } from '../support/issues.ts';
import type { ResultsPanelPage } from '../support/panel-page.ts';
import { panelSuite } from '../support/panel-suite.ts';
import { finish, revisionRows, revisions, run, start, title } from '../support/results.ts';

/**
 * Collects what the live regions of a page say from now on: a region that is busy keeps quiet, and an alert speaks when it
 * comes into the document.
 */
const listen = (page: Page): Promise<unknown> =>
  page.evaluate(`
    window.spoken = [];
    const live = '[role=status], [role=alert], [aria-live]';
    new MutationObserver(changes => {
      const regions = new Set();
      for (const { target, addedNodes } of changes) {
        const region = (target.nodeType === 1 ? target : target.parentElement)?.closest(live);
        if (region) regions.add(region);
        for (const node of addedNodes)
          if (node.nodeType === 1)
            for (const alert of [node, ...node.querySelectorAll('[role=alert]')])
              if (alert.matches('[role=alert]')) regions.add(alert);
      }
      for (const region of regions)
        if (region.isConnected && region.ariaBusy !== 'true' && region.innerText.trim() !== '')
          window.spoken.push(region.innerText.trim().replace(/\\s*\\n\\s*/g, ', '));
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  `);

const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.textContent');

/** The announcements since the last call. */
const spoken = (page: Page): Promise<readonly string[]> => page.evaluate('window.spoken.splice(0)');

const progress = (rows: number, seconds?: number) =>
  ({
    type: 'progress',
    run,
    title,
    site: 'harbour',
    links: true,
    rows,
    requests: 1,
    ...(seconds !== undefined && { wait: { reason: 'lag' as const, seconds } }),
  }) as const;

describe('a screen reader hears', () => {
  const panels = panelSuite();
  let panel: ResultsPanelPage;
  const part = { type: 'rows', run, table: revisions, offset: 0, rows: revisionRows(100) } as const;
  const ended = { ...finish, rows: 100, requests: 2, milliseconds: 900 };

  const open = async (): Promise<void> => {
    panel = await panels.results();
    await listen(panel.page);
    await panel.send(start, part, ended);
    await spoken(panel.page);
  };

  it('that a run begins and how it ended, and neither each response nor each second of waiting', async () => {
    panel = await panels.results();
    await listen(panel.page);
    await panel.send(start);
    assert.deepEqual(await spoken(panel.page), ['Starting…']);
    await panel.send(progress(50, 2), part, progress(80));
    await panel.page.locator('.status', { hasText: '80 rows so far' }).waitFor();
    assert.deepEqual(await spoken(panel.page), []);
    await panel.send(ended);
    assert.deepEqual(await spoken(panel.page), ['Complete, 100 rows, 2 requests, 900 ms']);
  });

  it('how many rows a watch found, each of which has a sign and a name of its own', async () => {
    panel = await panels.results();
    await listen(panel.page);
    const table = { ...revisions, newRows: [0, 2] };
    await panel.send(start, { ...part, table }, ended);
    await panel.page.getByRole('rowheader', { name: 'Row 3, new', exact: true }).waitFor();
    assert.deepEqual(await panel.page.locator('.row.new .ordinal').allInnerTexts(), ['● 1', '● 3']);
    assert.match((await spoken(panel.page)).at(-1) ?? '', /^Complete, 100 rows, 2 new, /);
  });

  it('the order after sorting, by mouse and by keyboard', async () => {
    await open();
    await panel.page.getByRole('columnheader', { name: 'user' }).click();
    await panel.settle();
    assert.match((await spoken(panel.page)).at(-1) ?? '', /^Complete, 100 rows, sorted by user, /);
    await panel.page.locator('.grid').focus();
    await panel.press('Control+ArrowUp', 'ArrowUp', 'Home', 'Enter', 'Enter');
    await panel.settle();
    assert.match((await spoken(panel.page)).at(-1) ?? '', /sorted by title \(descending\)/);
  });

  it('how many rows are left after a search, a filter, and none', async () => {
    await open();
    const search = panel.page.getByRole('searchbox');
    await search.fill('harbour');
    await panel.settle();
    const lines = await spoken(panel.page);
    assert.match(lines.at(-1) ?? '', /^Complete, \d+ of 100 rows shown/);
    assert.ok(lines.length <= 2, lines.join('\n'));
    await search.fill('no such');
    await panel.page.locator('.no-match').waitFor();
    assert.match((await spoken(panel.page)).at(-1) ?? '', /0 of 100 rows shown/);
    await search.fill('');
    await panel.page.getByRole('button', { name: 'Filters', exact: true }).click();
    await panel.page.getByLabel('Filter user').fill('Marlin');
    await panel.settle();
    assert.match((await spoken(panel.page)).at(-1) ?? '', /of 100 rows shown/);
    await panel.page.getByRole('button', { name: 'Reset', exact: true }).click();
    await panel.settle();
    assert.match((await spoken(panel.page)).at(-1) ?? '', /^Complete, 100 rows, 2 requests/);
  });

  it('which columns are hidden, and how the rows are grouped', async () => {
    await open();
    await panel.page.getByRole('columnheader', { name: 'tags' }).click({ button: 'right' });
    await panel.page.getByRole('menuitem', { name: 'Hide Column' }).click();
    assert.match((await spoken(panel.page)).at(-1) ?? '', /9 of 10 columns/);
    await panel.page.getByRole('columnheader', { name: 'user' }).click({ button: 'right' });
    await panel.page.getByRole('menuitem', { name: 'Group by This Column' }).click();
    await panel.page.locator('.totals').waitFor();
    assert.match((await spoken(panel.page)).at(-1) ?? '', /6 groups of 100 rows, grouped by user/);
  });

  it('an error once, however often the panel is drawn again, and its buttons keep the focus', async () => {
    await open();
    const notice = {
      severity: 'error',
      code: 'badvalue',
      isSiteCode: true,
      message: 'Unrecognized value “x”.',
      action: 'openSettings',
    } as const;
    const failed = { ...ended, status: 'failed', notices: [notice] } as const;
    await panel.send({ ...start, run: 'failed' }, { ...failed, run: 'failed', rows: 0 });
    const lines = await spoken(panel.page);
    assert.equal(lines.filter(line => line.includes('Unrecognized value “x”.')).length, 1, lines.join('\n'));
    assert.ok(lines.some(line => line.startsWith('Failed')));
    const settings = panel.page.getByRole('button', { name: 'Open Settings' });
    await settings.focus();
    await panel.send({ type: 'pinned', pinned: true }, { type: 'mentions', projects: [], wikis: [] });
    assert.deepEqual(await spoken(panel.page), []);
    assert.equal(await focused(panel.page), 'Open Settings');
    await panel.send({ ...start, run: 'again' }, { ...failed, run: 'again', rows: 0 });
    assert.ok(
      (await spoken(panel.page)).some(line => line.includes('Unrecognized value')),
      'a new run says it',
    );
  });

  it('which issue is fetched, which one came, and why one did not', async () => {
    const trail = { back: false, forward: false };
    const issuePanel = await panels.issue();
    await listen(issuePanel.page);
    await issuePanel.send({ type: 'loading', reference: 'HARBOR-7', trail });
    assert.deepEqual(await spoken(issuePanel.page), ['Fetching HARBOR-7…']);
    await issuePanel.send({ type: 'issue', issue: sampleIssue, notices: [], trail, pictures: false });
    assert.deepEqual(await spoken(issuePanel.page), [`${sampleIssue.key} ${sampleIssue.summary}`]);
    const notice = { severity: 'error', code: '', message: 'The site does not answer.' } as const;
    await issuePanel.send({ type: 'failed', reference: 'HARBOR-8', notices: [notice], trail });
    assert.deepEqual((await spoken(issuePanel.page)).toSorted(), [
      'Error, The site does not answer.',
      'HARBOR-8 could not be shown.',
    ]);
  });
});
