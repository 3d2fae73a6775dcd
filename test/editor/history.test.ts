/** The history, snapshots and comparing, in the real editor. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Frame } from 'playwright-core';
import type { EditorWindow } from '../support/editor.ts';
import { type EditorFixture, openEditorFixture, pictureOfFailure } from '../support/editor/editor-fixture.ts';
import { noticeButton } from '../support/editor/panels.ts';
import { answer, choose } from '../support/editor/prompts.ts';
import { until } from '../support/until.ts';

const query = '### Harbours\n# @site changing\n# @limit 50\nlist=allpages\naplimit=50\n';

/** A wiki whose pages are others at each request. */
async function changingWiki(): Promise<{ readonly server: Server; readonly url: string; count(): number }> {
  let count = 0;
  const server = createServer((_, response) => {
    const edition = count++;
    const pages = Array.from({ length: 12 }, (_unused, index) => ({
      pageid: 100 + index + edition,
      ns: 0,
      title:
        (index + edition) % 5 === 0
          ? `Harbour ${index + edition}, edition ${edition}`
          : `Harbour ${index + edition}`,
    }));
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ batchcomplete: true, query: { allpages: pages } }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert(typeof address === 'object' && address);
  return { server, url: `http://127.0.0.1:${address.port}/w/api.php`, count: () => count };
}

const rowTexts = async (panel: Frame): Promise<readonly string[]> =>
  panel.locator('.body .row').allInnerTexts();

describe('the history', () => {
  let wiki: Awaited<ReturnType<typeof changingWiki>>;
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    wiki = await changingWiki();
    fixture = await openEditorFixture({
      files: { 'harbours.wikiquery': query, 'gone.wikiquery': '### Gone\n# @site gone\nlist=allpages\n' },
      sites: { changing: wiki.url, other: wiki.url, gone: 'http://127.0.0.1:1/w/api.php' },
    });
    editor = fixture.editor;
  });
  after(async () => {
    await fixture.close();
    wiki.server.close();
  });
  afterEach(context => pictureOfFailure(context, editor));

  const items = () => editor.inView('History').locator('.monaco-list-row');
  const lens = () => editor.page.locator('.codelens-decoration a', { hasText: 'rows' });

  it('is empty at first, and says what it is for', async () => {
    await editor.openFile('harbours.wikiquery');
    await editor.command('wikijql: Focus on History View');
    await editor.waitForText('No query has run in this workspace yet.');
    await editor.screenshot('history-empty');
  });

  it('has each run, with its lens over the query, and shows its rows again without a request', async () => {
    for (let count = 1; count <= 2; count++) {
      await editor.openFile('harbours.wikiquery');
      await editor.runQuery();
      await until(`run ${count}`, async () => (await items().count()) === count);
    }
    assert.match(await items().first().innerText(), /Harbours.*changing · 12 rows · now/s);
    await lens().first().waitFor();
    assert.match(await lens().first().innerText(), /^12 rows · now$/);
    await editor.goTo(1);
    await editor.type('# a note\n\n');
    await until('the lens below the new lines', async () => {
      const [run, own] = await Promise.all([
        editor.page.locator('.codelens-decoration a', { hasText: 'Run' }).first().boundingBox(),
        lens().first().boundingBox(),
      ]);
      return run !== null && own !== null && run.y === own.y;
    });
    await editor.execute('workbench.action.files.revert');
    await editor.closeEditors();
    const asked = wiki.count();
    await items().nth(1).click();
    const panel = await editor.panel('.body .row');
    await until('its rows', async () => /Harbour 0, edition 0/.test((await rowTexts(panel)).join('\n')));
    assert.equal(wiki.count(), asked);
    await editor.screenshot('history-runs');
  });

  it('compares a run with the one before', async () => {
    await editor.closeEditors();
    await editor.openFile('harbours.wikiquery');
    await lens().first().click();
    await editor.panel('.body .row');
    await editor.command('wikijql: Compare with Previous Run');
    const panel = await editor.panel('.row.added');
    const texts = (await rowTexts(panel)).join('\n');
    assert.match(texts, /\+ added/);
    assert.match(texts, /− gone/);
    assert.match(
      await panel.locator('.notice').innerText(),
      /^Note\s+1 added, 1 gone, 2 changed, 9 the same/,
    );
    assert.match(await panel.locator('h1').innerText(), /^[^,]+: [\d:]+ [AP]M → [\d:]+ [AP]M$/);
    await editor.screenshot('history-comparison');
    await editor.command('wikijql: Show Comparison as Text');
    await editor.waitForText(/^\+\+\+/);
    await editor.screenshot('history-comparison-text');
  });

  it('makes a comparison again against the same rows, with new ones of the query', async () => {
    await editor.closeEditors();
    await editor.openFile('harbours.wikiquery');
    await lens().first().click();
    await editor.panel('.body .row');
    await editor.command('wikijql: Compare with Previous Run');
    const panel = await editor.panel('.row.added');
    const asked = wiki.count();
    await panel.getByRole('button', { name: 'Run Again' }).click();
    await panel.locator('.notice', { hasText: /2 added, 2 gone, \d changed, \d the same/ }).waitFor();
    assert.equal(wiki.count(), asked + 1);
    assert.match(await panel.locator('h1').innerText(), / → /);
  });

  it('keeps a snapshot, and compares with it', async () => {
    await editor.closeEditors();
    await editor.openFile('harbours.wikiquery');
    await lens().first().click();
    await editor.panel('.body .row');
    await editor.openCommand('wikijql: Keep as Snapshot');
    await answer(editor, /Keep as Snapshot/, 'of this morning');
    const snapshot = items().filter({ hasText: 'of this morning' });
    await snapshot.waitFor();
    await editor.openFile('harbours.wikiquery');
    await editor.runQuery();
    await until('another run', async () => (await items().count()) === 6);
    await editor.openCommand('wikijql: Compare with Snapshot');
    await choose(editor, /Choose the earlier rows/, 'of this morning');
    const panel = await editor.panel('.row.gone');
    await until('the comparison', async () =>
      /of this morning → /.test(await panel.locator('h1').innerText()),
    );
    await editor.screenshot('history-snapshot');
    await snapshot.click();
    await until('the snapshot', async () =>
      /Snapshot: of this morning/.test(await panel.locator('h1').innerText()),
    );
  });

  it('deletes the run that has the focus by a key, whatever is selected', async () => {
    const count = await items().count();
    await items().nth(3).click();
    await editor.panel('.body .row');
    await editor.command('wikijql: Focus on History View');
    await editor.press('End');
    await editor.press('Delete');
    await until('one less', async () => (await items().count()) === count - 1);
    await items().last().click();
    const panel = await editor.panel('.body .row');
    const isOther = async () => /edition [1-9]/.test((await rowTexts(panel)).join('\n'));
    await until('the rows of the run after it', isOther);
  });

  it('says that a run failed, which offers to check its site', async () => {
    await editor.openFile('gone.wikiquery');
    await editor.runQuery();
    await items()
      .filter({ hasText: /Gone\s*gone · Failed · / })
      .waitFor();
    await (await noticeButton(editor, /no server responds/, 'Check Site')).click();
    await editor.page.locator('.tab', { hasText: 'Diagnosis of gone' }).waitFor();
  });

  it('is cleared', async () => {
    await editor.execute('wikijql.history.clear');
    await until('only the snapshot', async () => (await items().count()) === 2);
    await editor.screenshot('history-cleared');
  });

  it('deletes a snapshot after a question, and is empty then', async () => {
    await editor.command('wikijql: Focus on History View');
    await editor.press('End');
    await editor.press('Delete');
    const dialog = editor.page.locator('.monaco-dialog-box', { hasText: 'Its rows cannot be restored.' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await until('nothing', async () => (await items().count()) === 0);
  });
});
