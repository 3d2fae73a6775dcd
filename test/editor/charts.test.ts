/** A chart in the real editor: `@view chart` draws it in the panel, under the editor's own rules for panels. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { EditorWindow } from '../support/editor.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { resultOf } from '../support/editor/panels.ts';
import { until } from '../support/until.ts';

describe('a chart of a query', () => {
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    fixture = await openEditorFixture({ isEmpty: false });
    editor = fixture.editor;
  });
  after(() => fixture.close());
  afterEach(context => pictureOfFailure(context, editor));

  it('is drawn at first, and the table is one button away', async () => {
    await editor.openFile('14-charts.wikiquery');
    await editor.goTo(6);
    await editor.runQuery();
    const panel = await resultOf(editor, 'Changes by user');
    const canvas = panel.locator('.chart-canvas');
    await canvas.locator('svg text').first().waitFor();
    assert.match((await canvas.getAttribute('aria-label')) ?? '', /^Stacked bars: count for each user\. /);
    await editor.screenshot('charts-stacked');
    await panel.getByRole('button', { name: 'Chart', exact: true }).click();
    await panel.locator('.grid .body .row').first().waitFor();
    assert.equal(await canvas.isVisible(), false);
  });

  it('over time is drawn for each day', async () => {
    await editor.openFile('14-charts.wikiquery');
    await editor.goTo(14);
    await editor.runQuery();
    const panel = await resultOf(editor, 'Changes by day');
    const canvas = panel.locator('.chart-canvas');
    await until('the line', async () =>
      ((await canvas.getAttribute('aria-label')) ?? '').startsWith('Line: count for each timestamp (day). '),
    );
    await canvas.locator('svg text').first().waitFor();
    await editor.screenshot('charts-line');
  });
});
