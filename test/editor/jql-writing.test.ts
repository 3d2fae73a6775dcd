/** A `.jql` file as it is written: completed, explained, underlined, mended and formatted, in the real editor. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { EditorWindow } from '../support/editor.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { until } from '../support/until.ts';

describe('writing JQL', () => {
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    fixture = await openEditorFixture({
      files: { 'new.jql': '' },
      settings: { 'workbench.colorTheme': 'Default Dark Modern' },
    });
    editor = fixture.editor;
    await editor.openFile('new.jql');
    // The language server is there.
    await editor.completions();
  });
  after(() => fixture.close());
  afterEach(context => pictureOfFailure(context, editor));

  const write = async (text: string): Promise<void> => {
    await editor.press('Escape');
    await editor.replaceText('');
    await editor.type(text);
  };
  /** Writes a text at once, so that nothing is offered or closed on the way. */
  const insert = async (text: string): Promise<void> => {
    await editor.press('Escape');
    await editor.replaceText(text);
  };
  const offers = (label: string): Promise<unknown> =>
    until(`the offer ${label}`, async () => (await editor.completions()).includes(label));

  it('offers fields from their first letter on, without a key for it', async () => {
    await write('assi');
    const rows = editor.page.locator('.suggest-widget.visible .monaco-list-row .label-name');
    await until('the offer assignee', async () => (await rows.allTextContents()).includes('assignee'));
  });

  it('offers fields by any part of their names, and takes one with the quotes it needs', async () => {
    await write('name');
    await offers('Epic Name');
    await editor.screenshot('jql-fields');
    await editor.complete('Epic Name');
    await until('quotes', async () => (await editor.text()).startsWith('"Epic Name"'));
  });

  it('goes on after a keyword, with a blank and what can follow it', async () => {
    await write('status = Open an');
    await offers('AND');
    await editor.press('Tab');
    await offers('assignee');
    await editor.screenshot('jql-after-keyword');
    await until('a blank', async () => (await editor.text()).startsWith('status = Open AND '));
  });

  it('offers functions, whose arguments are explained as they are typed', async () => {
    await write('assignee in members');
    await offers('membersOf()');
    await editor.screenshot('jql-functions');
    await editor.press('Escape');
    await insert('assignee in ');
    await editor.type('membersOf(');
    const hints = editor.page.locator('.parameter-hints-widget.visible');
    await hints.waitFor();
    assert.match((await hints.textContent()) ?? '', /membersOf/);
    await editor.screenshot('jql-signature');
  });

  it('explains a field, underlines what the tracker would refuse, and mends it with Ctrl+.', async () => {
    await insert('summary = lamp');
    await editor.waitForUnderlines('error', 1);
    await editor.screenshot('jql-underlined');
    await editor.goTo(1, 3);
    assert.match(await editor.hover(/summary/i), /summary/i);
    await editor.screenshot('jql-hover');
    await editor.press('Escape');
    await editor.goTo(1, 10);
    const fix = await editor.quickFixes(/~/);
    await editor.screenshot('jql-quick-fix');
    await fix.click();
    await until('the mended text', async () => (await editor.text()).startsWith('summary ~ '));
    await editor.waitForUnderlines('error', 0);
  });
});
