/** Groups, pinned results and the place of results, in the real editor. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Frame } from 'playwright-core';
import type { EditorWindow } from '../support/editor.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { until } from '../support/until.ts';

const changes = 'list=recentchanges\nrcprop=title|user|timestamp|sizes|tags\nrclimit=max\n';
const files = {
  'groups.wikiquery': `### Changes of users\n# @limit 400\n# @group user: count, sum newlen, max timestamp\n${changes}`,
  'unknown.wikiquery': `### Changes of nobody\n# @limit 20\n# @group usr: count\n${changes}`,
  'other.wikiquery': '### Pages\n# @limit 20\nlist=allpages\naplimit=20\n',
};
/** For each theme: its setting, the window’s CSS class, and the place of results to test in it. */
const themes = {
  dark: { theme: 'Default Dark Modern', marker: '.vs-dark', place: 'below' },
  light: { theme: 'Default Light Modern', marker: '.vs', place: 'beside' },
  contrast: { theme: 'Default High Contrast', marker: '.hc-black', place: 'panel' },
};

describe('groups in the editor', () => {
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    fixture = await openEditorFixture({ files });
    editor = fixture.editor;
  });
  after(() => fixture.close());
  afterEach(context => pictureOfFailure(context, editor));

  const run = async (file: string, line: number): Promise<void> => {
    await editor.openFile(file);
    await editor.goTo(line);
    await editor.runQuery();
  };
  const result = async (title: string): Promise<Frame> => {
    const panel = await editor.panel('.status .badge');
    await until(`the result of ${title}`, async () => (await panel.locator('h1').innerText()) === title);
    await panel.locator('.status .badge').waitFor();
    await panel.locator('.workspace [aria-busy="true"]').waitFor({ state: 'detached' });
    return panel;
  };
  const queriesOf = (list: string): number =>
    fixture.queries().filter(query => query.get('list') === list).length;
  const groupsOfEditors = (): Promise<number> => editor.page.locator('.editor-group-container').count();

  for (const [name, { theme, marker, place }] of Object.entries(themes))
    describe(`in the theme ${name}`, () => {
      before(async () => {
        await editor.closeEditors();
        await editor.set('workbench.colorTheme', theme);
        await editor.set('wikijql.results.place', place);
        await editor.page.locator(`.monaco-workbench${marker}`).waitFor();
      });

      it('groups come from the file, open and close', async () => {
        await run('groups.wikiquery', 5);
        const panel = await result('Changes of users');
        assert.deepEqual(await panel.locator('.title .name').allInnerTexts(), [
          'user',
          'count',
          'sum of newlen',
          'max of timestamp',
        ]);
        await editor.screenshot(`editor-groups-${name}`);
        await panel.locator('.opener').first().click();
        await panel.getByRole('button', { name: 'Back to Groups' }).waitFor();
        await editor.screenshot(`editor-group-opened-${name}`);
        await panel.locator('.grid').press('Backspace');
        await panel.locator('.totals').waitFor();
      });

      if (name === 'dark')
        it('groups by an unknown column are a note in the panel, and no warning in the file', async () => {
          await run('unknown.wikiquery', 5);
          const panel = await editor.panel('.notice');
          await panel.locator('.notice', { hasText: 'names the column “usr”' }).waitFor();
        });

      if (name === 'light')
        it('pinned results stay, and further results open beside them', async () => {
          const panel = await result('Changes of users');
          assert.equal(await groupsOfEditors(), 2);
          await panel.getByRole('button', { name: 'Pin', exact: true }).click();
          await editor.page.locator('.tab', { hasText: '(pinned)' }).waitFor();
          await run('groups.wikiquery', 5);
          await until('a tab for the next run', async () => {
            const tabs = await editor.page.locator('.tab', { hasText: 'groups.wikiquery' }).allInnerTexts();
            return tabs.length === 3;
          });
          await run('other.wikiquery', 2);
          await until('a tab for the other file', async () => {
            const tabs = await editor.page.locator('.tab', { hasText: 'other.wikiquery' }).allInnerTexts();
            return tabs.length === 2;
          });
          await result('Pages');
          assert.equal(await groupsOfEditors(), 2, 'nothing is split again');
          await editor.screenshot('editor-pinned');
        });

      if (name === 'contrast')
        it('results open in the panel area, one file at a time, until they are closed', async () => {
          const shows = async (file: string): Promise<void> => {
            await editor.panel(`body.area .heading .file:text-is("${file}")`);
          };
          await shows('groups.wikiquery');
          await editor.page.getByRole('tab', { name: 'Query Results', selected: true }).waitFor();
          assert.equal(await groupsOfEditors(), 1);
          const earlier = queriesOf('allpages');
          await run('other.wikiquery', 2);
          await shows('other.wikiquery');
          const pages = await result('Pages');
          await until('another run', async () => {
            if (queriesOf('allpages') > earlier + 1) return true;
            // The keybinding works only once the editor knows that the panel has the focus.
            await pages.locator('.grid .body .cell').first().click();
            await editor.press('Control+Enter');
            return false;
          });
          await editor.openCommand('wikijql: Show Other Results…');
          await editor.page
            .locator('.quick-input-list .monaco-list-row', { hasText: 'groups.wikiquery' })
            .click();
          await shows('groups.wikiquery');
          await result('Changes of users');
          await editor.screenshot('editor-area');
          await editor.command('wikijql: Close Results');
          await shows('other.wikiquery');
          await editor.command('wikijql: Close Results');
          await editor.panel('.blank:has-text("No results yet.")');
        });
    });
});
