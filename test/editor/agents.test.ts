/** The tools for agents in the editor: they ask the user before they ask a site. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { type EditorFixture, openEditorFixture, pictureOfFailure } from '../support/editor/editor-fixture.ts';
import { until } from '../support/until.ts';

interface Called {
  readonly tools: readonly string[];
  readonly text?: string;
  readonly error?: string;
}

describe('the tools for agents', () => {
  let fixture: EditorFixture;
  let calls = 0;
  before(async () => {
    fixture = await openEditorFixture({
      files: { 'pages.wikiquery': '### Pages\n# @name pages\naction=query\nlist=allpages\naplimit=3\n' },
      settings: { 'wikijql.agents.sites': ['sandbox'] },
    });
    await fixture.editor.openFile('pages.wikiquery');
  });
  after(() => fixture.close());
  afterEach(context => pictureOfFailure(context, fixture.editor));

  const begin = async (name: string, input: object): Promise<() => Promise<Called>> => {
    const file = `answer-${++calls}.json`;
    await fixture.editor.callTool(name.startsWith('mcp_') ? name : `wikijql_${name}`, input, file);
    return () =>
      until(`the answer of ${name}`, async (): Promise<Called | undefined> => {
        const text = await readFile(path.join(fixture.folder, file), 'utf8').catch(() => '');
        return text === '' ? undefined : JSON.parse(text);
      });
  };
  const dialog = () => fixture.editor.page.locator('.monaco-dialog-box');

  it('say which site gets which query, as whom, before it is sent', async () => {
    const answered = await begin('run_query', { file: 'pages.wikiquery' });
    await dialog().waitFor();
    const shown = await dialog().innerText();
    await fixture.editor.screenshot('agents-confirmation');
    assert.match(shown, /Allow the agent to query “sandbox”\?/);
    assert.match(shown, /127\.0\.0\.1/);
    assert.match(shown, /Account: none/);
    assert.match(shown, /list=allpages/);
    assert.equal(fixture.queries().length, 0);
    await dialog().getByRole('button', { name: 'Yes' }).click();
    const { text = '', error } = await answered();
    assert.equal(error, undefined);
    assert.match(text, /^3 rows fetched, but the site has more/);
    assert.equal(fixture.queries().length, 1);
  });

  it('answer SQL about the rows without another question', async () => {
    const answered = await begin('query_results', { sql: 'SELECT count(*) AS n FROM r1' });
    const { text = '' } = await answered();
    assert.match(text, /\n\[3\]\n/);
  });

  it('send nothing where the user refuses', async () => {
    const sent = fixture.queries().length;
    const answered = await begin('run_query', { file: 'pages.wikiquery' });
    await dialog().waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    const { error } = await answered();
    assert.notEqual(error, undefined);
    assert.equal(fixture.queries().length, sent);
  });

  it('reach an agent outside of the extension host by a process that the editor starts, which asks as well', async () => {
    await fixture.editor.execute('workbench.mcp.startServer', '*');
    const name = await until('the tools of the server', async () => {
      const { tools } = await (await begin('check_query', { text: 'x', language: 'jql' }))();
      return tools.find(tool => /^mcp_.*run_query$/.test(tool));
    });
    const sent = fixture.queries().length;
    const declined = await begin(name, { file: 'pages.wikiquery' });
    await dialog().waitFor();
    assert.match(await dialog().innerText(), /Allow the agent to query “sandbox”\?[^]*list=allpages/);
    await fixture.editor.screenshot('agents-server-confirmation');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    assert.match((await declined()).text ?? '', /The user does not allow this request; nothing was sent/);
    assert.equal(fixture.queries().length, sent);
    const allowed = await begin(name, { file: 'pages.wikiquery' });
    await dialog().getByRole('button', { name: 'Allow' }).click();
    // The editor gives the model the structured answer, without the text.
    assert.match((await allowed()).text ?? '', /^\{"summary":"3 rows fetched, but the site has more/);
    assert.equal(fixture.queries().length, sent + 1);
  });
});
