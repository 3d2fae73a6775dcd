/** The bare editor, without the extension: does the harness that the other tests use work? */
import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type EditorWindow, openEditor } from '../support/editor.ts';

describe('the bare editor', () => {
  let folder: string;
  let editor: EditorWindow;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sample-workspace-'));
    await writeFile(path.join(folder, 'notes.txt'), 'one\ntwo\nthree\n');
    await writeFile(path.join(folder, 'page.md'), '# A heading\n');
    await writeFile(path.join(folder, 'style.css'), 'a { colr: red; }\n');
    editor = await openEditor({ folder });
  });
  after(async () => {
    await editor.close();
    await rm(folder, { recursive: true });
  });

  it('opens a file and goes to a place in it', async () => {
    await editor.openFile('notes.txt');
    await editor.goTo(2, 4);
    await editor.type('! new');
    assert.equal(await editor.visibleText(), 'one\ntwo! new\nthree\n');
  });

  it('runs a command by its title', async () => {
    await editor.command('Transform to Uppercase');
    assert.equal(await editor.visibleText(), 'one\ntwo! NEW\nthree\n');
  });

  it('proposes completions and takes one', async () => {
    await editor.openFile('style.css');
    await editor.goTo(1, 16);
    await editor.type(' outline-wid');
    assert.deepEqual(await editor.completions(), ['outline-width']);
    await editor.complete('outline-width');
    assert.match(await editor.visibleText(), /outline-width: ;\}/);
  });

  it('sees what is underlined', async () => {
    await editor.waitForUnderlines('warning', 1);
    await editor.waitForUnderlines('error', 1);
  });

  it('shows a hover', async () => {
    await editor.goTo(1, 6);
    assert.match(await editor.hover(), /Unknown property: 'colr'/);
  });

  it('looks into a panel', async () => {
    await editor.openFile('page.md');
    await editor.command('Markdown: Open Preview to the Side');
    const panel = await editor.panel('h1');
    assert.equal(await panel.locator('h1').textContent(), 'A heading');
  });

  it('takes a picture', async () => {
    const file = await editor.screenshot('bare-editor');
    assert.ok((await stat(file)).size > 10_000);
  });
});
