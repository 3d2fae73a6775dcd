/** Queries in files of other languages, in the real editor; and quiet where there is nothing of the kind. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { type EditorWindow, openEditor } from '../support/editor.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { LeakRecorder } from '../support/editor/leak-recorder.ts';
import { packagedExtension } from '../support/editor/vsix.ts';
import { removeAtExit } from '../support/processes.ts';
import { until } from '../support/until.ts';

const bot = `pages = api.get({
    'action': 'query',
    "list": 'allpages',
    'aplimt': 5,
})
jira.search_issues(f'project = {key} AND status = Open')
`;
const [sent, kept] = ['sent-to-the-server', 'kept-in-the-editor'];
const withMarker = `# ${sent}\njql = 'priorty = High'\n`;
const withoutMarker = `# ${kept}\nx = 1\n`;

/** Everything that the logs of an editor say. */
async function logs(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const texts = await Promise.all(
    names
      .filter(name => name.endsWith('.log'))
      .map(name => readFile(path.join(folder, name), 'utf8').catch(() => '')),
  );
  return texts.join('\n');
}

describe('in a workspace with query files', () => {
  const recorder = new LeakRecorder();
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    fixture = await openEditorFixture({
      recorder,
      files: { 'bot.py': bot, 'marked.py': withMarker, 'plain.py': withoutMarker },
      settings: { 'wikijql.trace.server': 'verbose' },
    });
    editor = fixture.editor;
  });
  after(() => fixture.close());
  afterEach(async context => {
    await pictureOfFailure(context, editor);
    await editor.execute('workbench.action.revertAndCloseActiveEditor');
    await editor.closeEditors();
  });

  it('a problem is underlined, and fixed in the quoting of the file', async () => {
    await editor.openFile('bot.py');
    await editor.waitForUnderlines('warning', 1);
    await editor.screenshot('embedded');
    await editor.goTo(4, 8);
    const fix = await editor.quickFixes(/Change “aplimt” to “aplimit”/);
    await fix.click();
    await until('the fixed text', async () => (await editor.text()).includes("'aplimit': 5,"));
    await editor.waitForUnderlines('warning', 0);
  });

  it('hover explains, and completion completes', async () => {
    await editor.openFile('bot.py');
    await editor.goTo(3, 16);
    assert.match(await editor.hover(/pages/), /allpages|pages/);
    await editor.press('Escape');
    await editor.goTo(3, 22);
    await editor.type('|alluse');
    await until('a completion', async () => (await editor.completions()).includes('allusers'));
    await editor.complete('allusers');
    await until('the text', async () => (await editor.text()).includes(`"list": 'allpages|allusers',`));
  });

  it('a query runs where it is', async () => {
    await editor.openFile('bot.py');
    await editor.goTo(3, 16);
    await editor.command('wikijql: Run Query');
    await editor.panel('.badge');
    await until('the request', async () =>
      fixture.queries().some(parameters => parameters.get('list') === 'allpages'),
    );
  });

  it('a query is opened as a file, with variables for what the program computes', async () => {
    await editor.openFile('bot.py');
    await editor.goTo(6, 30);
    await editor.command('wikijql: Open as Query File');
    await until('the query', async () => {
      const text = await editor.text();
      return text.includes('@key =') && text.includes('project = {{key}} AND status = Open');
    });
  });

  it('a document without a marker is never sent', async () => {
    await editor.openFile('plain.py');
    await editor.openFile('marked.py');
    await editor.waitForUnderlines('warning', 1);
    const written = await until('the log of what was sent', async () => {
      const text = await logs(recorder.userData);
      return text.includes(sent) && text;
    });
    const messages = written.split('\n').filter(line => !line.includes('testDriver'));
    assert.equal(
      messages.some(line => line.includes(kept)),
      false,
    );
  });
});

describe('in a workspace without queries', () => {
  let editor: EditorWindow;
  const recorder = new LeakRecorder();
  before(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'other-workspace-'));
    removeAtExit(folder);
    await writeFile(path.join(folder, 'marked.py'), withMarker);
    editor = await openEditor({ folder, vsix: await packagedExtension(), recorder });
  });
  after(() => editor.close());
  afterEach(context => pictureOfFailure(context, editor));

  it('the extension is not activated by a Python file', async () => {
    await editor.openFile('marked.py');
    await editor.execute('workbench.action.showRuntimeExtensions');
    const list = editor.page.locator('.runtime-extensions-editor');
    await list.waitFor();
    const rows = list.locator('.monaco-list-row');
    // The driver of this test is an extension that is active.
    await rows.first().waitFor();
    const names = await rows.allTextContents();
    assert.notEqual(names.length, 0);
    assert.deepEqual(
      names.filter(name => name.toLowerCase().includes('wikijql')),
      [],
    );
  });
});
