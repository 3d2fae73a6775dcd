/** A result and its issues in the real editor: side by side, from row to row, and the focus back on the table. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Frame } from 'playwright-core';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import type { EditorWindow } from '../support/editor.ts';
import { type EditorFixture, openEditorFixture, pictureOfFailure } from '../support/editor/editor-fixture.ts';
import { issueOf, resultOf } from '../support/editor/panels.ts';
import { until } from '../support/until.ts';

/** Whether the table of a result has the focus. */
const isOnTable = (panel: Frame): Promise<boolean> =>
  panel.evaluate<boolean>(`document.hasFocus() && document.activeElement?.matches('.grid') === true`);
const lands = (panel: Frame): Promise<unknown> => until('the focus on the table', () => isOnTable(panel));
/** The left edge of a panel in the window. */
const leftOf = async (panel: Frame): Promise<number> =>
  (await (await panel.frameElement()).boundingBox())?.x ?? assert.fail();
const keyOf = async (panel: Frame): Promise<string> =>
  panel.locator('.row.current .cell .link').first().innerText();

describe('a result and its issues', () => {
  let tracker: SandboxTracker;
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    tracker = await startSandboxTracker();
    fixture = await openEditorFixture({
      files: { 'lamps.jql': '### Lamps\n# @limit 5\nproject = LAMP ORDER BY key\n' },
      settings: {
        'wikijql.sites': { town: { kind: 'tracker', url: tracker.url } },
        'wikijql.defaultSite': 'town',
      },
    });
    editor = fixture.editor;
    await editor.openFile('lamps.jql');
  });
  after(async () => {
    await fixture.close();
    await tracker.stop();
  });
  afterEach(context => pictureOfFailure(context, editor));

  it('has the focus on its table by Ctrl+2, and its search by Ctrl+F', async () => {
    await editor.runQuery();
    const panel = await resultOf(editor, 'Lamps');
    await panel.locator('.body .row').first().waitFor();
    await editor.press('Control+2');
    await lands(panel);
    await editor.press('Control+f');
    await until('the focus on the search', () =>
      panel.evaluate<boolean>(`document.activeElement?.matches('[type=search]') === true`),
    );
    await editor.press('Control+1');
    await editor.press('Control+2');
    await editor.press('Tab');
  });

  it('stays in sight beside its issue, which goes from row to row and returns to the table', async () => {
    const panel = await resultOf(editor, 'Lamps');
    await panel.locator('.grid').focus();
    await editor.press('Control+Home');
    await editor.press('ArrowDown');
    const first = await keyOf(panel);
    await editor.press('Enter');
    const issue = await issueOf(editor, first);
    assert.ok(await panel.locator('.grid').isVisible(), 'the table is in sight');
    await editor.screenshot('issue-below-its-list');
    await issue.getByRole('button', { name: 'Next Row' }).click();
    await until('the next row', async () => (await keyOf(panel)) !== first);
    const second = await keyOf(panel);
    await issueOf(editor, second);
    await editor.press('Alt+ArrowDown');
    await until('the row after it', async () => (await keyOf(panel)) !== second);
    await issueOf(editor, await keyOf(panel));
    await editor.press('Control+w');
    await lands(panel);
  });

  it('opens its issue below it also by a click while the file has the focus', async () => {
    const panel = await resultOf(editor, 'Lamps');
    await editor.press('Control+1');
    await until('the focus outside', async () => !(await panel.evaluate<boolean>('document.hasFocus()')));
    const link = panel.locator('.body .row .cell .link').first();
    const key = await link.innerText();
    await link.click();
    const issue = await issueOf(editor, key);
    const [list, below] = [await leftOf(panel), await leftOf(issue)];
    assert.ok(Math.abs(list - below) < 5, `the issue is at ${below}, the list at ${list}`);
    await editor.press('Control+w');
    await until('the issue is closed', async () => issue.isDetached());
    await lands(panel);
  });

  it('keeps its height in a low window, as its issue covers the file', async () => {
    await editor.page.setViewportSize({ width: 720, height: 450 });
    const panel = await resultOf(editor, 'Lamps');
    await until('a low panel', () => panel.evaluate<boolean>('innerHeight < 400'));
    const { height } = (await panel.locator('.grid').boundingBox()) ?? assert.fail();
    await panel.locator('.grid').focus();
    await editor.press('Enter');
    await issueOf(editor, await keyOf(panel));
    await editor.screenshot('issue-over-the-file');
    assert.equal((await panel.locator('.grid').boundingBox())?.height, height);
    await editor.press('Control+w');
    await lands(panel);
    assert.equal(await editor.page.locator('.tab[data-resource-name="lamps.jql"]').count(), 1);
  });
});
