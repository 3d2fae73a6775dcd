/** A window that is reloaded: its panels, whose queries run again without a login, its watches and the outcomes of tests. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type BadServer, json, startBadServer } from '../support/bad-server.ts';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import type { EditorWindow } from '../support/editor.ts';
import { readStorage } from '../support/editor/browser-storage.ts';
import { kept, reload } from '../support/editor/kept.ts';
import { blankOf, issueOf, resultOf } from '../support/editor/panels.ts';
import { answer, choose, message } from '../support/editor/prompts.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { clearMessages, password, signIn } from '../support/editor/signing.ts';
import { until } from '../support/until.ts';

const files = {
  'gardens.jql': '### Gardens\n# @limit 5\nproject = GARD ORDER BY key\n',
  'lamps.jql': '### First\nproject = GARD\n\n### Lamps\n# @limit 5\nproject = LAMP ORDER BY key\n',
  'new-pages.wikiquery': '# @site town-wiki\n### New pages\n# @watch 1h\nlist=allpages\naplimit=10\n',
  '00-outcomes.wikiquery': [
    '# @site town-wiki\n### A page\n# @expect rows > 0\nlist=allpages\n',
    '### No page\n# @expect none title = "Page 1"\nlist=allpages\n',
  ].join('\n'),
};

const pages = (...ids: readonly number[]) =>
  json({
    batchcomplete: true,
    query: { allpages: ids.map(pageid => ({ pageid, ns: 0, title: `Page ${pageid}` })) },
  });

describe('a reloaded window', () => {
  let tracker: SandboxTracker;
  let wiki: BadServer;
  let fixture: EditorFixture;
  let editor: EditorWindow;
  let earlier = 0;
  before(async () => {
    tracker = await startSandboxTracker();
    // For both expectations, the watch, and the watch again.
    wiki = await startBadServer([pages(1), pages(1), pages(1, 2), pages(1, 2, 3, 4)]);
    fixture = await openEditorFixture({
      files,
      settings: {
        'wikijql.sites': {
          town: { kind: 'tracker', url: tracker.url },
          'town-wiki': { kind: 'wiki', url: wiki.url },
        },
        'wikijql.defaultSite': 'town',
        // The tooltip of the item in the status bar would cover the messages.
        'workbench.hover.delay': 2 ** 30,
      },
    });
    editor = fixture.editor;
    await editor.openFile('00-outcomes.wikiquery');
    // Nothing runs before the window knows the tests.
    await editor.editor.locator('.testing-run-glyph').first().waitFor();
    await editor.execute('testing.runCurrentFile');
    await until('both outcomes', async () => wiki.requests.length === 2);
    await editor.openFile('new-pages.wikiquery');
    await editor.editor.locator('.codelens-decoration a', { hasText: 'Watch' }).click();
    await until('the rows of the watch', async () => (await editor.watches.innerText()).trim() === '1');
    await editor.openFile('lamps.jql');
    await signIn(editor, 'town', password('ada', tracker.account('ada').password));
    await message(editor, /Signed in to “town” as ada/);
    await clearMessages(editor);
    await editor.goTo(6, 1);
    await editor.runQuery();
    await resultOf(editor, 'Lamps');
    await editor.openCommand('wikijql: Fetch Jira Issue…');
    await answer(editor, /The key of an issue/, `${tracker.url}/browse/LAMP-1`);
    await issueOf(editor, 'LAMP-1');
    await runInArea();
    await editor.page.locator('.tab', { hasText: /^LAMP-1 · Issue/ }).click();
    await issueOf(editor, 'LAMP-1');
    earlier = tracker.requests.length;
    await kept(editor, 'wikijql.outcomes', 'No page');
    await reload(editor, 'wikijql.results', 'wikijql.issue', 'browse/LAMP-1');
  });
  after(async () => {
    await fixture.close();
    await Promise.all([tracker.stop(), wiki.stop()]);
  });
  afterEach(context => pictureOfFailure(context, editor));

  /** Runs a query into the panel area, and waits until the window keeps what is there. */
  const runInArea = async (): Promise<void> => {
    await editor.set('wikijql.results.place', 'panel');
    await editor.press('Control+1');
    await editor.openFile('gardens.jql');
    await editor.runQuery();
    await resultOf(editor, 'Gardens');
    await until('the state of the view', async () =>
      (await readStorage(editor.page)).some(
        ({ name, content }) =>
          name.includes('webviewView.wikijql') && String(content).includes('gardens.jql'),
      ),
    );
  };

  it('has the tab of the issue, which offers to fetch it again and asks nothing by itself', async () => {
    const panel = await blankOf(editor, /LAMP-1 is not kept when the window reloads/);
    await editor.page.locator('.tab.active', { hasText: /^LAMP-1 · Issue/ }).waitFor();
    await editor.screenshot('reload-issue');
    assert.equal(tracker.requests.length, earlier);
    await panel.getByRole('button', { name: 'Fetch Again' }).click();
    await issueOf(editor, 'LAMP-1');
    assert.deepEqual(tracker.requests.at(-1)?.sent, ['cookie']);
  });

  it('has the tab of the results, which offers to run the same query again', async () => {
    await editor.page.locator('.tab', { hasText: 'lamps.jql · Results' }).click();
    const panel = await editor.panel('body:not(.area) .blank:has-text("Run the query again to fetch them")');
    assert.equal(await panel.locator('h1').innerText(), 'Lamps');
    await editor.screenshot('reload-results');
    await panel.getByRole('button', { name: 'Run Again' }).click();
    const again = await resultOf(editor, 'Lamps');
    await again.locator('.cell .link', { hasText: /^LAMP-1$/ }).waitFor();
    await editor.screenshot('reload-run-again');
    assert.deepEqual([tracker.requests.at(-1)?.sent, tracker.requests.at(-1)?.account], [['cookie'], 'ada']);
  });

  it('says in the panel area that results are not kept', async () => {
    const area = await editor.panel('body.area .blank:has-text("Results are not kept")');
    assert.equal(await area.locator('h1').innerText(), 'Gardens');
    await editor.screenshot('reload-area');
  });

  it('goes on with a watch at its time, and compares with the rows from before', async () => {
    await editor.watches.waitFor();
    assert.equal(wiki.requests.length, 3);
    await editor.watches.click();
    await choose(editor, /every 1 h/, 'Run Now in the Background');
    await message(editor, /“New pages”: 2 new rows\./);
    assert.equal(wiki.requests.length, 4);
    await editor.watches.click();
    await choose(editor, /every 1 h/, 'Stop Watching');
    await editor.watches.waitFor({ state: 'detached' });
    await clearMessages(editor);
  });

  it('has the outcomes of tests in the Queries view', async () => {
    await editor.command('wikijql: Focus on Queries View');
    const lines = editor.inView('Queries').locator('.monaco-list-row');
    await lines.filter({ hasText: '00-outcomes.wikiquery' }).first().click();
    await lines.filter({ hasText: /A page\s*passed/ }).waitFor();
    await lines.filter({ hasText: /No page\s*failed/ }).waitFor();
    await editor.screenshot('reload-outcomes');
  });

  it('has sent the password once in all', () => {
    assert.equal(tracker.requests.filter(({ sent }) => sent.includes('basic')).length, 1);
  });
});
