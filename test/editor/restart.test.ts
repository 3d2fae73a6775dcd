/** A language server that stops during a run, in the real editor. `inhost/restart` has all else that a server may do. */
import { after, afterEach, before, describe, it } from 'node:test';
import { startSandboxWiki } from '../sandbox/wiki.ts';
import type { EditorWindow } from '../support/editor.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { serverPid } from '../support/editor/language-server.ts';
import { type PausableProxy, startPausableProxy } from '../support/pausable-proxy.ts';
import { until } from '../support/until.ts';

const files = {
  'slow.wikiquery':
    '# @site slow\n# @limit 10000\n### Readings\nlist=recentchanges\nrcshow=bot\nrclimit=max\n',
};

describe('a language server', () => {
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
  afterEach(context => pictureOfFailure(context, editor));

  it('that is killed leaves the rows of a run, which is incomplete', async () => {
    await editor.openFile('slow.wikiquery');
    proxy.closeBefore(3);
    await editor.runQuery();
    const panel = await editor.panel('.body .row');
    await until('the third request', async () => proxy.came() >= 3);
    // Two answers of 500 rows, and the titles.
    const whole = panel.locator('.grid[aria-rowcount="1001"]');
    await whole.waitFor();
    const pid = await serverPid();
    process.kill(pid, 'SIGKILL');
    await panel.locator('.status .badge', { hasText: 'Incomplete' }).waitFor();
    await whole.waitFor();
    await panel.locator('.notice', { hasText: 'The language server stopped' }).waitFor();
    await editor.screenshot('restart-run');
    proxy.open();
    await serverPid(pid);
  });
});
