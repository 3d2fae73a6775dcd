/** Runbooks and query files as notebooks, in the real editor. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Frame } from 'playwright-core';
import type { EditorWindow } from '../support/editor.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { until } from '../support/until.ts';

const runbook = `# Week\r
\r
What is new:\r
\r
\`\`\`wikiquery\r
@most = 5\r
list=recentchanges\r
rclimit={{most}}\r
rcprop=title|user|timestamp\r
\`\`\`\r
\r
The chart:\r
\r
~~~ wikiquery\r
# @view chart bar x=user\r
list=recentchanges\r
rclimit={{most}}\r
rcprop=user\r
~~~\r
\r
The end, without a line end`;

const chain = `# Pages

\`\`\`wikiquery
# @name pages
# @limit 3
list=allpages
\`\`\`

Their lengths:

\`\`\`wikiquery
prop=info
titles={{pages.title}}
\`\`\`
`;

describe('a notebook', () => {
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    fixture = await openEditorFixture({ files: { 'week.md': runbook, 'pages.md': chain } });
    editor = fixture.editor;
  });
  after(() => fixture.close());
  afterEach(async context => {
    await pictureOfFailure(context, editor);
    await editor.execute('workbench.action.revertAndCloseActiveEditor');
    await editor.closeEditors();
  });

  const saved = (name: string): Promise<string> => readFile(path.join(fixture.folder, name), 'utf8');
  const cells = () => editor.page.locator('.notebookOverlay .cell-list-container .monaco-list-row');
  const open = async (name: string, type: string, queries: number): Promise<void> => {
    await editor.openWith(name, type);
    await until(
      `${queries} cells of queries`,
      async () => (await cells().locator('.cell.code').count()) >= queries,
    );
  };
  const result = async (text: string): Promise<Frame> => {
    const frame = await editor.panel('.wikijql-results');
    await frame.locator('.wikijql-results', { hasText: text }).first().waitFor();
    return frame;
  };

  it('of a runbook runs its cells, and shows their tables and charts', async () => {
    await open('week.md', 'wikijql.runbook', 2);
    await editor.execute('notebook.execute');
    const frame = await result('timestamp');
    await frame.locator('.wikijql-results .grid .body .row').first().waitFor();
    await editor.screenshot('notebook');
    await editor.execute('notebook.focusBottom');
    await frame.locator('.wikijql-results .chart-canvas svg text').first().waitFor();
    await editor.screenshot('notebook-chart');
    const asked = fixture.queries().filter(query => query.get('list') === 'recentchanges');
    assert.deepEqual(
      asked.map(query => query.get('rclimit')),
      ['5', '5'],
    );
    assert.equal(await saved('week.md'), runbook);
    await editor.execute('wikijql.history.focus');
    const history = editor.inView('History').locator('.monaco-list-row');
    await until('both runs in the history', async () => (await history.count()) === 2);
    await editor.closeEditors();
    await editor.openFile('week.md');
    const lenses = editor.page.locator('.codelens-decoration a', { hasText: '5 rows' });
    await until('each run over its fence', async () => (await lenses.count()) === 2);
  });

  it('of a runbook uses the rows of one cell in another', async () => {
    await open('pages.md', 'wikijql.runbook', 2);
    await editor.execute('notebook.focusBottom');
    await editor.execute('notebook.cell.execute');
    const frame = await result('from pages.title');
    await frame.locator('.wikijql-results .grid .body .row').nth(2).waitFor();
    await editor.screenshot('notebook-chain');
    const asked = fixture.queries().filter(query => query.get('prop') === 'info');
    assert.deepEqual(
      asked.map(query => query.get('titles')?.split('|').length),
      [3],
    );
    assert.equal(await editor.page.locator('.notebookOverlay .squiggly-error').count(), 0);
  });
});
