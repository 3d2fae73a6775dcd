/** A cold window: how long the extension takes to activate beside one of the editor's own, and until the first rows. */
import { openEditorFixture } from '../support/editor/editor-fixture.ts';
import { resultOf } from '../support/editor/panels.ts';
import type { EditorWindow } from '../support/editor/window.ts';
import { until } from '../support/until.ts';
import { median } from './figures.ts';
import type { Report } from './report.ts';

const windows = 3;
const title = 'Pages';
const files = { 'first.wikiquery': `### ${title}\nlist=allpages\naplimit=10\n`, 'data.json': '{}\n' };
/** The part of a name that is looked for, and that of its row in the table. */
const extensions = { ours: 'wikijql.wikijql', json: 'vscode.json-language-features' };

/** Milliseconds in which an extension was loaded and activated, by the editor's own table of its start. */
async function activation(editor: EditorWindow, extension: string): Promise<number> {
  await editor.focusEditor();
  await editor.press('Control+f');
  await editor.page.keyboard.insertText(extension);
  await editor.press('Enter', 'Escape');
  const row = await until(`the row of ${extension}`, async () =>
    (await editor.visibleText()).split('\n').find(line => line.startsWith(`| ${extension} `)),
  );
  const [load = 0, call = 0, finish = 0] = row.split('|').slice(3, 6).map(Number);
  return load + call + finish;
}

const milliseconds = (value: number): string => `${value.toFixed(0)} ms`;

export async function measureWindow(report: Report): Promise<void> {
  report.heading('A cold window');
  const times: Record<'ours' | 'json' | 'rows', number[]> = { ours: [], json: [], rows: [] };
  for (let count = 0; count < windows; count++) {
    const fixture = await openEditorFixture({
      files,
      builtIns: ['json-language-features'],
    });
    try {
      const { editor } = fixture;
      await editor.openFile('data.json');
      await editor.openFile('first.wikiquery');
      const start = performance.now();
      await editor.runQuery();
      const panel = await resultOf(editor, title);
      await panel.locator('.body .row').first().waitFor();
      times.rows.push(performance.now() - start);
      await editor.execute('perfview.show');
      times.ours.push(await activation(editor, extensions.ours));
      times.json.push(await activation(editor, extensions.json));
    } finally {
      await fixture.close();
    }
  }
  report.most('seconds from Ctrl+Enter to the first rows', median(times.rows) / 1000, 12, 3);
  report.figure('activation', milliseconds(median(times.ours)));
  report.figure('activation of the editor’s own JSON extension', milliseconds(median(times.json)));
  report.most('times that of JSON', median(times.ours) / median(times.json), 2, 1);
}
