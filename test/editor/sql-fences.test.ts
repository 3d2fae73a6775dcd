/** SQL in the fences of a runbook and in the cells of a notebook, in the real editor. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { EditorWindow } from '../support/editor.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { resultOf } from '../support/editor/panels.ts';
import { until } from '../support/until.ts';

const runbook = `# Pages

\`\`\`wikiquery
# @name pages
# @limit 12
list=allpages
\`\`\`

The longest titles:

\`\`\`sql
-- @name longest
select title, length(title) as letters
from pages
order by letters desc
limit 3
\`\`\`

Written by a report:

\`\`\`sql
-- @name stored
select 1 as one
\`\`\`

<!-- wikijql:result -->

| one |
| --: |
| 1 |

<!-- /wikijql:result -->
`;

describe('SQL in Markdown', () => {
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    fixture = await openEditorFixture({ files: { 'runbook.md': runbook, 'plain.md': '# Plain\n' } });
    editor = fixture.editor;
  });
  after(() => fixture.close());
  afterEach(async context => {
    await pictureOfFailure(context, editor);
    await editor.execute('workbench.action.revertAndCloseActiveEditor');
    await editor.closeEditors();
  });

  /** The key means the query, as the cursor is in a fence. */
  const runHere = async (): Promise<void> => {
    await editor.page.locator('.codelens-decoration', { hasText: 'Run' }).first().waitFor();
    await editor.press('Control+Enter');
  };

  it('can be refreshed as a report by a button, which Markdown without queries has not', async () => {
    const button = editor.page.locator('.editor-actions .action-label[aria-label^="Refresh Report"]');
    await editor.openFile('runbook.md');
    await button.waitFor();
    await editor.openFile('plain.md');
    await until('no button', async () => (await button.count()) === 0);
  });

  it('is completed before its query has run, and runs over its result', async () => {
    await editor.openFile('runbook.md');
    await editor.page.locator('.codelens-decoration', { hasText: 'Run' }).first().waitFor();
    await editor.goTo(13, 13);
    await editor.type(' pages.');
    await until('the columns', async () => (await editor.completions()).includes('pageid'));
    await editor.screenshot('sql-fence-completion');
    await editor.press('Escape');
    await editor.execute('undo');
    await until('the text before', async () => !(await editor.text()).includes('pages.'));
    await editor.goTo(6, 3);
    await runHere();
    await resultOf(editor, 'pages');
    await editor.focusEditor();
    await editor.goTo(14, 2);
    await runHere();
    const result = await resultOf(editor, 'longest');
    await result.locator('.status', { hasText: '3 rows' }).waitFor();
    assert.doesNotMatch(await result.locator('.status').innerText(), /request/);
    await editor.screenshot('sql-fence');
  });

  it('is a cell of a notebook, with a table below it', async () => {
    await editor.openWith('runbook.md', 'wikijql.runbook');
    const cells = editor.page.locator('.notebookOverlay .cell-list-container .cell.code');
    await until('two cells of queries', async () => (await cells.count()) >= 2);
    await editor.execute('notebook.execute');
    const frame = await editor.panel('.wikijql-results');
    const table = frame.locator('.wikijql-results', { hasText: 'letters' }).first();
    // Outputs are drawn only where the notebook is scrolled to.
    let steps = 0;
    await until('the table of the statement', async () => {
      if (await table.isVisible()) return true;
      await editor.execute(steps++ % 8 === 0 ? 'notebook.focusTop' : 'list.focusDown');
      return false;
    });
    await editor.screenshot('sql-cell');
  });

  it('is in the preview with what it found last', async () => {
    await editor.openFile('runbook.md');
    await editor.execute('markdown.showPreviewToSide');
    const preview = await editor.panel('.wikijql-result');
    assert.match(await preview.locator('.wikijql-result').last().innerText(), /title\s+letters/);
    assert.equal(await preview.getByText('Not run').count(), 0);
    assert.equal(await preview.getByRole('cell', { name: '1', exact: true }).count(), 1);
    await editor.screenshot('preview');
  });
});
