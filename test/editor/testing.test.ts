/** Expectations in the Testing view of the real editor: found in files that nobody opened, and run. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import type { EditorWindow } from '../support/editor.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';

const checks = `### Enough pages
# @all
# @expect rows > 20
# @expect unique title
list=allpages

### No main page
# @all
# @expect complete
# @expect none title = "Main Page"
list=allpages
`;

describe('the Testing view', () => {
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    fixture = await openEditorFixture({ files: { '00-checks.wikiquery': checks } });
    ({ editor } = fixture);
  });
  after(() => fixture.close());
  afterEach(context => pictureOfFailure(context, editor));

  const row = (name: string): Locator =>
    editor.page.locator('.test-explorer .monaco-list-row', { hasText: name }).first();
  const isState = (name: string, icon: string): Promise<void> =>
    row(name).locator(`.codicon-testing-${icon}-icon`).first().waitFor();

  it('has the queries with expectations of a file that nobody opened, and sends nothing', async () => {
    await editor.page.locator('.activitybar .action-label[aria-label^="Testing"]').first().click();
    await row('00-checks.wikiquery').locator('.monaco-tl-twistie').click();
    await row('Enough pages').waitFor();
    await row('No main page').waitFor();
    assert.deepEqual(fixture.queries(), []);
  });

  it('runs them: one passes, one fails, and no panel opens', async () => {
    await editor.openFile('00-checks.wikiquery');
    await editor.execute('testing.runCurrentFile');
    await isState('Enough pages', 'passed');
    await isState('No main page', 'failed');
    await editor.screenshot('testing-results');
    assert.equal(await editor.activeTab(), '00-checks.wikiquery');
  });
});
