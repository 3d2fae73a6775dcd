/** A login whose answer is lost, in the real editor: it is reported, and nothing is sent again until the user asks for it. `inhost/sign-in` has the other ways on. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import type { EditorWindow } from '../support/editor.ts';
import { noticeOf } from '../support/editor/panels.ts';
import { message } from '../support/editor/prompts.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { clearMessages, password, signIn, openAccount } from '../support/editor/signing.ts';

const lost = /The sign-in of ada to “town” .* was sent, but there was no clear response/;

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
  it('is reported, with the reason why it is not repeated', async () => {
    tracker.fail({ kind: 'drop' }, { sent: 'basic' });
    await signIn(editor, 'town', password('ada', tracker.account('ada').password));
    const toast = await message(editor, lost);
    await toast.locator('.monaco-button', { hasText: 'Send Again' }).waitFor();
    await editor.screenshot('unknown-login');
    assert.equal(basics(), 1);
    await clearMessages(editor);
  });

  it('is reported by a run, and sent once more only when the user answers another question so', async () => {
    await editor.runQuery();
    await noticeOf(editor, lost);
    await editor.screenshot('unknown-login-run');
    assert.deepEqual([basics(), tracker.requests.length], [1, 1]);
    await openAccount(editor, 'town');
    const dialog = editor.page.locator('.monaco-dialog-box', { hasText: lost });
    await dialog.waitFor();
    await editor.screenshot('unknown-login-question');
    assert.equal(basics(), 1);
    await dialog.getByRole('button', { name: 'Send Again' }).click();
    await message(editor, /Signed in to “town” as ada/);
    assert.equal(basics(), 2);
  });
});
