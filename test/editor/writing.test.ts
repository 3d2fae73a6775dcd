/** A query file as it is written: completed, explained, underlined, mended, in the real editor. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { EditorWindow } from '../support/editor.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { pageAbout } from '../support/editor/panels.ts';
import { until } from '../support/until.ts';

const variables = `@cat = Category:Plants

### Its members
list=categorymembers
cmtitle={{cat}}
cmlimit=50
cmnamespace=14

### What is known of it
prop=categoryinfo
titles={{cat}}
`;

describe('writing a query', () => {
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    fixture = await openEditorFixture({
      files: { 'new.wikiquery': '', 'variables.wikiquery': variables },
      settings: { 'workbench.colorTheme': 'Default Dark Modern' },
    });
    editor = fixture.editor;
    await editor.openFile('new.wikiquery');
    // The language server is there.
    await editor.completions();
  });
  after(() => fixture.close());
  afterEach(context => pictureOfFailure(context, editor));

  const list = () => editor.page.locator('.suggest-widget.visible');
  /** The labels of the open completion list, best first; empty = it is closed. */
  const shown = (): Promise<string[]> => list().locator('.monaco-list-row .label-name').allTextContents();
  /** Waits for a list that opened by itself and shows a label, and answers all that it shows. */
  const offering = (label: string): Promise<string[]> =>
    until(`the offer ${label}`, async () => {
      const labels = await shown();
      return labels.includes(label) && labels;
    });
  /** Types the last line of a new text: in those above it, a list that opens late would take the end of the line. */
  const write = async (text: string): Promise<void> => {
    const last = text.lastIndexOf('\n') + 1;
    await editor.press('Escape');
    await editor.replaceText(text.slice(0, last));
    await editor.type(text.slice(last));
  };
  const reads = (expected: string): Promise<unknown> =>
    until(`the text ${JSON.stringify(expected)}`, async () => (await editor.text()) === expected).catch(
      async () => assert.equal(await editor.text(), expected),
    );

  it('completes from an empty file to the last value by keyboard alone', async () => {
    const labels = await editor.completions();
    for (const label of ['list', 'prop', 'meta', 'generator', 'Members of a category', 'Recent changes'])
      assert.ok(labels.includes(label), label);
    await editor.screenshot('writing-empty');
    await editor.press('Escape');
    await editor.type('list=');
    await offering('categorymembers');
    const details = editor.page.locator('.suggest-details');
    // The window remembers whether details are shown, and shows them late: the key would hide them then.
    await until('the explanation', async () => {
      if (!(await details.isVisible())) await editor.press('Control+Space');
      const content = await details.textContent({ timeout: 5000 }).catch(() => null);
      return content?.includes('list=');
    });
    await editor.screenshot('writing-list');
    await editor.type('catmem');
    await until('the module', async () => (await shown())[0] === 'categorymembers');
    await editor.press('Tab');
    await reads('list=categorymembers');
    await editor.press('Enter');
    await editor.type('cmpr');
    await offering('cmprop');
    await editor.press('Tab');
    const values = ['ids', 'sortkey', 'sortkeyprefix', 'timestamp', 'title', 'type'];
    assert.deepEqual((await offering('ids')).toSorted(), values);
    await editor.screenshot('writing-values');
    await editor.type('ids|');
    await until('the other values', async () => {
      const left = await shown();
      return left.includes('title') && !left.includes('ids');
    });
    await editor.type('tit');
    await until('only title', async () => (await shown())[0] === 'title');
    await editor.press('Tab');
    await reads('list=categorymembers\ncmprop=ids|title');
  });

  it('takes Enter after a whole word for a new line', async () => {
    await write('list=recentchanges');
    await offering('recentchanges');
    await editor.press('Enter');
    await editor.type('rcl');
    await offering('rclimit');
    await reads('list=recentchanges\nrcl');
  });

  it('writes no example for a value that only the user knows, and offers it instead', async () => {
    await write('categorym');
    await until('the module with its parameter', async () => (await shown())[0] === 'list=categorymembers');
    await editor.press('Tab');
    await offering('Category:Physics');
    await editor.screenshot('writing-example');
    await reads('list=categorymembers\ncmtitle=');
  });

  it('underlines a problem while one types, explains it, and mends it with Ctrl+.', async () => {
    await write('list=recentchanges\nrcprop=timestmap');
    await editor.press('Escape');
    await editor.waitForUnderlines('warning', 1);
    await editor.goTo(2, 10);
    await editor.hover(/timestmap/);
    await editor.screenshot('writing-problem');
    await editor.press('Escape');
    await editor.quickFixes(/timestamp/);
    await editor.screenshot('writing-quick-fix');
    await editor.press('Enter');
    await reads('list=recentchanges\nrcprop=timestamp');
    await editor.waitForUnderlines('warning', 0);
  });

  it('takes a pasted URL apart, by the light bulb', async () => {
    await write('');
    await editor.page.keyboard.insertText(
      'https://en.wikipedia.org/w/api.php?action=query&list=allpages&aplimit=5&apprefix=B%26B',
    );
    await editor.press('Home');
    // The window shows one of the two, by the space beside the text.
    const bulb = editor.editor
      .locator('[class*=codicon-gutter-lightbulb], .lightBulbWidget')
      .filter({ visible: true })
      .first();
    const fix = editor.page.locator('.action-widget .monaco-list-row', { hasText: /lines/ }).first();
    await until('the fix of the light bulb', async () => {
      // It moves when the actions are asked for again.
      if (
        !(await bulb.click({ timeout: 5000 }).then(
          () => true,
          () => false,
        ))
      )
        return false;
      return fix.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      );
    });
    await fix.click();
    await until('lines', async () => /^list=allpages\naplimit=5\napprefix=B&B$/m.test(await editor.text()));
  });

  describe('a file with variables', () => {
    before(async () => {
      await editor.execute('workbench.action.revertAndCloseActiveEditor');
      await editor.openFile('variables.wikiquery');
    });
    it('has lenses over each query, and the name of a namespace after its number', async () => {
      const lenses = editor.editor.locator('.codelens-decoration');
      await until('two lenses', async () => (await lenses.count()) === 2);
      for (const lens of await lenses.allTextContents()) assert.match(lens, /Run.*…/);
      await until('a hint', async () => /^cmnamespace=14\s*Category$/m.test(await editor.visibleText()));
      await editor.screenshot('writing-variables');
    });

    it('colours names of parameters, modules, texts and numbers differently', async () => {
      const colours = await until('colours', async () => {
        const found: Record<string, string> = await editor.editor
          .locator('.view-line span span')
          .evaluateAll(spans =>
            Object.fromEntries(
              spans.map(span => [
                span.textContent,
                span.ownerDocument.defaultView?.getComputedStyle(span).color ?? '',
              ]),
            ),
          );
        return found['categorymembers'] !== undefined && found;
      });
      await editor.screenshot('writing-colours');
      const kinds = ['cmlimit', 'categorymembers', '50', 'Category:Plants'].map(name => colours[name]);
      assert.equal(new Set(kinds).size, kinds.length, JSON.stringify(colours));
    });

    it('has an outline', async () => {
      await editor.press('Control+Shift+o');
      const rows = editor.page.locator('.quick-input-list .monaco-list-row .label-name');
      await until('the symbols', async () => {
        const names = new Set((await rows.allTextContents()).map(name => name.trim()));
        return ['@cat', 'Its members', 'What is known of it', 'titles'].every(name => names.has(name));
      });
      await editor.screenshot('writing-outline');
      await editor.press('Escape');
    });

    it('renames a variable everywhere', async () => {
      await editor.goTo(5, 12);
      await editor.press('F2');
      const input = editor.page.locator('.rename-box input');
      await input.waitFor();
      await input.fill('category');
      await editor.press('Enter');
      await reads(variables.replaceAll('{{cat}}', '{{category}}').replace('@cat', '@category'));
    });
  });

  // The last one, as a preview takes the focus.
  it('opens the page about a problem by a click on its code', async () => {
    await write('list=recentchanges\nrcprop=timestmap');
    await editor.press('Escape');
    await editor.waitForUnderlines('warning', 1);
    await editor.goTo(2, 10);
    await editor.hover(/timestmap/);
    await editor.page.locator('.monaco-hover .code-link', { hasText: 'unrecognizedvalues' }).first().click();
    const page = await pageAbout(editor, 'unrecognizedvalues');
    assert.match((await page.textContent('body')) ?? '', /# @ignore unrecognizedvalues: /);
    await editor.screenshot('writing-problem-page');
    await editor.execute('workbench.action.closeActiveEditor');
  });
});
