/**
 * Takes the pictures of the README in the real editor: `node test/tools/take-picture.ts`; with the name of a picture,
 * `screenshot` or `report`, only that one. The package is small, so reduce the colours of what it has taken:
 * `convert images/report.png +dither -colors 40 -strip images/report.png`, then compress it: `zopflipng -y images/report.png
 * images/report.png`.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { startSandboxTracker } from '../sandbox/tracker.ts';
import { startSandboxWiki } from '../sandbox/wiki.ts';
import { openEditorFixture, type EditorFixtureOptions } from '../support/editor/editor-fixture.ts';
import type { EditorWindow } from '../support/editor/window.ts';
import { inRoot } from '../support/paths.ts';
import { takePicture } from '../support/pictures.ts';
import { until } from '../support/until.ts';

const query = `# Press Ctrl+Enter in a query: the result opens beside it.
@place = Bell Tower
@since = 2020-01-01T00:00:00Z

### Who wrote about it
prop=revisions
titles={{place}}
rvprop=ids|timestamp|user|comment|size
rvlimit=50

### What happens in town
# @limit 200
# @columns title, user, timestamp, sizediff, comment
list=recentchanges
rcprop=title|timestamp|user|comment|sizes
rcshow=!bot
rcend={{since}}
rclimit=max

### Trees, and where they are linked
generator=categorymembers
gcmtitle=Category:Trees
gcmnamespace=0
prop=info|linkshere
`;

const look = {
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.activityBar.location': 'hidden',
  'editor.minimap.enabled': false,
  'editor.fontSize': 13,
  'window.commandCenter': false,
  'workbench.layoutControl.enabled': false,
};

/** Takes a picture of an editor, once what is in it has been arranged. */
async function take(
  name: string,
  options: EditorFixtureOptions,
  arrange: (editor: EditorWindow, folder: string) => Promise<void>,
): Promise<void> {
  const fixture = await openEditorFixture({
    size: { width: 1440, height: 800 },
    ...options,
    settings: { ...look, ...options.settings },
  });
  const { editor } = fixture;
  try {
    await arrange(editor, fixture.folder);
    await editor.page.screenshot({ path: inRoot(`images/${name}.png`) });
  } catch (error) {
    await takePicture(editor.page, `failed-picture-${name}`);
    throw error;
  } finally {
    await fixture.close();
  }
}

/** A query file, with completion open, and a result beside it. */
const screenshot = (): Promise<void> =>
  take('screenshot', { files: { 'town.wikiquery': query } }, async editor => {
    await editor.openFile('town.wikiquery');
    await editor.command('View: Toggle Primary Side Bar Visibility');
    await editor.goTo(14);
    await editor.runQuery();
    const panel = await editor.panel('.status .badge');
    await editor.focusEditor();
    await editor.goTo(15, 1);
    await editor.press('End');
    await editor.type('|t');
    await until('the offers', async () => (await editor.completions())[0] === 'tags');
    await editor.press('Control+Space');
    await editor.page.locator('.suggest-details').waitFor();
    await editor.page.mouse.move(300, 700);
    await panel.locator('.body .row').first().waitFor();
    await editor.page.locator('.codelens-decoration a', { hasText: 'Run' }).nth(2).waitFor();
  });

/** The sample runbook with its results. */
async function report(): Promise<void> {
  const wiki = await startSandboxWiki();
  const tracker = await startSandboxTracker();
  const sites = {
    sandbox: { kind: 'wiki', url: wiki.url },
    tracker: { kind: 'tracker', url: tracker.url },
  };
  try {
    await take(
      'report',
      { wiki, isEmpty: false, settings: { 'wikijql.sites': sites } },
      async (editor, folder) => {
        await editor.openFile('30-runbook.md');
        await editor.command('View: Toggle Primary Side Bar Visibility');
        await editor.page.locator('.editor-actions .action-label[aria-label^="Refresh Report"]').click();
        await until('the chart', async () => existsSync(path.join(folder, '30-runbook-by-ward.svg')));
        await editor.execute('workbench.action.files.save');
        const saved = (): readonly string[] =>
          readFileSync(path.join(folder, '30-runbook.md'), 'utf8').split('\n');
        await until('the results', async () => saved().some(each => each.includes('by-ward.svg')));
        const line = saved().findIndex(each => each.startsWith('## Both'));
        await editor.execute('markdown.showPreviewToSide');
        const preview = await editor.panel('img');
        await preview
          .locator('figure, pre', { hasText: 'wards' })
          .first()
          .evaluate(heading => heading.scrollIntoView());
        await editor.goTo(line + 1);
        await editor.execute('revealLine', { lineNumber: line, at: 'top' });
        await editor.execute('notifications.clearAll');
        await preview.locator('img').first().waitFor();
      },
    );
  } finally {
    await tracker.stop();
  }
}

const pictures: Readonly<Record<string, () => Promise<void>>> = { screenshot, report };
const [chosen] = process.argv.slice(2);
for (const [name, make] of Object.entries(pictures))
  if (chosen === undefined || chosen === name) await make();
