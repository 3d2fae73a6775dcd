/** A folder that nobody trusts yet: queries are written as ever, none runs, and nothing is asked of any site. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { startSandboxWiki, type SandboxWiki } from '../sandbox/wiki.ts';
import type { EditorWindow } from '../support/editor.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { message } from '../support/editor/prompts.ts';
import { clearMessages } from '../support/editor/signing.ts';
import { until } from '../support/until.ts';

describe('an untrusted folder', () => {
  let fixture: EditorFixture;
  let editor: EditorWindow;
  let foldersOwn: SandboxWiki;
  before(async () => {
    foldersOwn = await startSandboxWiki();
    const settings = {
      'wikijql.sites': { lure: { kind: 'wiki', url: foldersOwn.url } },
      'wikijql.defaultSite': 'lure',
    };
    fixture = await openEditorFixture({
      trusted: false,
      files: {
        '.vscode/settings.json': JSON.stringify(settings),
        'own.wikiquery': '# @site lure\nlist=allpages\n',
        'new.wikiquery': '',
      },
      settings: { 'wikijql.siteCatalogues': true },
    });
    editor = fixture.editor;
  });
  after(async () => {
    await fixture.close();
    await foldersOwn.stop();
  });
  afterEach(context => pictureOfFailure(context, editor));

  it('is said to be restricted', () => editor.waitForText('Restricted Mode is intended'));

  it('has completion, hovers and problems', async () => {
    await editor.openFile('new.wikiquery');
    await editor.type('list=catmem');
    await until('an offer', async () => (await editor.completions())[0] === 'categorymembers');
    await editor.press('Tab');
    await editor.goTo(1, 8);
    await editor.hover(/categorymembers/);
    await editor.press('Escape');
    await editor.waitForUnderlines('error', 1);
  });

  it('runs nothing, and says why', async () => {
    await editor.openFile('01-first-query.wikiquery');
    await editor.runQuery();
    await message(editor, /Restricted Mode: queries do not run/);
    await editor.screenshot('trust-refused');
    await clearMessages(editor);
    await editor.command('wikijql: Run All Queries in This File');
    await message(editor, /Restricted Mode: queries do not run/);
    assert.equal(await editor.page.locator('.tab', { hasText: 'Results' }).count(), 0);
  });

  it('names no sites', async () => {
    await editor.openFile('own.wikiquery');
    await editor.waitForUnderlines('warning', 1);
    await editor.goTo(1, 10);
    await editor.hover(/lure/);
  });

  it('asked nothing of any site', () => {
    assert.equal(fixture.wiki.requests.length, 0);
    assert.equal(foldersOwn.requests.length, 0);
  });

  it('runs once it is trusted, at its own sites', async () => {
    await editor.execute('workbench.trust.manage');
    await editor.page.getByRole('button', { name: 'Trust', exact: true }).first().click();
    await editor.openFile('own.wikiquery');
    await editor.waitForUnderlines('warning', 0);
    await editor.runQuery();
    const panel = await editor.panel('.badge');
    assert.equal(await panel.locator('.site').innerText(), 'lure');
    assert.ok(foldersOwn.requests.some(({ parameters }) => parameters.get('list') === 'allpages'));
    await editor.screenshot('trust-given');
  });
});
