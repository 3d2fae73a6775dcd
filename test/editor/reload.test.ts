/** A window that is reloaded: what its panels say then, and that their queries run again without a login. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import type { EditorWindow } from '../support/editor.ts';
import { reload } from '../support/editor/kept.ts';
import { blankOf, issueOf, resultOf } from '../support/editor/panels.ts';
import { answer, message } from '../support/editor/prompts.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { clearMessages, password, signIn } from '../support/editor/signing.ts';

describe('a reloaded window', () => {
  let tracker: SandboxTracker;
  let fixture: EditorFixture;
  let editor: EditorWindow;
  let earlier = 0;
  before(async () => {
    tracker = await startSandboxTracker();
    fixture = await openEditorFixture({
      files: {
        'lamps.jql': '### First\nproject = GARD\n\n### Lamps\n# @limit 5\nproject = LAMP ORDER BY key\n',
      },
      settings: {
        'wikijql.sites': { town: { kind: 'tracker', url: tracker.url } },
        'wikijql.defaultSite': 'town',
      },
    });
    editor = fixture.editor;
    await editor.openFile('lamps.jql');
    await signIn(editor, 'town', password('ada', tracker.account('ada').password));
    await message(editor, /Signed in to “town” as ada/);
    await clearMessages(editor);
    await editor.goTo(6, 1);
    await editor.runQuery();
    await resultOf(editor, 'Lamps');
    await editor.openCommand('wikijql: Fetch Issue…');
    await answer(editor, /The key of an issue/, `${tracker.url}/browse/LAMP-1`);
    await issueOf(editor, 'LAMP-1');
    earlier = tracker.requests.length;
    await reload(editor, 'wikijql.results', 'wikijql.issue', 'browse/LAMP-1');
  });
  after(async () => {
    await fixture.close();
    await tracker.stop();
  });
  afterEach(context => pictureOfFailure(context, editor));

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
    const panel = await blankOf(editor, /Run the query again to fetch them/);
    assert.equal(await panel.locator('h1').innerText(), 'Lamps');
    await editor.screenshot('reload-results');
    await panel.getByRole('button', { name: 'Run Again' }).click();
    const again = await resultOf(editor, 'Lamps');
    await again.locator('.cell .link', { hasText: /^LAMP-1$/ }).waitFor();
    await editor.screenshot('reload-run-again');
    assert.deepEqual([tracker.requests.at(-1)?.sent, tracker.requests.at(-1)?.account], [['cookie'], 'ada']);
  });

  it('has sent the password once in all', () => {
    assert.equal(tracker.requests.filter(({ sent }) => sent.includes('basic')).length, 1);
  });
});
