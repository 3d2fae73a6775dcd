/** SQL about results, in the real editor. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type EditorFixture, openEditorFixture, pictureOfFailure } from '../support/editor/editor-fixture.ts';
import { resultOf, sqlViewOf } from '../support/editor/panels.ts';

const queries = '### Pages\n# @name twelve\n# @limit 12\nlist=allpages\n';

describe('SQL about results', () => {
  let fixture: EditorFixture;
  before(async () => {
    fixture = await openEditorFixture({ files: { 'sql.wikiquery': queries } });
  });
  after(() => fixture.close());
  afterEach(context => pictureOfFailure(context, fixture.editor));

  it('joins what a query has found, by keys alone, in a view of its own', async () => {
    const { editor } = fixture;
    await editor.openFile('sql.wikiquery');
    await editor.runQuery();
    await resultOf(editor, 'Pages');
    await editor.command('wikijql: Query Results with SQL');
    const frame = await sqlViewOf(editor);
    await frame.locator('.sql-tables').getByText('twelve', { exact: true }).first().waitFor();
    await frame.locator('.cm-content').focus();
    // The view has the last statement of the window; typed, a line end could accept a completion.
    await editor.press('Control+a');
    await editor.page.keyboard.insertText(
      '-- Twice\nselect a.title, b.pageid from twelve a join twelve b on a.pageid = b.pageid',
    );
    await editor.press('Control+Enter');
    const result = await resultOf(editor, 'Twice');
    const notices = await result.locator('.notice').allInnerTexts();
    assert.match(await result.locator('.status').innerText(), /12 rows/, notices.join('\n'));
    assert.equal(await result.getByRole('columnheader', { name: 'title' }).count(), 1);
    await editor.screenshot('sql-view');
    await result.locator('.cm-content').focus();
    await editor.press('Control+a');
    await editor.page.keyboard.insertText('-- Once\nselect title from twelve limit 3');
    await editor.press('Control+Enter');
    const changed = await resultOf(editor, 'Once');
    assert.match(await changed.locator('.status').innerText(), /\b3 rows/);
    assert.deepEqual(
      (await changed.getByLabel('Runs of this file').locator('option').allInnerTexts()).map(
        option => /Once|Twice/.exec(option)?.[0],
      ),
      ['Once', 'Twice'],
    );
  });
});
