/** Copying a query as code and pasting one from another program, in the real editor. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { EditorWindow } from '../support/editor.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { choose, message, prompted } from '../support/editor/prompts.ts';
import { until } from '../support/until.ts';

const files = {
  'pages.wikiquery': 'list=allpages\naplimit=20\n',
  'empty.wikiquery': '',
  'second.wikiquery': '',
  'empty.jql': '',
};

describe('queries of other programs in the editor', () => {
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    fixture = await openEditorFixture({
      files,
      settings: {
        'wikijql.sites': {
          sandbox: { kind: 'wiki', url: 'https://wiki.example.org/w/api.php' },
          bugs: { kind: 'tracker', url: 'https://bugs.example.org' },
        },
        'wikijql.contact': 'ada@example.org',
      },
    });
    editor = fixture.editor;
  });
  after(() => fixture.close());
  afterEach(context => pictureOfFailure(context, editor));

  const clipboard = (): Promise<string> => editor.page.evaluate('navigator.clipboard.readText()');
  const copied = (text: string) =>
    editor.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  const reads = (text: string) => until(JSON.stringify(text), async () => (await editor.text()) === text);
  const paste = async (): Promise<void> => {
    await editor.focusEditor();
    await editor.press('Control+v');
  };

  it('copies the query at the cursor in the form that is chosen', async () => {
    await editor.openFile('pages.wikiquery');
    await editor.openCommand('wikijql: Copy Query As…');
    await prompted(editor, /Copy the query as/);
    await editor.screenshot('copy-as');
    await choose(editor, /Copy the query as/, 'Python: requests');
    const code = await until('the code', async () => {
      const text = await clipboard();
      return text.includes('import requests') && text;
    });
    assert.match(code, /API = 'https:\/\/wiki\.example\.org\/w\/api\.php'/);
    assert.match(code, /\(ada@example\.org\)/);
    assert.match(code, /LIMITS = \{'allpages': 20\}/);
  });

  it('pastes copied code into an empty file as the query', async () => {
    await editor.openFile('empty.wikiquery');
    await paste();
    await reads('list=allpages\naplimit=20\n');
    await editor.press('Control+z');
    await reads('');
  });

  it('pastes an address of the sandbox page, and says what was left out', async () => {
    await copied(
      'https://wiki.example.org/w/index.php?title=Special:ApiSandbox#action=query&titles=A%7CB&token=s3cret',
    );
    await paste();
    await reads('titles=A|B\n');
    await message(editor, /Not pasted, because they may be secrets: token/);
  });

  it('leaves other text, and text in a file with a query, as it is', async () => {
    await editor.press('Control+End');
    await copied('https://wiki.example.org/w/api.php?action=query&meta=siteinfo');
    await paste();
    await reads('titles=A|B\nhttps://wiki.example.org/w/api.php?action=query&meta=siteinfo');
    await editor.openFile('second.wikiquery');
    await copied('just words');
    await paste();
    await reads('just words');
  });

  it('says why a text is no query, and leaves the file as it is', async () => {
    await editor.openFile('empty.jql');
    await copied('https://bugs.example.org/issues/?filter=-1');
    await editor.openCommand('wikijql: Paste As Query');
    await message(editor, /a built-in filter of the tracker/);
    await reads('');
  });
});
