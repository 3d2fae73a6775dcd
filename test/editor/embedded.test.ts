/** Queries in files of other languages, in the real editor: underlined, mended by keys, run and shown. */
import { after, afterEach, before, describe, it } from 'node:test';
import type { EditorWindow } from '../support/editor.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { until } from '../support/until.ts';

const bot = `pages = api.get({
    'action': 'query',
    "list": 'allpages',
    'aplimt': 5,
})
`;

describe('queries in files of other languages', () => {
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    fixture = await openEditorFixture({ files: { 'bot.py': bot, 'pages.wikiquery': 'list=allpages\n' } });
    editor = fixture.editor;
    await editor.openFile('bot.py');
  });
  after(() => fixture.close());
  afterEach(context => pictureOfFailure(context, editor));

  it('a problem is underlined, and fixed in the quoting of the file by Ctrl+.', async () => {
    await editor.waitForUnderlines('warning', 1);
    await editor.screenshot('embedded');
    await editor.goTo(4, 8);
    const fix = await editor.quickFixes(/Change “aplimt” to “aplimit”/);
    await fix.click();
    await until('the fixed text', async () => (await editor.text()).includes("'aplimit': 5,"));
    await editor.waitForUnderlines('warning', 0);
  });

  it('a query runs where it is, into a panel beside the file', async () => {
    await editor.goTo(3, 16);
    await editor.command('wikijql: Run Query');
    await editor.panel('.badge');
    await until('the request', async () =>
      fixture.queries().some(parameters => parameters.get('list') === 'allpages'),
    );
    await editor.execute('workbench.action.files.revert');
  });
});
