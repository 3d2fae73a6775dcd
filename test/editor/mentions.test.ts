/** From a wiki's answer to the issues that its texts mention, and to its pages, in the real editor. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Frame } from 'playwright-core';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import type { EditorWindow } from '../support/editor.ts';
import { type EditorFixture, openEditorFixture, pictureOfFailure } from '../support/editor/editor-fixture.ts';
import { issueOf, resultOf } from '../support/editor/panels.ts';
import { message } from '../support/editor/prompts.ts';
import { clearMessages, password, signIn } from '../support/editor/signing.ts';
import { until } from '../support/until.ts';

const changes = [
  { title: 'Lamps', comment: 'Replaced the old ones, see LAMP-1 and [[Street lighting]]' },
  { title: 'Encoding', comment: 'UTF-8 and ISO-8601 in place of SHA-256, before COVID-19' },
  { title: 'Elsewhere', comment: 'NOWHERE-5 is no project of the tracker; CANAL-2 is' },
];
const query = '### Changes\nlist=recentchanges\nrcprop=title|comment\n';

const mentions = (panel: Frame): Promise<string[]> => panel.locator('.cell .mention').allInnerTexts();

describe('mentions', () => {
  let tracker: SandboxTracker;
  let fixture: EditorFixture;
  let editor: EditorWindow;
  const wiki = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ batchcomplete: true, query: { recentchanges: changes } }));
  });
  before(async () => {
    tracker = await startSandboxTracker();
    await new Promise<void>(resolve => wiki.listen(0, '127.0.0.1', resolve));
    const address = wiki.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    fixture = await openEditorFixture({
      files: {
        'changes.wikiquery': `# @site notes\n${query}`,
        'week.md': `# Week\n\n\`\`\`wikiquery\n# @site notes\n${query}\`\`\`\n`,
      },
      settings: {
        'wikijql.sites': {
          notes: { kind: 'wiki', url: `http://127.0.0.1:${String(port)}/w/api.php` },
          town: { kind: 'tracker', url: tracker.url },
        },
        'wikijql.language': { siteCatalogues: true },
      },
    });
    editor = fixture.editor;
  });
  after(async () => {
    await fixture.close();
    await tracker.stop();
    wiki.close();
    wiki.closeAllConnections();
  });
  afterEach(context => pictureOfFailure(context, editor));

  const run = async (): Promise<Frame> => {
    await editor.openFile('changes.wikiquery');
    await editor.goTo(2);
    await editor.runQuery();
    return resultOf(editor, 'Changes');
  };
  it('needs to know the projects of a tracker, and asks none without a session', async () => {
    const panel = await run();
    await until('the title of a page', async () => (await mentions(panel)).includes('[[Street lighting]]'));
    assert.deepEqual(await mentions(panel), ['[[Street lighting]]']);
    assert.equal(tracker.requests.filter(({ path }) => path.endsWith('/project')).length, 0);
  });

  it('opens the issue that a comment mentions, and no text that only looks like a key', async () => {
    await signIn(editor, 'town', password('ada', 'analytical engine'));
    await message(editor, /Signed in to “town” as ada/);
    await clearMessages(editor);
    const panel = await run();
    await until('the keys', async () => (await mentions(panel)).length === 3);
    assert.deepEqual(await mentions(panel), ['LAMP-1', '[[Street lighting]]', 'CANAL-2']);
    await panel.locator('.mention', { hasText: 'LAMP-1' }).click();
    await issueOf(editor, 'LAMP-1');
    await editor.screenshot('mentions');
    assert.equal(tracker.requests.filter(({ path }) => path.endsWith('/project')).length, 1);
  });

  it('opens the page that a comment mentions at the wiki itself', async () => {
    const panel = await run();
    const page = editor.page.context().waitForEvent('page');
    await panel.locator('.mention', { hasText: 'Street lighting' }).click();
    const opened = await page;
    assert.match(opened.url(), /\/w\/index\.php\?title=Street_lighting$/);
    await opened.close();
    await editor.page.bringToFront();
  });

  it('is the same below the cells of a notebook', async () => {
    await editor.closeEditors();
    await editor.openWith('week.md', 'wikijql.runbook');
    await editor.execute('notebook.execute');
    const frame = await editor.panel('.wikijql-results .cell .mention');
    await until('the keys', async () => (await mentions(frame)).length === 3);
    await editor.screenshot('mentions-notebook');
    await frame.locator('.mention', { hasText: 'CANAL-2' }).click();
    await issueOf(editor, 'CANAL-2');
  });
});
