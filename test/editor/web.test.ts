/** The extension in the real workbench without a server: everything runs in the browser, the folder is in memory. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { startSandboxTracker, type SandboxTracker } from '../sandbox/tracker.ts';
import { startSandboxWiki, type SandboxWiki } from '../sandbox/wiki.ts';
import { launchChromium, windowFlags } from '../support/editor/chromium.ts';
import { packagedExtension } from '../support/editor/vsix.ts';
import { noticeOf, resultOf } from '../support/editor/panels.ts';
import { until } from '../support/until.ts';
import { serveWebWorkbench, type WebWorkbench } from '../support/web-editor/web-workbench.ts';

const areSorted = (values: readonly number[]): boolean =>
  values.length > 4 && values.every((value, index) => index === 0 || value >= values[index - 1]!);

describe('a web editor', { timeout: 600_000 }, () => {
  let wiki: SandboxWiki;
  let tracker: SandboxTracker;
  let workbench: WebWorkbench;
  let browser: Browser;
  let page: Page;
  /** Uncaught errors of the extension, and what of it could not be loaded. */
  const troubles: string[] = [];
  before(async () => {
    await packagedExtension();
    wiki = await startSandboxWiki();
    tracker = await startSandboxTracker();
    workbench = await serveWebWorkbench({
      'wikijql.sites': {
        town: { kind: 'wiki', url: wiki.url },
        bugs: { kind: 'tracker', url: tracker.url },
      },
      'wikijql.defaultSite': 'town',
      'workbench.startupEditor': 'none',
    });
    browser = await launchChromium(windowFlags());
    page = await browser.newPage();
    page.on('console', line => {
      if (line.type() === 'error' && line.text().includes('/wikijql/')) troubles.push(line.text());
    });
    await page.goto(`${workbench.url}?folder=vscode-vfs://memory/work`);
  });
  after(async () => {
    await browser.close();
    await workbench[Symbol.asyncDispose]();
    await tracker.stop();
    await wiki.stop();
  });
  afterEach(() => assert.deepEqual(troubles.splice(0), []));

  /** Opens a file of the folder, and puts the cursor into its first line. */
  async function open(name: string): Promise<void> {
    await page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).dblclick();
    await page.locator(`.tab.active[aria-label^="${name}"]`).first().waitFor();
    await page.locator('.editor-group-container.active .view-line').first().click();
  }

  async function command(title: string): Promise<void> {
    await page.keyboard.press('F1');
    await page.locator('.quick-input-widget input').fill(`>${title}`);
    await page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().click();
  }

  const firstLine = () => page.locator('.editor-group-container .view-line').first();

  it('underlines a mistake, mends it by a key, and completes', async () => {
    await open('pages.wikiquery');
    await page.locator('.squiggly-warning').first().waitFor();
    await page.locator('.view-line', { hasText: 'aplimt' }).click();
    const fix = page.locator('.action-widget .monaco-list-row', { hasText: 'aplimit' }).first();
    // A list that comes late closes the fixes.
    await until('the fix', async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+.');
      return fix.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      );
    });
    await fix.click();
    await page.locator('.view-line', { hasText: 'aplimit=5' }).waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('apfilterre');
    await page.locator('.suggest-widget .monaco-list-row', { hasText: 'apfilterredir' }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Backspace');
  });

  it('starts the language server again after its worker has ended', async () => {
    const server = await until('the server', async () => {
      for (const worker of page.workers())
        if ((await worker.evaluate<string>('self.name')).includes('language-server')) return worker;
      return undefined;
    });
    await server.evaluate('self.close()');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('aplimt');
    await page.locator('.squiggly-warning').first().waitFor();
    await page.keyboard.press('Control+Backspace');
    await page.locator('.squiggly-warning').first().waitFor({ state: 'detached' });
  });

  it('runs a query at a wiki that allows it, as nobody, and shows its rows', async () => {
    await firstLine().click();
    await page.keyboard.press('Control+Enter');
    const panel = await resultOf({ page }, 'list=allpages');
    await panel.locator('.body .row').nth(4).waitFor();
    const { parameters, headers } = wiki.requests.find(request => request.parameters.get('list') !== null)!;
    assert.equal(parameters.get('origin'), '*');
    assert.equal(headers.cookie, undefined);
  });

  it('sorts and searches the rows', async () => {
    const panel = await resultOf({ page }, 'list=allpages');
    await panel.getByRole('columnheader', { name: 'pageid' }).click();
    await panel.locator('[aria-sort="ascending"]', { hasText: 'pageid' }).waitFor();
    const position = await panel.getByRole('columnheader', { name: 'pageid' }).getAttribute('aria-colindex');
    // The order of the elements is not that of the rows: a row that stays where it was keeps its element.
    const ids = async (): Promise<readonly number[]> => {
      const cells = await panel
        .locator(`.body .row [aria-colindex="${position}"]`)
        .evaluateAll(found =>
          found.map(cell => [cell.parentElement?.getAttribute('aria-rowindex'), cell.textContent]),
        );
      return cells
        .toSorted(([one], [other]) => Number(one) - Number(other))
        .map(([, id]) => Number(id?.replace(/\D/g, '')));
    };
    await until('the rows by their ids', async () => areSorted(await ids()));
    await panel.getByRole('columnheader', { name: 'pageid' }).click();
    await panel.locator('[aria-sort="descending"]', { hasText: 'pageid' }).waitFor();
    await until('the rows the other way round', async () => areSorted((await ids()).toReversed()));
    await panel.getByPlaceholder('Find in all columns').fill('zzzz');
    await panel.locator('.no-match').waitFor();
    await panel.getByPlaceholder('Find in all columns').fill('');
    await panel.locator('.body .row').nth(4).waitFor();
  });

  it('exports the rows into the folder', async () => {
    const panel = await resultOf({ page }, 'list=allpages');
    await panel.getByRole('button', { name: 'Export' }).click();
    await panel.getByRole('button', { name: 'Save as CSV…' }).click();
    const file = page.locator('.quick-input-widget input');
    await until('the proposed file', async () => (await file.inputValue()).endsWith('.csv'));
    await file.press('Enter');
    await page.locator('.notification-toast', { hasText: 'Written to' }).waitFor();
    await page.locator('.explorer-folders-view .monaco-list-row', { hasText: '.csv' }).dblclick();
    await page.locator('.tab.active[aria-label*=".csv"]').waitFor();
    await page.locator('.editor-group-container.active .view-line', { hasText: 'pageid' }).first().waitFor();
  });

  it('keeps a history of the runs, and compares a run with the one before', async () => {
    const sent = wiki.requests.length;
    await open('pages.wikiquery');
    await page.keyboard.press('Control+Enter');
    await until('another run', async () => wiki.requests.length > sent);
    await resultOf({ page }, 'list=allpages');
    await command('wikijql: Focus on History View');
    const runs = page.locator('.pane-body .monaco-list-row', { hasText: /5 rows/ });
    await until('both runs', async () => (await runs.count()) === 2);
    await runs.first().click();
    await command('wikijql: Compare with Previous Run');
    assert.match(await noticeOf({ page }, /the same/), /Both runs have the same 5 rows\./);
  });

  it('runs a runbook: its chart is drawn, and its SQL reads the rows', async () => {
    await command('View: Show Explorer');
    await open('runbook.md');
    await page.locator('.codelens-decoration', { hasText: 'Run' }).first().waitFor();
    await page.locator('.editor-group-container.active .view-line', { hasText: 'list=allpages' }).click();
    await page.keyboard.press('Control+Enter');
    const chart = await resultOf({ page }, 'pages');
    await chart.locator('.chart-canvas svg text').first().waitFor();
    // The result is beside the file, though other results are in its group.
    const file = page.locator('.editor-group-container', {
      has: page.locator('.tab.active', { hasText: /^runbook\.md$/ }),
    });
    await file.locator('.codelens-decoration a', { hasText: 'Run' }).nth(1).click();
    const longest = await resultOf({ page }, 'longest');
    await longest.locator('.status', { hasText: '3 rows' }).waitFor();
  });

  it('lists the files with queries, though the folder has no search', async () => {
    await command('wikijql: Focus on Queries View');
    const rows = page.locator('.pane-body .monaco-list-row');
    for (const name of ['pages.wikiquery', 'open.jql', 'runbook.md'])
      await rows.filter({ hasText: name }).first().waitFor();
    await command('View: Show Explorer');
  });

  it('says of a tracker, once, that it answers no web page, and checks its queries', async () => {
    await open('open.jql');
    await page.locator('.editor-group-container.active .view-line').first().click();
    await page.keyboard.press('Control+Enter');
    await noticeOf({ page }, /an issue tracker does not answer pages of other sites/);
    assert.equal(tracker.requests.length, 0);
  });
});
