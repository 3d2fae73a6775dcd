/** From a key to its issue in the real editor: at the cursor, from the clipboard, and on to whoever may see it. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import type { EditorWindow } from '../support/editor.ts';
import { issueOf, noticeButton, noticeOf } from '../support/editor/panels.ts';
import { answer, choose, message, prompted } from '../support/editor/prompts.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { clearMessages, enter, password } from '../support/editor/signing.ts';
import { until } from '../support/until.ts';

const keys = '### Two issues\n# beside ROAD-3 there is\nkey IN (LAMP-2, GARD-3)\n';

describe('an issue', () => {
  let tracker: SandboxTracker;
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    tracker = await startSandboxTracker({ contextPath: '/jira' });
    fixture = await openEditorFixture({
      files: { 'keys.jql': keys, 'notes.txt': 'All of it: CLERK-1.\n' },
      settings: {
        'wikijql.sites': { town: { kind: 'tracker', url: tracker.url } },
        'wikijql.defaultSite': 'town',
      },
    });
    editor = fixture.editor;
    await editor.openFile('keys.jql');
  });
  after(async () => {
    await fixture.close();
    await tracker.stop();
  });
  afterEach(context => pictureOfFailure(context, editor));

  const clipboard = (): Promise<string> => editor.page.evaluate('navigator.clipboard.readText()');
  /** Puts the cursor into a file beside the panel. */
  const at = async (line: number, column: number, file = 'keys.jql'): Promise<void> => {
    await editor.press('Control+1');
    await editor.openFile(file);
    await editor.goTo(line, column);
  };

  it('opens by the key at the cursor', async () => {
    await at(3, 11);
    await editor.press('Alt+Enter');
    await issueOf(editor, 'LAMP-2');
    await editor.screenshot('issue-at-cursor');
    await at(3, 23);
    await editor.command('wikijql: Open Jira Issue at Cursor');
    await issueOf(editor, 'GARD-3');
  });

  it('is not guessed where there is no key at the cursor', async () => {
    const known = tracker.requests.length;
    await at(1, 1);
    await editor.press('Alt+Enter');
    await message(editor, /No issue key at the cursor/);
    assert.equal(tracker.requests.length, known);
    await clearMessages(editor);
  });

  it('gives its key and a Markdown link to the clipboard', async () => {
    const panel = await issueOf(editor, 'GARD-3');
    await panel.locator('[data-tool=copyKey]').click();
    await until('the key', async () => (await clipboard()) === 'GARD-3');
    await panel.locator('[data-tool=copyLink]').click();
    const summary = tracker.world.issue('GARD-3')?.summary ?? '';
    const link = `[GARD-3 ${summary}](${tracker.url}/browse/GARD-3)`;
    await until('the link', async () => (await clipboard()) === link);
    await editor.screenshot('issue-copied');
  });

  it('opens in the browser', async () => {
    const page = editor.page.context().waitForEvent('page');
    const panel = await issueOf(editor, 'GARD-3');
    await panel.locator('[data-tool=browse]').click();
    assert.match((await page).url(), /\/jira\/browse\/GARD-3$/);
    await (await page).close();
  });

  it('is proposed by Fetch Issue: the one at the cursor, else the one in the clipboard', async () => {
    await editor.page.evaluate(`navigator.clipboard.writeText(' ${tracker.url}/browse/LAMP-5?focused=1 ')`);
    await at(3, 11);
    await editor.openCommand('wikijql: Fetch Jira Issue…');
    const { input } = await prompted(editor, /The key of an issue/);
    assert.equal(await input.inputValue(), 'LAMP-2');
    await editor.press('Escape');
    await at(1, 1);
    await editor.openCommand('wikijql: Fetch Jira Issue…');
    const { input: second } = await prompted(editor, /The key of an issue/);
    assert.equal(await second.inputValue(), `${tracker.url}/browse/LAMP-5?focused=1`);
    await editor.screenshot('issue-from-clipboard');
    await editor.press('Enter');
    await issueOf(editor, 'LAMP-5');
  });

  it('that only accounts may see is shown once somebody has signed in', async () => {
    await at(2, 12);
    await editor.press('Alt+Enter');
    await noticeOf(editor, /You have no access to ROAD-3/);
    await editor.screenshot('issue-needs-account');
    await (await noticeButton(editor, /no access to ROAD-3/, 'Sign In')).click();
    await enter(editor, password('bruno', tracker.account('bruno').password));
    await issueOf(editor, 'ROAD-3');
    assert.equal(tracker.requests.at(-1)?.account, 'bruno');
    await clearMessages(editor);
  });

  it('that an account may not see is shown to another one that is chosen', async () => {
    await at(1, 14, 'notes.txt');
    await editor.command('wikijql: Open Jira Issue at Cursor');
    const hidden = /CLERK-1 does not exist .* bruno has no access to it/;
    assert.doesNotMatch(await noticeOf(editor, hidden), /sign in/i);
    await editor.screenshot('issue-hidden');
    await (await noticeButton(editor, hidden, 'Switch Account')).click();
    await choose(editor, /Choose the account to use/, 'Another account…');
    await enter(editor, password('ada', tracker.account('ada').password));
    await issueOf(editor, 'CLERK-1');
    await clearMessages(editor);
  });

  it('that is not there, or no key, is said to be so', async () => {
    await editor.openCommand('wikijql: Fetch Jira Issue…');
    await answer(editor, /The key of an issue/, 'LAMP-99999');
    await noticeOf(editor, /LAMP-99999 does not exist .* ada has no access to it/);
    await editor.screenshot('issue-wrong-key');
    await editor.openCommand('wikijql: Fetch Jira Issue…');
    await answer(editor, /The key of an issue/, 'LAMP 1');
    await prompted(editor, /A key looks like ABC-12/);
    await editor.press('Escape');
  });
});
