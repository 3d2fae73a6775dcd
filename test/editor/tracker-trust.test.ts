/** A folder that nobody trusts and that names a tracker: no run, no issue, no sign-in, and not one request. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import type { EditorWindow } from '../support/editor.ts';
import { resultOf } from '../support/editor/panels.ts';
import { choose, message, prompted } from '../support/editor/prompts.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { clearMessages, password, enter } from '../support/editor/signing.ts';

describe('an untrusted folder with a tracker', () => {
  let lure: SandboxTracker;
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    lure = await startSandboxTracker();
    const settings = {
      'wikijql.sites': { lure: { kind: 'tracker', url: lure.url } },
      'wikijql.defaultSite': 'lure',
    };
    fixture = await openEditorFixture({
      trusted: false,
      files: {
        '.vscode/settings.json': JSON.stringify(settings),
        'lure.jql': '### Lamps\n# @site lure\n# @limit 5\nproject = LAMP AND key != LAMP-1\n',
      },
      settings: { 'wikijql.siteCatalogues': true },
    });
    editor = fixture.editor;
    await editor.openFile('lure.jql');
  });
  after(async () => {
    await fixture.close();
    await lure.stop();
  });
  afterEach(async context => {
    await pictureOfFailure(context, editor);
    await clearMessages(editor);
  });

  for (const [name, title] of [
    ['runs no query', 'wikijql: Run Query'],
    ['signs nobody in', 'wikijql: Sign In…'],
    ['signs nobody out', 'wikijql: Sign Out…'],
    ['switches no account', 'wikijql: Switch Account…'],
    ['fetches no issue', 'wikijql: Fetch Issue…'],
  ] as const) {
    it(`${name}, and says why`, async () => {
      await editor.command(title);
      const toast = await message(editor, /Restricted Mode/);
      await toast.locator('.monaco-button', { hasText: 'Manage Trust' }).waitFor();
      await editor.screenshot(`tracker-trust-${name.replaceAll(' ', '-')}`);
    });
  }

  it('opens no issue at the cursor', async () => {
    await editor.goTo(4, 28);
    await editor.press('Alt+Enter');
    await message(editor, /Restricted Mode/);
    assert.equal(await editor.page.locator('.tab', { hasText: /Results|Issue/ }).count(), 0);
  });

  it('asked nothing of the tracker', () => assert.equal(lure.requests.length, 0));

  it('has its tracker asked once it is trusted: as nobody, until credentials are entered for its origin', async () => {
    await editor.execute('workbench.trust.manage');
    await editor.page.getByRole('button', { name: 'Trust', exact: true }).first().click();
    await editor.openFile('lure.jql');
    await editor.waitForUnderlines('warning', 0);
    await editor.runQuery();
    await resultOf(editor, 'Lamps');
    assert.deepEqual(
      lure.requests.flatMap(({ sent }) => sent),
      [],
    );
    await editor.openCommand('wikijql: Sign In…');
    await choose(editor, /Sign in to which site/, 'lure');
    const { text } = await prompted(editor, /How do you sign in at/);
    assert.ok(text.includes(new URL(lure.url).origin), text);
    await enter(editor, password('ada', lure.account('ada').password));
    await message(editor, /Signed in to “lure” as ada/);
    await editor.screenshot('tracker-trust-given');
  });
});
