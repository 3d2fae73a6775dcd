/** Reports in the real editor: refreshed by the command, undone at once, unsaved or not. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import type { EditorWindow } from '../support/editor.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { until } from '../support/until.ts';

const report = `# Pages

\`\`\`wikiquery
# @name pages
# @limit 3
# @report list
list=allpages
\`\`\`

\`\`\`sql
-- @view chart bar x=title y=pageid
select title, pageid from pages
\`\`\`
`;

describe('a report', () => {
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    fixture = await openEditorFixture({ files: { 'report.md': report, 'plain.md': '# Plain\n' } });
    editor = fixture.editor;
  });
  after(() => fixture.close());
  afterEach(async context => {
    await pictureOfFailure(context, editor);
    await editor.execute('workbench.action.revertAndCloseActiveEditor');
    await editor.closeEditors();
  });

  const button = () => editor.page.locator('.editor-actions .action-label[aria-label^="Refresh Report"]');

  it('is refreshed from the title of the editor, and one undo takes it back', async () => {
    await editor.openFile('report.md');
    await button().click();
    await until('the results', async () => (await editor.text()).includes('report-2.svg'));
    await editor.screenshot('report');
    assert.ok(existsSync(path.join(fixture.folder, 'report-2.svg')));
    await editor.execute('undo');
    await until('the text before', async () => !(await editor.text()).includes('wikijql:result'));
  });

  it('writes no chart through a link', async () => {
    const link = path.join(fixture.folder, 'report-2.svg');
    rmSync(link, { force: true });
    writeFileSync(path.join(fixture.folder, 'profile'), 'kept');
    symlinkSync('profile', link);
    await editor.openFile('report.md');
    await button().click();
    await until('the refusal', async () =>
      (await editor.notifications()).some(each => each.includes('report-2.svg is a link')),
    );
    assert.equal(readFileSync(link, 'utf8'), 'kept');
    assert.ok(!(await editor.text()).includes('wikijql:result'));
  });

  it('is Markdown with queries: other files have no such command', async () => {
    await editor.openFile('plain.md');
    await until('no button', async () => (await button().count()) === 0);
  });
});
