/** A tracker in the real editor: signing in by the prompts, running, reading issues. `inhost/sign-in` has how signing in can end. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Frame, Locator } from 'playwright-core';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import type { EditorWindow } from '../support/editor.ts';
import { issueOf, noticeOf, resultOf } from '../support/editor/panels.ts';
import { choose, message, prompted } from '../support/editor/prompts.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { clearMessages, enter, password, openAccount, switchAccount } from '../support/editor/signing.ts';
import { until } from '../support/until.ts';

const files = {
  'lamps.jql': '### Lamps\n# @limit 20\nproject = LAMP ORDER BY key\n',
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
    await editor.command('wikijql: Go Back to Jira Issue');
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

  it('sends a wrong password once, and not again by runs', async () => {
    await switchAccount(editor, 'town');
    await choose(editor, /Choose the account to use/, 'Another account…');
    await enter(editor, password('bruno', 'wrong one'));
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
});
