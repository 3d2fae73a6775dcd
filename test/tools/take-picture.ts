/** Takes the picture of the README, images/screenshot.png, in the real editor: `node test/tools/take-picture.ts`. */
import { inRoot } from '../support/paths.ts';
import { openEditorFixture } from '../support/editor/editor-fixture.ts';
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

const fixture = await openEditorFixture({
  files: { 'town.wikiquery': query },
  size: { width: 1440, height: 800 },
  settings: {
    'workbench.colorTheme': 'Default Dark Modern',
    'workbench.activityBar.location': 'hidden',
    'editor.minimap.enabled': false,
    'editor.fontSize': 13,
    'window.commandCenter': false,
    'workbench.layoutControl.enabled': false,
  },
});
const { editor } = fixture;
try {
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
  await editor.page.screenshot({ path: inRoot('images/screenshot.png') });
} finally {
  await fixture.close();
}
