/** What is hostile or no query at all, in the real editor: shown, never obeyed; and the editor stays usable. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { contentSecurityPolicy } from '../../client/src/results/panel-html.ts';
import type { EditorWindow } from '../support/editor.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { until } from '../support/until.ts';

const bytes = Uint8Array.from({ length: 4096 }, (_, index) => (index * 131) % 256);
const prose = 'Dear all,\n\nthis is a letter = not a query.\nYours\n';

describe('what is not an ordinary query', () => {
  let fixture: EditorFixture;
  let editor: EditorWindow;
  const dialogs: string[] = [];
  const asked: string[] = [];
  before(async () => {
    fixture = await openEditorFixture({
      files: {
        'binary.wikiquery': bytes,
        'control.wikiquery': bytes.filter(byte => byte > 0 && byte < 0x80),
        'latin.wikiquery': Uint8Array.from(bytes, byte => byte | 0x80),
        'long.wikiquery': `list=search\nsrsearch=${'x'.repeat(10_000_000)}`,
        'letter.wikiquery': prose,
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

  /** Writes a line at the end, and returns what is completed there. */
  const stillCompletes = async (): Promise<void> => {
    await editor.press('Control+End');
    await editor.press('Enter');
    await editor.type('### Next');
    await editor.press('Enter');
    await editor.type('list=catmem');
    await until('a completion', async () => (await editor.completions())[0] === 'categorymembers');
    await editor.press('Escape');
  };

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
    await panel.getByRole('button', { name: 'Raw Response' }).click();
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

  it('bears control characters', async () => {
    await editor.openFile('control.wikiquery');
    await stillCompletes();
    await editor.screenshot('odd-control');
  });

  it('bears text in another encoding', async () => {
    await editor.openFile('latin.wikiquery');
    await stillCompletes();
    await editor.screenshot('odd-encoding');
  });

  it('says of a text that is not a query what is wrong with it', async () => {
    await editor.openFile('letter.wikiquery');
    await until('problems', async () => (await editor.editor.locator('[class*=squiggly-]').count()) > 0);
    await editor.screenshot('odd-letter');
    await stillCompletes();
  });

  it('bears a line of ten million characters', async () => {
    await editor.openFile('long.wikiquery');
    await stillCompletes();
    await editor.screenshot('odd-long-line');
  });
});
