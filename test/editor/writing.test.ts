/** A query file as it is written: completed, explained, underlined, mended, in the real editor. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { EditorWindow } from '../support/editor.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
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
  /** What the open list shows, best first; empty = it is not open. */
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

  describe('completion', () => {
    it('offers ways to begin and whole queries in an empty file', async () => {
      const labels = await editor.completions();
      for (const label of ['list', 'prop', 'meta', 'generator', 'Members of a category', 'Recent changes'])
        assert.ok(labels.includes(label), label);
      await editor.screenshot('writing-empty');
    });

    it('opens by itself after list=, with each module explained', async () => {
      await write('list=');
      await offering('categorymembers');
      if (!(await editor.page.locator('.suggest-details').isVisible())) await editor.press('Control+Space');
      const details = editor.page.locator('.suggest-details');
      await until('the explanation', async () => (await details.textContent())?.includes('list='));
      await editor.screenshot('writing-list');
    });

    it('finds a module by parts of its name, and takes it', async () => {
      await write('list=catmem');
      assert.equal((await offering('categorymembers'))[0], 'categorymembers');
      await editor.press('Tab');
      await reads('list=categorymembers');
    });

    it('finds a module by what it does', async () => {
      await write('list=deleted');
      await offering('alldeletedrevisions');
      await write('deleted');
      await offering('list=alldeletedrevisions');
      await write('list=wanted');
      assert.ok((await offering('querypage')).includes('querypage'));
    });

    it('goes on from a name to its values', async () => {
      await write('list=categorymembers\ncmpr');
      await offering('cmprop');
      await editor.press('Tab');
      const values = ['ids', 'sortkey', 'sortkeyprefix', 'timestamp', 'title', 'type'];
      assert.deepEqual((await offering('ids')).toSorted(), values);
      await editor.screenshot('writing-values');
    });

    it('offers the next value after |, without those that are there', async () => {
      await write('list=categorymembers\ncmprop=ids|');
      const labels = await offering('title');
      assert.ok(!labels.includes('ids'));
      await editor.type('tit');
      await until('only title', async () => (await shown())[0] === 'title');
      await editor.press('Tab');
      await reads('list=categorymembers\ncmprop=ids|title');
    });

    it('finds a namespace by its name', async () => {
      await write('list=allpages\napnamespace=user t');
      await until('User talk', async () => (await shown())[0]?.startsWith('3 User talk'));
      await editor.press('Tab');
      await reads('list=allpages\napnamespace=3');
    });

    it('offers points in time, as the wiki takes them', async () => {
      await write('list=recentchanges\nrcend=week');
      await until('an offer', async () => (await shown()).length > 0);
      await editor.screenshot('writing-timestamps');
      await editor.press('Tab');
      await until('a timestamp', async () =>
        /^rcend=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/m.test(await editor.text()),
      );
    });

    it('writes a whole query with places to fill in', async () => {
      await write('members');
      assert.equal((await offering('Members of a category'))[0], 'Members of a category');
      await editor.press('Tab');
      await until('the query', async () => /list=categorymembers\ncmtitle=/.test(await editor.text()));
      await editor.press('Escape', 'Escape');
    });

    it('offers directives, sites and variables', async () => {
      await write('# @');
      assert.ok((await offering('# @limit')).includes('# @site'));
      await write('# @site ');
      await offering('sandbox');
      await write('@word = tree\n### Found\nlist=search\nsrsearch={{');
      await offering('word');
      await editor.press('Tab');
      await until('the variable', async () => /^srsearch=\{\{word\}\}$/m.test(await editor.text()));
    });
  });

  describe('problems', () => {
    it('are underlined while one types, explained, and gone once they are mended', async () => {
      await write('list=recentchanges\nrcprop=titel');
      await editor.press('Escape');
      await editor.waitForUnderlines('warning', 1);
      await editor.goTo(2, 10);
      await editor.hover(/titel/);
      await editor.screenshot('writing-problem');
      await editor.press('Escape', 'End', 'Backspace', 'Backspace');
      await editor.type('le');
      await editor.waitForUnderlines('warning', 0);
    });

    it('are errors where the wiki would refuse', async () => {
      await write('list=recentchanges\nrclimit=1o');
      await editor.waitForUnderlines('error', 1);
      await editor.press('Backspace');
      await editor.type('0');
      await editor.waitForUnderlines('error', 0);
    });

    it('are mended with Ctrl+.', async () => {
      await write('list=recentchanges\nrcprop=timestmap');
      await editor.press('Escape');
      await editor.waitForUnderlines('warning', 1);
      await editor.quickFixes(/timestamp/);
      await editor.screenshot('writing-quick-fix');
      await editor.press('Enter');
      await reads('list=recentchanges\nrcprop=timestamp');
      await editor.waitForUnderlines('warning', 0);
    });

    it('are mended all at once', async () => {
      await write('list=recentchanges\nrcprop=timestmap|titlle\nrcshow=boot');
      await editor.press('Escape');
      await editor.waitForUnderlines('warning', 3);
      await editor.screenshot('writing-fix-all');
      await editor.command('Fix All');
      await reads('list=recentchanges\nrcprop=timestamp|title\nrcshow=bot');
    });
  });

  it('puts a document into its form', async () => {
    await write('');
    await editor.page.keyboard.insertText('###   Pages\n  list = allpages\naplimit =5\n&apprefix=B');
    await editor.command('Format Document');
    await reads('### Pages\nlist=allpages\naplimit=5\napprefix=B');
  });

  it('takes a pasted URL apart', async () => {
    await write('');
    await editor.page.keyboard.insertText(
      'https://en.wikipedia.org/w/api.php?action=query&list=allpages&aplimit=5&apprefix=B%26B',
    );
    await editor.press('Home');
    await editor.editor.locator('[class*=codicon-gutter-lightbulb], .lightBulbWidget').first().waitFor();
    const fix = await editor.quickFixes(/lines/);
    await fix.click();
    await until('lines', async () => /^list=allpages\naplimit=5\napprefix=B&B$/m.test(await editor.text()));
  });

  describe('a file with variables', () => {
    before(async () => {
      await editor.execute('workbench.action.revertAndCloseActiveEditor');
      await editor.openFile('variables.wikiquery');
    });
    it('has lenses over each query', async () => {
      const lenses = editor.editor.locator('.codelens-decoration');
      await until('two lenses', async () => (await lenses.count()) === 2);
      for (const lens of await lenses.allTextContents())
        assert.match(lens, /Run.*Open in Sandbox.*Copy as URL/);
    });

    it('shows the name of a namespace after its number', async () => {
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

    it('goes from a use to where it is set', async () => {
      await editor.goTo(5, 12);
      await editor.press('F12');
      await until('the definition', async () =>
        (await editor.statusBar()).some(item => item.startsWith('Ln 1, ')),
      );
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

    it('folds', async () => {
      await editor.command('Fold All');
      await until('folded queries', async () => !/cmlimit|titles/.test(await editor.visibleText()));
      await editor.screenshot('writing-folded');
      await editor.command('Unfold All');
      await until('open queries', async () => /cmlimit/.test(await editor.visibleText()));
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
});
