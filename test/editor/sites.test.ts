/** Sites in the real editor: none, added, switched, unknown, and one that does not answer. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { type BadServer, reply, silence, startBadServer } from '../support/bad-server.ts';
import type { EditorWindow } from '../support/editor.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { message } from '../support/editor/prompts.ts';
import { until } from '../support/until.ts';

const query = 'list=allpages\naplimit=10\n';
const at = (site: string): string => `# @site ${site}\n# @limit 10\n${query}`;

describe('sites', () => {
  let fixture: EditorFixture;
  let editor: EditorWindow;
  const servers: Record<string, BadServer> = {};
  before(async () => {
    servers['hanging'] = await startBadServer([silence]);
    servers['refusing'] = await startBadServer([
      reply(404, { 'content-type': 'text/html' }, '<title>No</title>'),
    ]);
    const names = ['hanging', 'nowhere'];
    fixture = await openEditorFixture({
      files: {
        'plain.wikiquery': query,
        'pasted.wikiquery': `# http://127.0.0.1:1/w/api.php\n# @site far.example\n${query}`,
        ...Object.fromEntries(names.map(name => [`${name}.wikiquery`, at(name)])),
      },
      settings: { 'wikijql.sites': {}, 'wikijql.defaultSite': '' },
    });
    editor = fixture.editor;
  });
  after(async () => {
    await fixture.close();
    for (const server of Object.values(servers)) await server.stop();
  });
  afterEach(async context => {
    await pictureOfFailure(context, editor);
    await editor.press('Control+1');
    await editor.execute('workbench.action.revertAndCloseActiveEditor');
    await editor.closeEditors();
    await editor.execute('notifications.clearAll');
  });

  const answer = async (text: string): Promise<void> => {
    const input = editor.page.locator('.quick-input-widget input').first();
    await input.waitFor();
    await input.fill(text);
    await editor.press('Enter');
  };
  /** The text of the language status item, which is shown on hover. */
  const statusItem = async (): Promise<string> => {
    await editor.page.locator('.statusbar-item[id="status.editor.mode"]').hover();
    await editor.page.locator('[id="status.languageStatus"]').hover();
    const hover = editor.page.locator('.hover-language-status');
    await hover.first().waitFor();
    return (await hover.allTextContents()).join('\n');
  };

  it('without any, a run says so and leads to adding one', async () => {
    await editor.openFile('plain.wikiquery');
    await editor.runQuery();
    const shown = await message(editor, /has no site\./);
    await shown.locator('.monaco-button', { hasText: 'Run at Wikipedia' }).waitFor();
    await editor.screenshot('sites-none');
    assert.equal(await shown.locator('.monaco-button', { hasText: 'Choose Site…' }).count(), 0);
    await shown.locator('.monaco-button', { hasText: 'Add Site…' }).click();
    await editor.page.locator('.quick-input-title', { hasText: 'Add a site' }).waitFor();
    await editor.screenshot('sites-add');
    const address = editor.page.locator('.quick-input-widget input').first();
    const told = (says: string): Promise<void> =>
      editor.page.locator('.quick-input-message', { hasText: says }).waitFor();
    await editor.press('Enter');
    await told('Paste that of a page, or type a language such as “de”');
    await address.fill('http://127.0.0.1/wiki/');
    await told('Press Enter to look for a wiki or an issue tracker at http://127.0.0.1/wiki/');
    await address.fill('Wikipedia in German');
    await told('A wiki: https://de.wikipedia.org/w/api.php');
    await address.fill('https://issues.example.org/jira/browse/ABC-1');
    await told('An issue tracker: https://issues.example.org/jira');
    await editor.screenshot('sites-add-address');
    await answer(servers['refusing']?.url.replace('/api.php', '/Main') ?? '');
    await told('No wiki and no issue tracker answers');
    await editor.screenshot('sites-add-nothing');
    await answer(new URL('/', fixture.wiki.url).href);
    await editor.page.locator('.quick-input-title', { hasText: `name of ${fixture.wiki.url}` }).waitFor();
    await told('Found: MediaWiki');
    await editor.screenshot('sites-add-found');
    await answer('town');
    // The run that had no site follows.
    const panel = await editor.panel('.badge');
    assert.equal(await panel.locator('.site').innerText(), 'town');
  });

  it('of the kind of the query are asked for, also while its results have the focus', async () => {
    await editor.openFile('plain.wikiquery');
    await editor.runQuery();
    const panel = await editor.panel('.status .badge');
    await panel.locator('.body .row').first().click();
    await editor.openCommand('wikijql: Add Wiki or Jira Site…');
    const address = editor.page.locator('.quick-input-widget input').first();
    await address.fill('acme');
    await editor.page
      .locator('.quick-input-message', { hasText: 'A company in Jira Cloud: https://acme.atlassian.net' })
      .waitFor();
    await editor.press('Escape');
  });

  it('are named in the language status, and switched there, beside entries that are no sites', async () => {
    await mkdir(path.join(fixture.folder, '.vscode'), { recursive: true });
    const url = Object.fromEntries(Object.entries(servers).map(([name, server]) => [name, server.url]));
    const wikis = Object.entries(url).map(([name, address]) => [name, { kind: 'wiki', url: address }]);
    const settings = {
      'wikijql.sites': {
        ...Object.fromEntries(wikis),
        other: { url: fixture.wiki.url },
        'without address': { kind: 'wiki' },
        empty: null,
      },
    };
    await writeFile(path.join(fixture.folder, '.vscode/settings.json'), JSON.stringify(settings));
    await editor.openFile('plain.wikiquery');
    await until('the site', async () => /town/.test(await statusItem()));
    await editor.screenshot('sites-status');
    await editor.focusEditor();
    const other = editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'other' }).first();
    // The window notices later that the file with its settings has changed.
    await until('the other site', async () => {
      await editor.openCommand('wikijql: Switch Wiki or Jira Site');
      const isOffered = await other.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      );
      if (!isOffered) await editor.press('Escape');
      return isOffered;
    });
    await other.click();
    await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'In this file' }).click();
    await until('the directive', async () => /^# @site other$/m.test(await editor.text()));
    await until('the site', async () => /other/.test(await statusItem()));
    await editor.execute('workbench.action.files.saveAll');
  });

  it('of a pasted query are added at the address above their name', async () => {
    await editor.openFile('pasted.wikiquery');
    await editor.runQuery();
    const shown = await message(editor, /Unknown site “far\.example”/);
    await shown.locator('.monaco-button', { hasText: 'Add Site…' }).click();
    const box = editor.page.locator('.quick-input-widget input').first();
    await until('the address', async () => (await box.inputValue()) === 'http://127.0.0.1:1/w/api.php');
    await editor.press('Enter');
    await editor.page.locator('.quick-input-message', { hasText: 'press Enter again to add it' }).waitFor();
    await editor.press('Enter');
    await editor.page.locator('.quick-input-title', { hasText: 'Add a site (2 of 2)' }).waitFor();
    await until('the name', async () => (await box.inputValue()) === 'far.example');
    await editor.press('Escape');
  });

  it('that are not configured are underlined, and a run there says so', async () => {
    await editor.openFile('nowhere.wikiquery');
    await editor.waitForUnderlines('warning', 1);
    await editor.runQuery();
    await message(editor, /Unknown site “nowhere”/);
    await editor.screenshot('sites-unknown');
  });
});
