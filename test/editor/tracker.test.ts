/** A tracker in the real editor: signing in by the prompts, running, reading issues, and whatever ends a session. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Frame, Locator, Page } from 'playwright-core';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import type { EditorWindow } from '../support/editor.ts';
import { issueOf, noticeButton, noticeOf, resultOf } from '../support/editor/panels.ts';
import { choose, message, prompted } from '../support/editor/prompts.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { clearMessages, enter, password, signIn, signOut, openAccount } from '../support/editor/signing.ts';
import { until } from '../support/until.ts';

const files = {
  'lamps.jql': '### Lamps\n# @limit 20\nproject = LAMP ORDER BY key\n',
  'all.jql': '### All lamps\n# @all\nproject = LAMP ORDER BY key\n',
  'noted.jql': '@who = ada\n### Noted\n# why\nassignee = {{who}} // her own\n  ORDER BY key\n',
};

const status = (panel: Frame): Promise<string> => panel.locator('.status').innerText();
const keyCell = (panel: Frame, key: string): Locator =>
  panel.locator('.cell .link', { hasText: new RegExp(`^${key}$`) });

describe('a tracker', () => {
  let tracker: SandboxTracker;
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    tracker = await startSandboxTracker({ contextPath: '/jira', maxResults: 20 });
    fixture = await openEditorFixture({
      files,
      settings: {
        'wikijql.sites': { town: { kind: 'tracker', url: tracker.url } },
        'wikijql.defaultSite': 'town',
        'workbench.colorTheme': 'Default Dark Modern',
      },
    });
    editor = fixture.editor;
  });
  after(async () => {
    await fixture.close();
    await tracker.stop();
  });
  afterEach(context => pictureOfFailure(context, editor));

  const sent = (kind: 'basic' | 'cookie'): number =>
    tracker.requests.filter(request => request.sent.includes(kind)).length;
  /** Ends the browser's page, and has the editor's window in front again: what is covered draws nothing. */
  const leave = async (page: Page): Promise<void> => {
    await page.close();
    await editor.page.bringToFront();
  };
  /** The page that a press of a button opens in the browser. */
  const opened = async (button: Locator): Promise<Page> => {
    const page = editor.page.context().waitForEvent('page');
    await button.click();
    return page;
  };
  /** Opens a file beside the panels, not over them. */
  const open = async (file: string): Promise<void> => {
    await editor.press('Control+1');
    await editor.openFile(file);
  };
  /** Runs the first query of a file, and answers its panel once the run has ended. */
  const run = async (file: string, title: string): Promise<Frame> => {
    const known = tracker.requests.length;
    await open(file);
    await editor.runQuery();
    await until('a request', async () => tracker.requests.length > known);
    return resultOf(editor, title);
  };

  it('asks for name and password by prompts that name its origin, and takes the password once', async () => {
    await open('lamps.jql');
    await openAccount(editor, 'town');
    await prompted(editor, /How do you sign in at/);
    await editor.screenshot('tracker-kind');
    const prompts = await enter(editor, password('ada', 'analytical engine'));
    for (const { text } of prompts) assert.ok(text.includes(new URL(tracker.url).origin), text);
    assert.deepEqual(
      prompts.map(({ hidden }) => hidden),
      [false, false, true],
    );
    await message(editor, /Signed in to “town” as ada/);
    await editor.screenshot('tracker-signed-in');
    assert.equal(sent('basic'), 1);
    await clearMessages(editor);
  });

  it('is given a query for its own page by the clipboard, without comments and variables', async () => {
    const clipboard = (): Promise<string> => editor.page.evaluate('navigator.clipboard.readText()');
    await open('noted.jql');
    await editor.goTo(4);
    await editor.openCommand('wikijql: Copy Query As…');
    await choose(editor, /Copy the query as/, 'JQL');
    await until('the query', async () => (await clipboard()) === 'assignee = ada\n  ORDER BY key');
    await editor.page.evaluate("navigator.clipboard.writeText('')");
    await editor.editor.locator('.codelens-decoration a', { hasText: '…' }).click();
    await choose(editor, /With this query/, 'Copy As…');
    await prompted(editor, /Copy the query as/);
    const first = editor.page.locator('.quick-input-list .monaco-list-row').first();
    assert.match(await first.innerText(), /^JQL/);
    await editor.press('Enter');
    await until('the query again', async () => (await clipboard()) === 'assignee = ada\n  ORDER BY key');
  });

  it('runs a query into a table by that session', async () => {
    const panel = await run('lamps.jql', 'Lamps');
    assert.match(await status(panel), /^More available\n20 rows\nof 84 that match/);
    await keyCell(panel, 'LAMP-1').waitFor();
    await editor.screenshot('tracker-table');
    assert.deepEqual([sent('basic'), tracker.requests.at(-1)?.account], [1, 'ada']);
  });

  it('shows an issue whose key is clicked, and those it leads to, back and forward', async () => {
    await keyCell(await resultOf(editor, 'Lamps'), 'LAMP-1').click();
    const panel = await issueOf(editor, 'LAMP-1');
    await editor.screenshot('tracker-issue');
    const link = panel.locator('.related button.key, .path button.key').first();
    const linked = await link.innerText();
    await link.click();
    await issueOf(editor, linked);
    await editor.screenshot('tracker-linked-issue');
    await panel.locator('[data-tool=back]').click();
    await issueOf(editor, 'LAMP-1');
    assert.equal(await panel.locator('[data-tool=back]').isDisabled(), true);
    await panel.locator('[data-tool=forward]').click();
    await issueOf(editor, linked);
    await editor.command('wikijql: Previous Issue');
    await issueOf(editor, 'LAMP-1');
    assert.equal(sent('basic'), 1);
  });

  it('leaves the focus in the file where an issue comes late', async () => {
    tracker.fail({ kind: 'delay', milliseconds: 2000 }, { path: /issue/ });
    const panel = await issueOf(editor, 'LAMP-1');
    await panel.locator('.related button.key', { hasText: /^LAMP-2$/ }).click();
    await editor.press('Control+1');
    await issueOf(editor, 'LAMP-2');
    const front = editor.page.locator('.editor-group-container.active .monaco-editor.focused');
    await front.waitFor();
    assert.equal(await panel.evaluate('document.hasFocus()'), false);
  });

  it('logs in once more where the session ends between two pages, and goes on', async () => {
    tracker.fail({ kind: 'delay', milliseconds: 3000 }, { path: /search/, skip: 1 });
    const known = tracker.requests.length;
    await open('all.jql');
    await editor.runQuery();
    await until('the second page', async () => {
      const searches = tracker.requests.slice(known).filter(({ path }) => path.includes('search'));
      return searches.length === 2;
    });
    tracker.endSessions();
    const panel = await resultOf(editor, 'All lamps');
    assert.match(await status(panel), /Complete[^]*84/);
    await editor.screenshot('tracker-expired-while-paging');
    assert.equal(sent('basic'), 2);
  });

  it('signs out at the server', async () => {
    await signOut(editor, 'town');
    await message(editor, /Not signed in/);
    await editor.screenshot('tracker-signed-out');
    const { path, status: ending } = tracker.requests.findLast(({ method }) => method === 'DELETE') ?? {};
    assert.deepEqual([path, ending], ['/rest/auth/1/session', 204]);
    await clearMessages(editor);
    await run('lamps.jql', 'Lamps');
    assert.deepEqual([sent('basic'), tracker.requests.at(-1)?.sent], [2, []]);
  });

  it('sends a wrong password once, and not again by runs', async () => {
    await signIn(editor, 'town', password('bruno', 'wrong one'));
    await message(editor, /failed for bruno: wrong user name or password/);
    await editor.screenshot('tracker-wrong-password');
    assert.equal(tracker.account('bruno').counts.basicFailed, 1);
    await clearMessages(editor);
    await open('lamps.jql');
    await editor.runQuery();
    await noticeOf(editor, /failed for bruno: wrong user name or password/);
    await editor.screenshot('tracker-rejected-run');
    assert.equal(tracker.account('bruno').counts.basic, 1);
  });

  it('offers its login page once it asks for a login in the browser, and sends nothing more', async () => {
    for (const wrong of ['wrong two', 'wrong three']) {
      await signIn(editor, 'town', password('bruno', wrong));
      await message(editor, /wrong user name or password|requires bruno to solve a CAPTCHA/);
      await clearMessages(editor);
    }
    await signIn(editor, 'town', password('bruno', 'lock gate three'));
    const toast = await message(editor, /requires bruno to solve a CAPTCHA/);
    await editor.screenshot('tracker-challenge');
    const page = await opened(toast.locator('.monaco-button', { hasText: 'Sign In with Browser' }));
    // The editor's server opens a port of this machine by a way of its own.
    assert.match(page.url(), /\/jira\/login\.jsp$/);
    await leave(page);
    await message(editor, /After signing in with the browser, enter your credentials again/);
    await editor.screenshot('tracker-challenge-then');
    const { basic } = tracker.account('bruno').counts;
    await clearMessages(editor);
    await open('lamps.jql');
    await editor.runQuery();
    await noticeOf(editor, /requires bruno to solve a CAPTCHA/);
    await editor.screenshot('tracker-challenged-run');
    assert.equal(tracker.account('bruno').counts.basic, basic);
  });

  it('takes the right password, entered anew, once the user has logged in there', async () => {
    const { basic } = tracker.account('bruno').counts;
    const challenge = /requires bruno to solve a CAPTCHA/;
    const page = await opened(await noticeButton(editor, challenge, 'Sign In with Browser'));
    await page.getByLabel('Username').fill('bruno');
    await page.getByLabel('Password').fill('lock gate three');
    await page.locator('[name=os_captcha]').fill('Millbrook');
    await page.getByRole('button').click();
    // A page that is closed while it still loads may never answer.
    await page.getByText('Programs may use your account again').waitFor();
    assert.equal(tracker.account('bruno').locked, false);
    await leave(page);
    await (await noticeButton(editor, challenge, 'Sign In')).click();
    await enter(editor, password('bruno', 'lock gate three'));
    await message(editor, /Signed in to “town” as bruno/);
    assert.equal(tracker.account('bruno').counts.basic, basic + 1);
    await clearMessages(editor);
  });
});
