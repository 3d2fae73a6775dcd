/** Watching a query in the real editor: it starts by its lens only, and reports new rows once. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { type BadServer, type Behaviour, json, startBadServer } from '../support/bad-server.ts';
import type { EditorWindow } from '../support/editor.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { resultOf } from '../support/editor/panels.ts';
import { choose, message } from '../support/editor/prompts.ts';
import { until } from '../support/until.ts';

const pages = (...ids: readonly number[]): Behaviour =>
  json({
    batchcomplete: true,
    query: { allpages: ids.map(pageid => ({ pageid, ns: 0, title: `Page ${pageid}` })) },
  });

describe('watching a query', () => {
  let server: BadServer;
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    server = await startBadServer([
      pages(1, 2),
      pages(1, 2),
      pages(1, 2, 3),
      pages(1, 2, 3, 4),
      pages(1, 2, 3, 4, 5),
      pages(1, 2, 3, 4, 5, 6, 7),
    ]);
    fixture = await openEditorFixture({
      files: { 'watched.wikiquery': '### New pages\n# @watch 1h\nlist=allpages\naplimit=10\n' },
      settings: {
        'wikijql.sites': { town: { kind: 'wiki', url: server.url } },
        'wikijql.defaultSite': 'town',
        'wikijql.language': { siteCatalogues: false },
      },
    });
    editor = fixture.editor;
  });
  after(async () => {
    await fixture.close();
    await server.stop();
  });
  afterEach(context => pictureOfFailure(context, editor));

  const sent = (count: number): Promise<boolean> =>
    until(`${count} requests`, async () => server.requests.length === count);
  const lensWith = (hasText: string): Locator => editor.editor.locator('.codelens-decoration a', { hasText });
  const act = async (action: string): Promise<void> => {
    await editor.watches.click();
    await choose(editor, /every 1 h/, action);
  };

  it('begins by its lens, and not by opening the file', async () => {
    await editor.openFile('watched.wikiquery');
    const lens = lensWith('Watch');
    await lens.waitFor();
    assert.equal(server.requests.length, 0);
    await lens.click();
    await sent(1);
    await until('one watch', async () => (await editor.watches.innerText()).trim() === '1');
    await lensWith('Watching: every 1 h…').waitFor();
  });

  it('says that a run which the user asked for found nothing new', async () => {
    await act('Run Now in the Background');
    await editor.page.locator('.statusbar', { hasText: /“New pages”: no new rows at \d/ }).waitFor();
    assert.equal(server.requests.length, 2);
  });

  it('reports new rows by the status bar and one message, which shows them without another request', async () => {
    await act('Run Now in the Background');
    const news = await message(editor, /“New pages”: 1 new row\./);
    await until('the badge', async () => (await editor.watches.innerText()).trim() === '1 new');
    await lensWith('Watching: every 1 h, 1 new row…').waitFor();
    await editor.screenshot('watching-news');
    await news.locator('.monaco-button', { hasText: 'Show' }).click();
    const panel = await resultOf(editor, 'New pages');
    await panel.locator('.body .row', { hasText: 'Page 3' }).waitFor();
    await until('no badge', async () => (await editor.watches.innerText()).trim() === '1');
    assert.equal(server.requests.length, 3);
  });

  it('marks its new rows in a run by hand, too, which counts as looking at them', async () => {
    await act('Run Now in the Background');
    await message(editor, /“New pages”: 1 new row\./);
    await until('the badge', async () => (await editor.watches.innerText()).trim() === '1 new');
    await editor.command('Notifications: Clear All Notifications');
    await lensWith('Run').first().click();
    const panel = await resultOf(editor, 'New pages');
    for (const name of ['Page 4', 'Page 5'])
      await panel.locator('.body .row.new', { hasText: name }).waitFor();
    assert.equal(await panel.locator('.body .row.new').count(), 2);
    await until('no badge', async () => (await editor.watches.innerText()).trim() === '1');
  });

  it('compares with the rows that were looked at, and ends where it began', async () => {
    await act('Run Now in the Background');
    await message(editor, /“New pages”: 2 new rows\./);
    await sent(6);
    await act('Stop Watching');
    await editor.watches.waitFor({ state: 'detached' });
    await lensWith('Watching').waitFor({ state: 'detached' });
  });
});
