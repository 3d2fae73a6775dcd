/** The tools for agents in the editor: they are there, ask before they ask a site, and can be turned off. */
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import tools from '../../server/catalogue/agents/tools.json' with { type: 'json' };
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
    await fixture.editor.callTool(`wikijql_${name}`, input, file);
    return () =>
      until(`the answer of ${name}`, async (): Promise<Called | undefined> => {
        const text = await readFile(path.join(fixture.folder, file), 'utf8').catch(() => '');
        return text === '' ? undefined : JSON.parse(text);
      });
  };
  const dialog = () => fixture.editor.page.locator('.monaco-dialog-box');

  it('are all there, and those that ask no site answer at once', async () => {
    const answered = await begin('check_query', { text: 'updated >= now("-1h")', language: 'jql' });
    const { tools: known, text = '', error } = await answered();
    assert.equal(error, undefined);
    for (const name of Object.keys(tools)) assert(known.includes(`wikijql_${name}`), name);
    assert.match(text, /corrected: "updated >= -1h"/);
    assert.equal(fixture.queries().length, 0);
  });

  it('read the file that is being edited', async () => {
    const answered = await begin('list_queries', { matching: 'pages.wikiquery' });
    const { text = '' } = await answered();
    assert.match(text, /"file":"pages\.wikiquery","name":"pages"/);
  });

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

  it('refuse a site that is not allowed without a question', async () => {
    const sent = fixture.queries().length;
    await mkdir(path.join(fixture.folder, '.vscode'), { recursive: true });
    await writeFile(
      path.join(fixture.folder, '.vscode/settings.json'),
      JSON.stringify({ 'wikijql.agents.sites': [] }),
    );
    const { text = '' } = await until('the settings', async () => {
      const answered = await begin('run_query', { file: 'pages.wikiquery', limit: 20_000 });
      const found = await answered();
      return found.text?.startsWith('Agents may not query') === true && found;
    });
    assert.match(text, /nothing was sent/);
    assert.equal(fixture.queries().length, sent);
  });

  it('do nothing once they are turned off', async () => {
    await fixture.editor.set('wikijql.agents.enabled', false);
    const sent = fixture.queries().length;
    await until('the setting', async () => {
      const answered = await begin('run_query', { file: 'pages.wikiquery' });
      const { text = '', error = '' } = await answered();
      return /turned off|not found|disabled|unknown/i.test(text + error);
    });
    assert.equal(fixture.queries().length, sent);
  });
});
