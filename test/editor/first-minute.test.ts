/** Adding a first wiki by somebody who knows no address. The first query of an empty folder is a job of `jobs.test.ts`. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { Hands } from '../support/editor/hands.ts';
import { openNewcomerFixture } from '../support/editor/newcomer.ts';

describe('the first minute', () => {
  let fixture: EditorFixture;
  before(async () => {
    fixture = await openNewcomerFixture();
  });
  after(() => fixture.close());
  afterEach(context => pictureOfFailure(context, fixture.editor));

  it('adds a wiki by its language alone, and says what was found there', async () => {
    const { editor } = fixture;
    const hands = new Hands(editor);
    const input = editor.page.locator('.quick-input-widget input').first();
    await hands.click(editor.page.locator('.activitybar .action-label[aria-label="wikijql"]'));
    await hands.click(editor.page.locator('.monaco-button', { hasText: 'Add Your Own Site…' }));
    await hands.type('de', input);
    await hands.press('Enter');
    await editor.page.locator('.quick-input-message', { hasText: 'Found: MediaWiki' }).waitFor();
    assert.equal(await input.inputValue(), 'dewiki');
    await hands.press('Enter');
    await editor.waitForText('list=recentchanges');
    await hands.press('Escape', 'Control+Enter');
    const panel = await editor.panel('.badge');
    await panel.locator('.body .row').first().waitFor();
    assert.equal(await panel.locator('.site').innerText(), 'dewiki');
    assert.ok(hands.actions <= 7, String(hands.actions));
  });
});
