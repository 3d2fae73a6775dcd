/** The views of the activity bar, in the real editor: their states, their actions, and what they send. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import { startSandboxWiki } from '../sandbox/wiki.ts';
import type { EditorWindow } from '../support/editor.ts';
import { type EditorFixture, openEditorFixture, pictureOfFailure } from '../support/editor/editor-fixture.ts';
import { message } from '../support/editor/prompts.ts';
import { enter, password } from '../support/editor/signing.ts';
import { until } from '../support/until.ts';

describe('the views', () => {
  let tracker: SandboxTracker;
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    tracker = await startSandboxTracker();
    const wiki = await startSandboxWiki();
    fixture = await openEditorFixture({
      wiki,
      files: {
        '00-harbours.wikiquery': '### Harbours\nlist=allpages\n',
        'canal.jql': '# @site work\n### Canal\n# @filter 10043\nproject = CANAL\n',
      },
      settings: {
        'wikijql.sites': {
          sandbox: { kind: 'wiki', url: wiki.url },
          work: { kind: 'tracker', url: tracker.url },
        },
        'wikijql.siteCatalogues': true,
      },
    });
    editor = fixture.editor;
  });
  after(async () => {
    await fixture.close();
    await tracker.stop();
  });
  afterEach(context => pictureOfFailure(context, editor));

  const lines = (view: string) => editor.inView(view).locator('.monaco-list-row');

  const shown = (pattern: RegExp): Promise<boolean> =>
    until(`the text ${String(pattern)}`, async () => pattern.test(await editor.visibleText()));

  it('show the sites without asking them, and diagnose one', async () => {
    await editor.command('wikijql: Focus on Sites View');
    const sandbox = lines('Sites').filter({ hasText: 'sandbox' }).first();
    await sandbox.waitFor();
    assert.match(await sandbox.innerText(), /wiki · Not signed in · default/);
    assert.equal(fixture.wiki.requests.length, 0);
    await sandbox.click();
    await lines('Sites').filter({ hasText: 'Address' }).waitFor();
    await editor.screenshot('views-sites');
    await editor.command('wikijql: Diagnose Site');
    await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'sandbox' }).first().click();
    await shown(/No problem found\./);
    await editor.screenshot('views-diagnosis');
  });

  it('show the queries by file and title, with their last runs', async () => {
    await editor.command('wikijql: Focus on Queries View');
    const file = lines('Queries').filter({ hasText: '00-harbours.wikiquery' }).first();
    await file.click();
    const query = lines('Queries')
      .filter({ hasText: /^Harbours/ })
      .first();
    await query.waitFor();
    await query.hover();
    await query.getByRole('button', { name: /Run Query of File/ }).click();
    await editor.panel('.body .row');
    await until('its rows', async () => /rows/.test(await query.innerText()));
    await editor.screenshot('views-queries');
    await query.click();
    await until('the file in front', async () => (await editor.activeTab()) === '00-harbours.wikiquery');
  });

  it('show the filters of a tracker only once somebody has signed in', async () => {
    await editor.command('wikijql: Focus on Filters View');
    const work = lines('Filters').filter({ hasText: 'work' }).first();
    await work.click();
    const signIn = lines('Filters').filter({ hasText: 'Sign in to see the filters' });
    await signIn.waitFor();
    assert.equal(tracker.requests.filter(({ path }) => path.includes('/filter')).length, 0);
    await editor.screenshot('views-filters-signed-out');
    await signIn.click();
    await enter(editor, password('ada', 'analytical engine'));
    await message(editor, /Signed in to “work” as ada/);
    await editor.execute('notifications.clearAll');
    await lines('Filters').filter({ hasText: 'By the old team field' }).waitFor();
    assert.match(await lines('Filters').filter({ hasText: 'Favorites' }).innerText(), /4, 2 broken/);
    await editor.screenshot('views-filters');
  });

  it('check all filters, and open and run one', async () => {
    await editor.command('wikijql: Check All Filters');
    await shown(/2 of 4 saved filters are broken\./);
    await message(editor, /2 of 4 saved filters are broken/);
    await editor.screenshot('views-filters-report');
    await editor.execute('notifications.clearAll');
    await lines('Filters').filter({ hasText: 'Open lamps' }).click();
    await shown(/# @filter 10042/);
    await editor.screenshot('views-filter');
    await editor.runQuery();
    await editor.panel('.body .row');
    await editor.screenshot('views-filter-run');
  });

  it('say that a copy of a filter differs, compare the two, and replace the copy', async () => {
    await editor.closeEditors();
    await editor.openFile('canal.jql');
    await editor.command('wikijql: Compare with Saved Filters');
    await message(editor, /1 of 1 queries differ/);
    await editor.execute('notifications.clearAll');
    await editor.goTo(3);
    await (await editor.quickFixes(/Compare with the saved filter/)).click();
    await editor.page.locator('.diff-editor, .monaco-diff-editor').first().waitFor();
    await editor.screenshot('views-filter-compared');
    await editor.closeEditors();
    await editor.openFile('canal.jql');
    await editor.command('wikijql: Compare with Saved Filters');
    await message(editor, /1 of 1 queries differ/);
    await editor.execute('notifications.clearAll');
    await editor.goTo(3);
    await (await editor.quickFixes(/Replace by the saved filter/)).click();
    await shown(/assignee = currentUser\(\)/);
    await editor.execute('workbench.action.files.revert');
  });
});
