/** Values that are asked for, and rows of one query as values of another, in the real editor. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Frame } from 'playwright-core';
import { startSandboxWiki } from '../sandbox/wiki.ts';
import type { EditorWindow } from '../support/editor.ts';
import { type EditorFixture, openEditorFixture, pictureOfFailure } from '../support/editor/editor-fixture.ts';
import { resultOf } from '../support/editor/panels.ts';
import { prompted } from '../support/editor/prompts.ts';
import { type PausableProxy, startPausableProxy } from '../support/pausable-proxy.ts';
import { until } from '../support/until.ts';

const files = {
  'asked.wikiquery': '### One page\n# @prompt page: title "Which page?"\nprop=info\ntitles={{page}}\n',
  'default.wikiquery':
    '### By default\n# @prompt page: title "Which page?" = Main Page\nprop=info\ntitles={{page}}\n',
  'namespace.wikiquery':
    '### A namespace\n# @prompt ns: namespace\n# @limit 5\nlist=allpages\napnamespace={{ns}}\n',
  'chain.wikiquery': [
    '# @site slow',
    '### Info',
    '# @all',
    'prop=info',
    'titles={{members.title}}',
    '### Members',
    '# @name members',
    '# @limit 120',
    'list=allpages',
    'aplimit=40',
    '',
  ].join('\n'),
};

const status = (panel: Frame): Promise<string> => panel.locator('.status').innerText();

describe('values and chains', () => {
  let proxy: PausableProxy;
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    const wiki = await startSandboxWiki();
    proxy = await startPausableProxy(wiki.url);
    fixture = await openEditorFixture({ files, wiki, sites: { slow: proxy.url } });
    editor = fixture.editor;
  });
  after(async () => {
    await proxy.stop();
    await fixture.close();
  });
  afterEach(async context => {
    await pictureOfFailure(context, editor);
    proxy.open();
    await editor.closeEditors();
  });

  const sent = (parameter: string): readonly (string | null)[] =>
    fixture
      .queries()
      .filter(query => query.get('prop') === 'info' || query.get('list') === 'allpages')
      .map(query => query.get(parameter));
  const offered = (label: string) =>
    editor.page.locator('.quick-input-list .monaco-list-row', { hasText: label }).first();

  it('a value is picked of what the wiki has for what is typed, and offered again', async () => {
    await editor.openFile('asked.wikiquery');
    await editor.runQuery();
    const { input } = await prompted(editor, /Which page\?/);
    await input.fill('mai');
    await offered('Main Page').waitFor();
    await editor.screenshot('prompt-values');
    await offered('Main Page').click();
    await resultOf(editor, 'One page');
    assert.deepEqual(sent('titles'), ['Main Page']);
    await editor.focusEditor();
    await editor.runQuery();
    await prompted(editor, /Which page\?/);
    await offered('last answer').waitFor();
    await editor.screenshot('prompt-last-answer');
    await editor.press('Escape');
  });

  it('a default is named as one, and is what Enter sends', async () => {
    await editor.openFile('default.wikiquery');
    await editor.runQuery();
    await prompted(editor, /Which page\?/);
    await offered('default').waitFor();
    const rows = editor.page.locator('.quick-input-list .monaco-list-row');
    assert.match((await rows.first().textContent()) ?? '', /Main Page.*default/);
    await editor.press('Enter');
    await resultOf(editor, 'By default');
    assert.equal(sent('titles').at(-1), 'Main Page');
  });

  it('a prompt that is cancelled sends nothing and leaves the result as it is', async () => {
    await editor.openFile('asked.wikiquery');
    const earlier = sent('titles').length;
    await editor.runQuery();
    await prompted(editor, /Which page\?/);
    await editor.press('Escape');
    await editor.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await editor.screenshot('prompt-cancelled');
    assert.equal(sent('titles').length, earlier);
  });

  it('a namespace is picked by its name', async () => {
    await editor.openFile('namespace.wikiquery');
    await editor.runQuery();
    const { input } = await prompted(editor, /ns/);
    await offered('Template').waitFor();
    await editor.screenshot('prompt-namespaces');
    await input.fill('Category talk');
    await offered('Category talk').click();
    await resultOf(editor, 'A namespace');
    assert.equal(sent('apnamespace').at(-1), '15');
  });

  it('a chain shows which query runs first and how many requests follow, is cancelled, and goes on', async () => {
    await editor.openFile('chain.wikiquery');
    proxy.closeBefore(3);
    await editor.runQuery();
    const panel = await editor.panel('.status .part');
    await until('the first query', async () => /First “members”: 80 rows so far/.test(await status(panel)));
    await editor.screenshot('chain-first-query');
    await panel.getByRole('button', { name: 'Cancel' }).click();
    const proceed = panel.getByRole('button', { name: 'Continue' });
    await proceed.waitFor();
    await editor.screenshot('chain-cancelled');
    proxy.open();
    proxy.closeBefore(3);
    await proceed.click();
    await until('the requests', async () =>
      /50 rows so far · \d requests? of at least \d/.test(await status(panel)),
    );
    await editor.screenshot('chain-requests');
    proxy.open();
    await panel.locator('.badge.complete').waitFor();
    assert.match(await status(panel), /120 rows/);
    assert.equal(await panel.getByRole('columnheader', { name: 'from members.pageid' }).count(), 1);
    await editor.screenshot('chain-result');
  });
});
