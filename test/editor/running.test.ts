/** Queries that run, in the real editor: every way to start one, and what the user does with the result. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Frame } from 'playwright-core';
import { startSandboxWiki } from '../sandbox/wiki.ts';
import type { EditorWindow } from '../support/editor.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { type PausableProxy, startPausableProxy } from '../support/pausable-proxy.ts';
import { until } from '../support/until.ts';

const files = {
  'refused.wikiquery': '### What I watch\nlist=watchlist\n',
  'slow.wikiquery':
    '# @site slow\n# @limit 10000\n### Readings\nlist=recentchanges\nrcshow=bot\nrclimit=max\n',
};

const status = (panel: Frame): Promise<string> => panel.locator('.status').innerText();
const rowCount = async (panel: Frame): Promise<number> =>
  Number(await panel.locator('.grid').getAttribute('aria-rowcount')) - 1;
/** The rows in sight are those that were asked for. */
const settled = (panel: Frame): Promise<void> =>
  panel.locator('.workspace [aria-busy="true"]').waitFor({ state: 'detached' });
const firstRow = (panel: Frame): Promise<string> => panel.locator('.body .row').first().innerText();

describe('running a query', () => {
  let proxy: PausableProxy;
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    const wiki = await startSandboxWiki();
    proxy = await startPausableProxy(wiki.url);
    fixture = await openEditorFixture({ files, isEmpty: false, wiki, sites: { slow: proxy.url } });
    editor = fixture.editor;
  });
  after(async () => {
    await proxy.stop();
    await fixture.close();
  });
  afterEach(async context => {
    await pictureOfFailure(context, editor);
    await editor.closeEditors();
  });

  /** The panel, once the run of that title has ended. */
  const result = async (title: string): Promise<Frame> => {
    const panel = await editor.panel('.status .badge');
    await until(`the result of ${title}`, async () => (await panel.locator('h1').innerText()) === title);
    await panel.locator('.status .badge').waitFor();
    await settled(panel);
    return panel;
  };
  describe('is started', () => {
    it('by Ctrl+Enter above the first query: it runs that one', async () => {
      await editor.openFile('01-first-query.wikiquery');
      await editor.goTo(1);
      await editor.runQuery();
      const panel = await result('Plants of the botanic garden');
      assert.match(await status(panel), /^(Complete|More available)\n\d+ rows\n\d+ requests?/);
      assert.equal(await panel.locator('.heading .site').innerText(), 'sandbox');
      assert.ok((await rowCount(panel)) > 10);
      await editor.screenshot('running-first');
    });

    it('by its lens, by the palette and by the button over the file', async () => {
      await editor.openFile('03-several-queries.wikiquery');
      await editor.editor.locator('.codelens-decoration a', { hasText: 'Run' }).nth(1).click();
      await result('Wanted pages');
      await editor.goTo(15);
      await editor.command('wikijql: Run Query');
      await result('Pages that begin with a letter');
      await editor.goTo(21);
      await editor.page.locator('.editor-actions [aria-label^="Run Query"]').first().click();
      const panel = await result('Protected pages');
      assert.equal(await panel.locator('.heading select option').count(), 3);
    });
  });

  describe('shows', () => {
    it('its rows as they were after another tab covered the panel', async () => {
      await editor.openFile('01-first-query.wikiquery');
      await editor.runQuery();
      const panel = await result('Plants of the botanic garden');
      await panel.getByRole('columnheader', { name: /^title/ }).click();
      await settled(panel);
      await panel.getByPlaceholder('Find in all columns').fill('bean');
      await settled(panel);
      const [row, line, requests] = [
        await firstRow(panel),
        await status(panel),
        fixture.wiki.requests.length,
      ];
      await panel.getByRole('button', { name: 'More', exact: true }).click();
      await panel.getByRole('button', { name: 'Show Raw Response' }).click();
      await until('the document', async () => (await editor.activeTab()).endsWith('.json'));
      await editor.page.locator('.tab', { hasText: '01-first-query.wikiquery · Results' }).click();
      const again = await result('Plants of the botanic garden');
      assert.equal(await again.getByPlaceholder('Find in all columns').inputValue(), 'bean');
      assert.deepEqual([await firstRow(again), await status(again)], [row, line]);
      await editor.screenshot('running-uncovered');
      assert.equal(fixture.wiki.requests.length, requests);
    });
  });

  it('works by keyboard alone', async () => {
    await editor.openFile('01-first-query.wikiquery');
    await editor.runQuery();
    const panel = await result('Plants of the botanic garden');
    await editor.press('Control+2');
    await until('the focus', () => panel.evaluate<boolean>('document.hasFocus()'));
    const hasFocus = (selector: string): Promise<boolean> =>
      panel.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`);
    for (let tabs = 0; tabs < 12 && !(await hasFocus('.grid')); tabs += 1) await editor.press('Tab');
    assert.ok(await hasFocus('.grid'));
    const current = (ordinal: string) =>
      until(
        `row ${ordinal}`,
        async () => (await panel.locator('.row.current .ordinal').innerText()) === ordinal,
      );
    await editor.press('ArrowDown', 'ArrowDown');
    await current('3');
    await editor.press('Control+End');
    await current(String(await rowCount(panel)));
    await editor.press(' ');
    await panel.locator('.detail').waitFor();
    await editor.screenshot('running-keyboard');
    await editor.press('Escape');
    await panel.locator('.detail').waitFor({ state: 'hidden' });
    const asked = fixture.wiki.requests.length;
    await editor.press('Control+Enter');
    await until('another run', async () => fixture.wiki.requests.length > asked);
  });

  it('is cancelled: its rows stay, and are said to be incomplete', async () => {
    await editor.openFile('slow.wikiquery');
    proxy.closeBefore(3);
    await editor.runQuery();
    const panel = await editor.panel('.body .row');
    await until('1,000 rows', async () => /1,000 rows so far/.test(await status(panel)));
    await until('the third request', async () => proxy.came() === 3);
    await editor.screenshot('running-under-way');
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await panel.locator('.badge.incomplete').waitFor();
    assert.equal(await rowCount(panel), 1000);
    await editor.screenshot('running-cancelled');
    proxy.open();
  });

  it('underlines what the wiki refused, until the text changes', async () => {
    await editor.openFile('refused.wikiquery');
    await editor.waitForUnderlines('error', 0);
    await editor.runQuery();
    const panel = await result('What I watch');
    assert.match(await panel.locator('.notice.error').innerText(), /sign.*in/i);
    await editor.waitForUnderlines('error', 1);
    await editor.goTo(2, 8);
    await editor.hover(/notloggedin/);
    await editor.screenshot('running-refused');
    await editor.press('Escape');
    await panel.getByRole('button', { name: 'Show in File' }).click();
    await until('the place', async () =>
      (await editor.statusBar()).some(item => /^Ln 2, .*\(9 selected\)/.test(item)),
    );
    await editor.focusEditor();
    await editor.press('End');
    await editor.type('\nwllimit=5');
    await editor.waitForUnderlines('error', 0);
    await editor.execute('workbench.action.files.saveAll');
  });
});
