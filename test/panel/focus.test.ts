/** The focus in both panels: one Tab stop for each toolbar, the search by Ctrl+F, and never nowhere. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { sampleIssue } from '../support/issues.ts';
import type { ResultsPanelPage } from '../support/panel-page.ts';
import { panelSuite } from '../support/panel-suite.ts';
import { finish, revisionRows, revisions, run, start } from '../support/results.ts';

/** The name or class of the element with the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(
    `document.activeElement.getAttribute('aria-label') || document.activeElement.textContent || document.activeElement.className`,
  );

describe('the focus in the results panel', () => {
  const panels = panelSuite();
  let panel: ResultsPanelPage;
  const open = async (): Promise<void> => {
    panel = await panels.results();
    await panel.send(
      start,
      { type: 'rows', run, table: revisions, offset: 0, rows: revisionRows(100) },
      finish,
    );
  };
  const press = (...keys: readonly string[]): Promise<void> => panel.press(...keys);
  const grid = 'recentchanges';

  it('is on the table when the panel is revealed, and after its button is gone', async () => {
    await open();
    assert.equal(await focused(panel.page), grid);
    await panel.page.evaluate('document.activeElement.blur(); window.dispatchEvent(new Event("focus"))');
    assert.equal(await focused(panel.page), grid);
    await press('ArrowUp', 'Enter');
    await panel.settle();
    await panel.page.getByRole('button', { name: 'Reset', exact: true }).click();
    assert.equal(await focused(panel.page), grid);
  });

  it('reaches the toolbar in one Tab stop, and its tools by arrows', async () => {
    await open();
    await press('Shift+Tab');
    assert.equal(await focused(panel.page), 'Filters');
    const tools: string[] = [];
    for (let index = 0; index < 6; index++) {
      tools.push(await focused(panel.page));
      await press('ArrowRight');
    }
    assert.deepEqual(tools, ['Filters', 'Columns', 'Group', 'Chart', 'Export', 'More']);
    assert.equal(await focused(panel.page), 'Filters');
    await press('End');
    assert.equal(await focused(panel.page), 'More');
    await press('Home', 'ArrowLeft', 'ArrowLeft', 'Tab');
    assert.equal(await focused(panel.page), grid);
    await press('Shift+Tab');
    assert.equal(await focused(panel.page), 'Export', 'the tool that had the focus last');
    await press('Shift+Tab');
    assert.equal(await focused(panel.page), 'Show only rows that contain this text');
  });

  it('opens a menu of the toolbar, and comes back from it', async () => {
    await open();
    await press('Shift+Tab', 'End', 'Enter', 'ArrowDown');
    assert.equal(await focused(panel.page), 'Compare with Snapshot…');
    await press('Escape');
    assert.equal(await focused(panel.page), 'More');
  });

  it('goes to the search by Ctrl+F, from anywhere', async () => {
    await open();
    await panel.page.getByRole('searchbox').fill('sextant');
    await press('Tab', 'Tab', 'Control+f');
    await press('m');
    assert.equal(await panel.page.getByRole('searchbox').inputValue(), 'm');
  });

  for (const key of ['Enter', 'ArrowDown'])
    it(`goes from the search to the rows by ${key}`, async () => {
      await open();
      await panel.page.getByRole('searchbox').fill('sextant');
      await press(key);
      assert.equal(await focused(panel.page), grid);
    });

  it('a search without rows says so, and is cleared by a button', async () => {
    await open();
    const message = panel.page.locator('.no-match');
    assert.ok(!(await message.isVisible()));
    await panel.page.getByRole('searchbox').fill('no such');
    await message.getByText('No row contains “no such”.').waitFor();
    await panel.page.getByRole('searchbox').fill('no such word');
    await message.getByText('No row contains “no such word”.').waitFor();
    await message.getByRole('button', { name: 'Clear Search and Filters' }).click();
    await panel.settle();
    assert.ok(!(await message.isVisible()));
    assert.deepEqual(
      [await panel.page.getByRole('searchbox').inputValue(), await focused(panel.page)],
      ['', grid],
    );
    await panel.page.getByRole('button', { name: 'Filters' }).click();
    await panel.page.getByLabel('Filter user').fill('nobody at all');
    await message.getByText('No row passes the filters.').waitFor();
  });

  it('the arrow of a sorted column is not covered by the button of its menu', async () => {
    await open();
    for (const name of ['user', 'newlen']) {
      const header = panel.page.getByRole('columnheader', { name });
      await header.click();
      await header.hover();
      const [arrow, opener] = [
        await header.locator('> .drawing').boundingBox(),
        await header.locator('.opens').boundingBox(),
      ];
      assert.ok(arrow && opener);
      assert.ok(arrow.x + arrow.width <= opener.x, `${name}: ${JSON.stringify({ arrow, opener })}`);
    }
  });
});

describe('the focus in the issue panel', () => {
  const panels = panelSuite();
  const trail = { back: true, forward: true };
  const issue = { type: 'issue', issue: sampleIssue, notices: [], trail, pictures: false } as const;

  it('is on the title of a new issue, and reaches the toolbar in one Tab stop', async () => {
    const panel = await panels.issue();
    await panel.send({ type: 'loading', reference: 'HARBOR-7', trail }, issue);
    assert.equal(await focused(panel.page), sampleIssue.summary);
    await panel.press('Shift+Tab', 'Shift+Tab');
    assert.equal(await focused(panel.page), 'Back');
    await panel.press('End');
    assert.equal(await focused(panel.page), 'Open in Browser');
    await panel.press('Shift+Tab');
    await panel.press('Tab');
    assert.equal(await focused(panel.page), 'Open in Browser');
  });

  it('asks for the issues of other rows of its list, by buttons and by keys', async () => {
    const panel = await panels.issue();
    await panel.send(issue);
    assert.equal(await panel.page.getByRole('button', { name: 'Next Row' }).count(), 0, 'it has no list');
    await panel.send({ ...issue, trail: { ...trail, rows: { before: false, after: true } } });
    assert.ok(await panel.page.getByRole('button', { name: 'Previous Row' }).isDisabled());
    await panel.page.getByRole('button', { name: 'Next Row' }).click();
    await panel.press('Alt+ArrowDown', 'Alt+ArrowUp');
    assert.deepEqual(panel.said.slice(1), [
      { type: 'row', by: 1 },
      { type: 'row', by: 1 },
      { type: 'row', by: -1 },
    ]);
  });

  it('stays in the toolbar when its button has no more effect', async () => {
    const panel = await panels.issue();
    await panel.send(issue);
    await panel.page.getByRole('button', { name: 'Forward' }).click();
    await panel.send({ ...issue, trail: { back: true, forward: false } });
    assert.equal(await focused(panel.page), 'Back');
  });
});
