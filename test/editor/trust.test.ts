/** A folder that nobody trusts yet: queries are written as ever, none runs, nobody is signed in, and no site is asked. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import { startSandboxWiki, type SandboxWiki } from '../sandbox/wiki.ts';
import type { EditorWindow } from '../support/editor.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { resultOf } from '../support/editor/panels.ts';
import { message, prompted } from '../support/editor/prompts.ts';
import { clearMessages, enter, password, openAccount } from '../support/editor/signing.ts';
import { until } from '../support/until.ts';

describe('an untrusted folder', () => {
  let fixture: EditorFixture;
  let editor: EditorWindow;
  let lureWiki: SandboxWiki;
  let lureTracker: SandboxTracker;
  before(async () => {
    lureWiki = await startSandboxWiki();
    lureTracker = await startSandboxTracker();
    const settings = {
      'wikijql.sites': {
        lure: { kind: 'wiki', url: lureWiki.url },
        town: { kind: 'tracker', url: lureTracker.url },
      },
      'wikijql.defaultSite': 'lure',
    };
    fixture = await openEditorFixture({
      isEmpty: false,
      trusted: false,
      files: {
        '.vscode/settings.json': JSON.stringify(settings),
        'own.wikiquery': '# @site lure\nlist=allpages\n',
        'new.wikiquery': '',
        'town.jql': '### Lamps\n# @site town\n# @limit 5\nproject = LAMP AND key != LAMP-1\n',
      },
      settings: { 'wikijql.language': { siteCatalogues: true } },
    });
    editor = fixture.editor;
  });
  after(async () => {
    await fixture.close();
    await Promise.all([lureWiki.stop(), lureTracker.stop()]);
  });
  afterEach(async context => {
    await pictureOfFailure(context, editor);
    await clearMessages(editor);
  });

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
  });

  it('names no sites', async () => {
    await editor.openFile('own.wikiquery');
    await editor.waitForUnderlines('warning', 1);
    await editor.goTo(1, 10);
    await editor.hover(/lure/);
    await editor.press('Escape');
  });

  for (const [name, title] of [
    ['signs nobody in', 'wikijql: Wiki or Jira Account (Sign In, Switch, Sign Out)…'],
    ['fetches no issue', 'wikijql: Fetch Jira Issue…'],
  ] as const) {
    it(`${name}, and says why`, async () => {
      await editor.command(title);
      const toast = await message(editor, /Restricted Mode/);
      await toast.locator('.monaco-button', { hasText: 'Manage Trust' }).waitFor();
      await editor.screenshot(`trust-${name.replaceAll(' ', '-')}`);
    });
  }

  it('opens no issue at the cursor, and no panel', async () => {
    await editor.openFile('town.jql');
    await editor.goTo(4, 28);
    await editor.press('Alt+Enter');
    await message(editor, /Restricted Mode/);
    assert.equal(await editor.page.locator('.tab', { hasText: /Results|Issue/ }).count(), 0);
  });

  it('asked nothing of any site', () => {
    const requests = [fixture.wiki, lureWiki, lureTracker].map(site => site.requests.length);
    assert.deepEqual(requests, [0, 0, 0]);
  });

  it('runs once it is trusted, at its own sites', async () => {
    await editor.execute('workbench.trust.manage');
    await editor.page.getByRole('button', { name: 'Trust', exact: true }).first().click();
    await editor.openFile('own.wikiquery');
    await editor.waitForUnderlines('warning', 0);
    await editor.runQuery();
    const panel = await editor.panel('.badge');
    assert.equal(await panel.locator('.site').innerText(), 'lure');
    assert.ok(lureWiki.requests.some(({ parameters }) => parameters.get('list') === 'allpages'));
    await editor.screenshot('trust-given');
  });

  it('asks its tracker as nobody then, until credentials are entered for its origin', async () => {
    await editor.press('Control+1');
    await editor.openFile('town.jql');
    await editor.runQuery();
    await resultOf(editor, 'Lamps');
    assert.deepEqual(
      lureTracker.requests.flatMap(({ sent }) => sent),
      [],
    );
    await openAccount(editor, 'town');
    const { text } = await prompted(editor, /How do you sign in at/);
    assert.ok(text.includes(new URL(lureTracker.url).origin), text);
    await enter(editor, password('ada', lureTracker.account('ada').password));
    await message(editor, /Signed in to “town” as ada/);
    await editor.screenshot('trust-given-tracker');
  });
});
