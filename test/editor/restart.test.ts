/** A language server that stops or hangs, in the real editor: it is started again, and a file that ends it is set aside. */
import { after, afterEach, before, describe, it } from 'node:test';
import { startSandboxWiki } from '../sandbox/wiki.ts';
import type { EditorWindow } from '../support/editor.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { serverPid } from '../support/editor/language-server.ts';
import { message } from '../support/editor/prompts.ts';
import { clearMessages } from '../support/editor/signing.ts';
import { type PausableProxy, startPausableProxy } from '../support/pausable-proxy.ts';
import { until } from '../support/until.ts';

const files = {
  'wrong.wikiquery': 'list=allpage\n',
  'other.wikiquery': 'list=allpage\n',
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
    await editor.openFile('wrong.wikiquery');
    await editor.waitForUnderlines('warning', 1);
  });
  after(async () => {
    await proxy.stop();
    await fixture.close();
  });
  afterEach(context => pictureOfFailure(context, editor));

  /** The server answers again, in another process than before. */
  const comesBack = async (earlier: number): Promise<number> => {
    const pid = await serverPid(earlier);
    await editor.focusEditor();
    await editor.hover(/list/);
    return pid;
  };
  /** The server hangs while it is asked about the file in front. */
  const hang = async (): Promise<number> => {
    const pid = await serverPid();
    process.kill(pid, 'SIGSTOP');
    await editor.press('Escape', 'Control+k', 'Control+i');
    return pid;
  };
  const restart = async (): Promise<void> => {
    const earlier = await serverPid();
    await clearMessages(editor);
    await editor.command('wikijql: Restart Language Server');
    await comesBack(earlier);
  };

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

  it('that hangs is ended and started again', async () => {
    await editor.openFile('wrong.wikiquery');
    await editor.waitForUnderlines('warning', 1);
    await restart();
    const pid = await hang();
    await message(editor, /did not respond for 10 seconds/);
    await comesBack(pid);
    await editor.waitForUnderlines('warning', 1);
  });

  it('that hangs a second time in the same text is not given that file until it changes', async () => {
    await clearMessages(editor);
    const pid = await hang();
    await message(editor, /stopped twice while working on “wrong\.wikiquery”/);
    await editor.screenshot('restart-set-aside');
    await serverPid(pid);
    await editor.waitForUnderlines('warning', 0);
    await editor.openFile('other.wikiquery');
    await editor.waitForUnderlines('warning', 1);
    await editor.openFile('wrong.wikiquery');
    await editor.waitForUnderlines('warning', 0);
    await editor.press('Control+End');
    await editor.type('# changed');
    await editor.waitForUnderlines('warning', 1);
  });

  it('that stops five times is not started again until the user asks for it', async () => {
    await editor.openFile('other.wikiquery');
    await restart();
    let pid = await serverPid();
    for (let end = 1; end < 5; end++) {
      process.kill(pid, 'SIGKILL');
      pid = await serverPid(pid);
    }
    process.kill(pid, 'SIGKILL');
    const toast = await message(editor, /stopped 5 times within 3 minutes/);
    await editor.screenshot('restart-given-up');
    await toast.getByRole('button', { name: 'Restart', exact: true }).click();
    await comesBack(pid);
  });
});
