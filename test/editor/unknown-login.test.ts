/** A login whose answer is lost, in the real editor: it is reported, and nothing is sent again until the user asks for it. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import type { EditorWindow } from '../support/editor.ts';
import { noticeOf, resultOf } from '../support/editor/panels.ts';
import { choose, message } from '../support/editor/prompts.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { clearMessages, enter, password, signIn, openAccount } from '../support/editor/signing.ts';

const lost = /The sign-in of ada to “town” .* was sent, but there was no clear response/;

const press = (dialog: Locator, label: string): Promise<void> =>
  dialog.getByRole('button', { name: label }).click();

describe('a login without an answer', () => {
  let tracker: SandboxTracker;
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    tracker = await startSandboxTracker();
    fixture = await openEditorFixture({
      files: { 'lamps.jql': '### Lamps\n# @limit 5\nproject = LAMP\n' },
      settings: {
        'wikijql.sites': { town: { kind: 'tracker', url: tracker.url } },
        'wikijql.defaultSite': 'town',
      },
    });
    editor = fixture.editor;
    await editor.openFile('lamps.jql');
  });
  after(async () => {
    await fixture.close();
    await tracker.stop();
  });
  afterEach(context => pictureOfFailure(context, editor));

  const basics = (): number => tracker.requests.filter(({ sent }) => sent.includes('basic')).length;
  const run = async (): Promise<void> => {
    await editor.press('Control+1');
    await editor.openFile('lamps.jql');
    await editor.runQuery();
  };
  /** The question before credentials go out again, once it asks. */
  const doubt = async (): Promise<Locator> => {
    const dialog = editor.page.locator('.monaco-dialog-box', { hasText: lost });
    await dialog.waitFor();
    return dialog;
  };

  it('is reported, with the reason why it is not repeated', async () => {
    tracker.fail({ kind: 'drop' }, { sent: 'basic' });
    await signIn(editor, 'town', password('ada', tracker.account('ada').password));
    const toast = await message(editor, lost);
    await toast.locator('.monaco-button', { hasText: 'Send Again' }).waitFor();
    await editor.screenshot('unknown-login');
    assert.equal(basics(), 1);
    await clearMessages(editor);
  });

  it('is not repeated by runs', async () => {
    await run();
    await noticeOf(editor, lost);
    await editor.screenshot('unknown-login-run');
    assert.deepEqual([basics(), tracker.requests.length], [1, 1]);
  });

  it('is repeated by Sign In only after another question', async () => {
    await openAccount(editor, 'town');
    const dialog = await doubt();
    await editor.screenshot('unknown-login-question');
    await press(dialog, 'Cancel');
    assert.equal(basics(), 1);
  });

  it('is asked about too where the account is switched to', async () => {
    const switching = editor.execute('wikijql.switchAccount', 'town');
    await choose(editor, /Choose the account to use/, 'ada');
    await press(await doubt(), 'Cancel');
    await switching;
    assert.equal(basics(), 1);
  });

  it('is sent once more when the user asks for it', async () => {
    await openAccount(editor, 'town');
    await press(await doubt(), 'Send Again');
    await message(editor, /Signed in to “town” as ada/);
    await clearMessages(editor);
    await run();
    await (await resultOf(editor, 'Lamps')).locator('.body .row').first().waitFor();
    assert.deepEqual([basics(), tracker.requests.at(-1)?.account], [2, 'ada']);
  });

  it('leaves the way to other credentials open', async () => {
    tracker.endSessions();
    tracker.fail({ kind: 'drop' }, { sent: 'basic' });
    await run();
    await noticeOf(editor, lost);
    await openAccount(editor, 'town');
    await press(await doubt(), 'Enter Credentials Again');
    await enter(editor, password('ada', tracker.account('ada').password));
    await message(editor, /Signed in to “town” as ada/);
    assert.equal(basics(), 4);
  });
});
