/** From an empty folder without any site to the first rows, by somebody who knows no address. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { startSandboxWiki, type SandboxWiki } from '../sandbox/wiki.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { type HostProxy, startHostProxy } from '../support/host-proxy.ts';

/** The most actions from an empty folder to rows: clicks, keys, and texts that are typed. */
const maxActions = 6;

describe('the first minute', () => {
  let wiki: SandboxWiki;
  let proxy: HostProxy;
  let folder: string;
  let fixture: EditorFixture;
  before(async () => {
    wiki = await startSandboxWiki();
    const { origin } = new URL(wiki.url);
    proxy = await startHostProxy({ 'en.wikipedia.org': origin, 'de.wikipedia.org': origin });
    folder = await mkdtemp(path.join(tmpdir(), 'first-minute-'));
    const authority = path.join(folder, 'authority.crt');
    await writeFile(authority, proxy.authority);
    fixture = await openEditorFixture({
      isEmpty: true,
      wiki,
      settings: {
        'wikijql.sites': {},
        'wikijql.defaultSite': '',
      },
    });
    await fixture.editor.set('wikijql.http.certificateAuthorities', [authority]);
    await fixture.editor.set('wikijql.http.proxy', proxy.url);
  });
  after(async () => {
    await fixture.close();
    await proxy.stop();
    await rm(folder, { recursive: true });
  });
  afterEach(context => pictureOfFailure(context, fixture.editor));

  it('shows one view with three buttons, and a click on the first one shows rows', async context => {
    const { editor } = fixture;
    const begin = performance.now();
    const actions = [
      () => editor.page.locator('.activitybar .action-label[aria-label="wikijql"]').click(),
      () => editor.page.locator('.monaco-button', { hasText: 'Run a First Query at Wikipedia' }).click(),
    ];
    await actions[0]?.();
    const buttons = editor.page.locator('.sidebar .welcome-view .monaco-button');
    await buttons.nth(2).waitFor();
    assert.deepEqual(await buttons.allInnerTexts(), [
      'Run a First Query at Wikipedia',
      'Add Your Own Site…',
      'Open a Folder with Queries…',
    ]);
    await editor.screenshot('first-minute-view');
    await actions[1]?.();
    const panel = await editor.panel('.badge');
    await panel.locator('.body .row').first().waitFor();
    assert.equal(await panel.locator('.site').innerText(), 'enwiki');
    await editor.screenshot('first-minute-rows');
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    context.diagnostic(`${actions.length} actions, ${seconds} s`);
    assert.ok(actions.length <= maxActions);
  });

  it('adds a wiki by its language alone, and says what was found there', async context => {
    const { editor } = fixture;
    await editor.press('Control+1');
    await editor.execute('workbench.action.revertAndCloseActiveEditor');
    await editor.set('wikijql.sites', {});
    await editor.set('wikijql.defaultSite', '');
    const view = editor.page.locator('.monaco-button', { hasText: 'Add Your Own Site…' });
    await view.waitFor();
    const begin = performance.now();
    const input = editor.page.locator('.quick-input-widget input').first();
    const actions = [
      () => view.click(),
      () => input.fill('de'),
      () => editor.press('Enter'),
      async () => {
        const message = editor.page.locator('.quick-input-message', { hasText: 'Found: MediaWiki' });
        await message.waitFor();
        assert.equal(await input.inputValue(), 'dewiki');
        await editor.press('Enter');
      },
      async () => {
        await editor.waitForText('list=recentchanges');
        await editor.press('Escape', 'Control+Enter');
      },
    ];
    for (const action of actions) await action();
    const panel = await editor.panel('.badge');
    await panel.locator('.body .row').first().waitFor();
    assert.equal(await panel.locator('.site').innerText(), 'dewiki');
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    context.diagnostic(`${actions.length} actions, ${seconds} s`);
    assert.ok(actions.length <= maxActions);
  });
});
