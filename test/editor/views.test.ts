/**
 * The views of the activity bar, in the real editor: their states, their actions, and what they send. What becomes of filters
 * that are pulled or compared is in `inhost/filters`.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import { startSandboxWiki } from '../sandbox/wiki.ts';
import type { EditorWindow } from '../support/editor.ts';
import { type EditorFixture, openEditorFixture, pictureOfFailure } from '../support/editor/editor-fixture.ts';
import { resultOf } from '../support/editor/panels.ts';
import { message } from '../support/editor/prompts.ts';
import { enter, password } from '../support/editor/signing.ts';
import { until } from '../support/until.ts';

const runbook = `# Week

\`\`\`wikiquery
# @name pages
# @expect rows > 0
list=allpages
aplimit=3
\`\`\`
`;

describe('the views', () => {
  const team = mkdtempSync(path.join(tmpdir(), 'team-queries-'));
  writeFileSync(path.join(team, 'ours.jql'), '### Ours\nproject = CANAL\n');
  let tracker: SandboxTracker;
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    tracker = await startSandboxTracker();
    const wiki = await startSandboxWiki();
    fixture = await openEditorFixture({
      wiki,
      // Other files leave views open, which make these lower.
      size: { width: 1280, height: 1500 },
      files: {
        '00-harbours.wikiquery': '### Harbours\nlist=allpages\n',
        'canal.jql': '# @site work\n### Canal\n# @filter 10043\nproject = CANAL\n',
        '.vscode/settings.json': JSON.stringify({ 'wikijql.queries.folders': [team] }),
        '00-week.md': runbook,
        'notes.md': '# Notes\n\nNo query.\n',
        'open-lamps.jql': '# @site work\n### Lamps\n# @filter 10042\nproject = LAMP\n',
        'old/kept.jql': '### Kept\nproject = CANAL\n',
        'generated/found.jql': '### Found\nproject = CANAL\n',
        'hidden/unseen.jql': '### Unseen\nproject = CANAL\n',
      },
      settings: {
        'wikijql.sites': {
          sandbox: { kind: 'wiki', url: wiki.url },
          work: { kind: 'tracker', url: tracker.url },
          // Nothing is sent there: only what Wikimedia accepts is shown.
          wikipedia: { kind: 'wiki', url: 'https://en.wikipedia.org/w/api.php' },
        },
        'wikijql.language': { siteCatalogues: true },
        'files.exclude': { '**/hidden': true },
        'search.exclude': { generated: true, '**/old': false },
      },
    });
    editor = fixture.editor;
  });
  after(async () => {
    await fixture.close();
    await tracker.stop();
    rmSync(team, { recursive: true });
  });
  afterEach(context => pictureOfFailure(context, editor));

  const lines = (view: string) => editor.inView(view).locator('.monaco-list-row');

  /** Unfolds a line: a click folds one that is unfolded already. */
  const unfolded = async (view: string, name: string): Promise<void> => {
    const line = lines(view).filter({ hasText: name }).first();
    await line.waitFor();
    if ((await line.getAttribute('aria-expanded')) === 'false') await line.click();
  };

  const shown = (pattern: RegExp): Promise<boolean> =>
    until(`the text ${String(pattern)}`, async () => pattern.test(await editor.visibleText()));

  it('show the sites without asking them, and diagnose one', async () => {
    await editor.command('wikijql: Focus on Sites View');
    const sandbox = lines('Sites').filter({ hasText: 'sandbox' }).first();
    await sandbox.waitFor();
    assert.match(await sandbox.innerText(), /Not signed in · default · wiki/);
    assert.equal(fixture.wiki.requests.length, 0);
    await sandbox.click();
    await lines('Sites').filter({ hasText: 'Address' }).waitFor();
    await lines('Sites').filter({ hasText: 'wikipedia' }).first().click();
    // A low view draws only the lines in sight.
    const requests = lines('Sites').filter({ hasText: /Requests.*\d+ a minute/ });
    await until('the accepted requests', async () => {
      if (await requests.isVisible()) return true;
      await editor.press('ArrowDown');
      return false;
    });
    await editor.screenshot('views-sites');
    await editor.openCommand('wikijql: Diagnose Site');
    await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'sandbox' }).first().click();
    await shown(/No problem found\./);
    await editor.screenshot('views-diagnosis');
  });

  it('show the queries by file and title, with their last runs', async () => {
    await editor.command('wikijql: Focus on Queries View');
    await unfolded('Queries', '00-harbours.wikiquery');
    await editor.inView('Queries').locator('.action-label[aria-label="New Wiki Query"]').waitFor();
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

  it('show the fences of a runbook by their names, run them and open them', async () => {
    await editor.command('wikijql: Focus on Queries View');
    await unfolded('Queries', '00-week.md');
    const query = lines('Queries')
      .filter({ hasText: /^pages/ })
      .first();
    await query.waitFor();
    assert.match(await query.innerText(), /not checked yet/);
    await query.hover();
    await query.getByRole('button', { name: /Run Query of File/ }).click();
    await until('its rows', async () => /3 rows/.test(await query.innerText()));
    await editor.screenshot('views-queries-runbook');
    await query.click();
    await until('the file in front', async () => (await editor.activeTab()) === '00-week.md');
    await editor.page.locator('.statusbar-item', { hasText: /Ln 3,/ }).waitFor();
  });

  it('list no excluded file and no Markdown without queries, and a new file of a team’s folder at once', async () => {
    await editor.command('wikijql: Focus on Queries View');
    await editor.execute('list.focusLast');
    await lines('Queries').filter({ hasText: 'old/kept.jql' }).waitFor();
    const listed = (await lines('Queries').allInnerTexts()).join(' ');
    assert.match(listed, /canal\.jql/);
    assert.doesNotMatch(listed, /found\.jql|unseen\.jql|notes\.md/);
    await lines('Queries').filter({ hasText: 'ours.jql' }).waitFor();
    writeFileSync(path.join(team, 'next.jql'), '### Next\nproject = CANAL\n');
    await until('the new file', async () => {
      await editor.execute('list.focusLast');
      return (await lines('Queries').filter({ hasText: 'next.jql' }).count()) > 0;
    });
    await editor.screenshot('views-queries-team');
  });

  it('show the filters of a tracker only once somebody has signed in', async () => {
    await editor.command('wikijql: Focus on Filters View');
    const work = lines('Filters').filter({ hasText: 'work' }).first();
    await work.click();
    const signIn = lines('Filters').filter({ hasText: 'Sign in to see the filters' });
    await signIn.waitFor();
    assert.equal(tracker.requests.filter(each => each.path.includes('/filter')).length, 0);
    await editor.screenshot('views-filters-signed-out');
    await signIn.click();
    await enter(editor, password('ada', 'analytical engine'));
    await message(editor, /Signed in to “work” as ada/);
    await editor.execute('notifications.clearAll');
    await lines('Filters').filter({ hasText: 'By the old team field' }).waitFor();
    assert.match(await lines('Filters').filter({ hasText: 'Favourites' }).innerText(), /4, 2 broken/);
    await editor.screenshot('views-filters');
  });

  it('check all filters, and open and run one', async () => {
    await editor.command('wikijql: Check All Jira Filters');
    await shown(/Broken filters: 2 of 4\./);
    await message(editor, /Broken filters: 2 of 4/);
    await editor.screenshot('views-filters-report');
    await editor.execute('notifications.clearAll');
    await lines('Filters').filter({ hasText: 'Open lamps' }).click();
    await shown(/# @filter 10042/);
    await editor.screenshot('views-filter');
    await editor.runQuery();
    const panel = await resultOf(editor, 'Open lamps');
    assert.match(await panel.locator('.cell .link').first().innerText(), /^LAMP-\d+$/);
    await editor.screenshot('views-filter-run');
  });

  it('say without being asked that an open copy of a listed filter differs, and offer its id', async () => {
    await editor.closeEditors();
    const asked = tracker.requests.length;
    await editor.openFile('open-lamps.jql');
    await editor.page.locator('.squiggly-info').first().waitFor();
    await editor.goTo(3);
    await (await editor.quickFixes(/Compare with the saved filter/)).waitFor();
    await editor.press('Escape');
    // Which projects there are is asked after the run of the test before.
    const paths = tracker.requests.slice(asked).map(request => request.path);
    assert.deepEqual(
      paths.filter(each => !each.endsWith('/project')),
      [],
    );
    await editor.goTo(3);
    await editor.press('End');
    await editor.type('\n# @filter ');
    await editor.press('Control+Space');
    await until('the ids', async () => (await editor.completions()).some(label => label.startsWith('10042')));
    await editor.screenshot('views-filter-ids');
    await editor.press('Escape');
    await editor.execute('workbench.action.files.revert');
  });
});

describe('the views that have nothing to show', () => {
  let fixture: EditorFixture;
  before(async () => {
    const settings = {
      'wikijql.sites': {},
      // Without it, the first steps take the place of the views.
      'wikijql.defaultSite': 'gone',
      'files.exclude': { '**/*': true },
    };
    fixture = await openEditorFixture({ settings, size: { width: 1280, height: 1100 } });
  });
  after(() => fixture.close());
  afterEach(context => pictureOfFailure(context, fixture.editor));

  it('say what belongs there, and how it gets there', async () => {
    const { editor } = fixture;
    const welcome = async (view: string, words: RegExp): Promise<void> => {
      await editor.command(`wikijql: Focus on ${view} View`);
      await until(view, async () => words.test(await editor.inView(view).innerText()));
    };
    await welcome('Sites', /No site is configured/);
    await welcome('Queries', /Query files and runbooks appear here/);
    assert.deepEqual(await editor.inView('Queries').locator('.monaco-button').allInnerTexts(), [
      'New Wiki Query',
      'New Jira Query (JQL)',
    ]);
    const inTitle = editor
      .inView('Queries')
      .locator('.pane-header .action-label[aria-label="New Wiki Query"]');
    assert.equal(await inTitle.count(), 0, 'not beside the buttons');
    await welcome('Filters', /Add Tracker/);
    await welcome('History', /No query has run/);
    assert.equal(await editor.inView('History').locator('.monaco-button').count(), 0);
    await editor.screenshot('views-empty');
  });
});
