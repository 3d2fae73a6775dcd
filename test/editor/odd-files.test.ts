/** Files that are hostile or no text at all, in the real editor: shown, never obeyed. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { contentSecurityPolicy } from '../../client/src/results/panel-html.ts';
import type { EditorWindow } from '../support/editor.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { until } from '../support/until.ts';

const bytes = Uint8Array.from({ length: 4096 }, (_, index) => (index * 131) % 256);

describe('what is not an ordinary query', () => {
  let fixture: EditorFixture;
  let editor: EditorWindow;
  const dialogs: string[] = [];
  const asked: string[] = [];
  before(async () => {
    fixture = await openEditorFixture({
      isEmpty: false,
      files: {
        'binary.wikiquery': bytes,
      },
    });
    editor = fixture.editor;
    editor.page.on('dialog', dialog => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    editor.page.on('request', request => asked.push(request.url()));
  });
  after(() => fixture.close());
  afterEach(async context => {
    await pictureOfFailure(context, editor);
    await editor.execute('workbench.action.revertAndCloseActiveEditor');
    await editor.closeEditors();
  });

  it('shows hostile values as text', async () => {
    await editor.openFile('13-hostile-content.wikiquery');
    await editor.runQuery();
    const panel = await editor.panel('.badge');
    const askedBefore = asked.length;
    const policy = await panel.locator('meta[http-equiv]').getAttribute('content');
    const nonce = /'nonce-([^']+)'/.exec(policy ?? '')?.[1] ?? '';
    const source = /style-src ([^;]+)/.exec(policy ?? '')?.[1] ?? '';
    assert.equal(policy, contentSecurityPolicy({ source, nonce }));
    assert.ok(nonce.length >= 20);
    await editor.screenshot('hostile-rows');
    // Hidden characters are marked.
    await panel.locator('.mark').first().waitFor();
    assert.equal(await panel.locator('img, iframe, object, form, a[href]').count(), 0);
    const comments = panel.locator('.body .row .cell:nth-last-child(2)');
    for (const cell of await comments.all()) {
      await cell.dblclick();
      await panel.locator('.detail').waitFor();
    }
    await comments.nth(4).dblclick();
    await editor.screenshot('hostile-detail');
    assert.equal(await panel.locator('img, iframe, object, form, a[href]').count(), 0);
    await panel.getByRole('button', { name: 'More', exact: true }).click();
    await panel.getByRole('button', { name: 'Show Raw Response' }).click();
    await until('the document', async () => (await editor.activeTab()).endsWith('.json'));
    await editor.screenshot('hostile-raw');
    assert.deepEqual(dialogs, []);
    assert.deepEqual(
      asked
        .slice(askedBefore)
        .filter(url => !/^(https?:\/\/(127\.0\.0\.1|localhost)[:/]|data:|blob:|vscode)/.test(url)),
      [],
    );
  });

  it('leaves a binary file to the editor, which does not take it for text', async () => {
    await editor.press('Control+p');
    await editor.page.locator('.quick-input-widget input').first().fill('binary.wikiquery');
    await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'binary' }).first().click();
    await editor.waitForText(/either binary or uses an unsupported text encoding/);
    await editor.screenshot('odd-binary');
  });
});
