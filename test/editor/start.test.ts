/** `npm start` where there is no desktop editor: from the command to the first sample on the screen, and its end. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { launchChromium, windowFlags } from '../support/editor/chromium.ts';
import { EditorWindow } from '../support/editor/window.ts';
import { inRoot, root } from '../support/paths.ts';
import { start } from '../support/processes.ts';
import { until } from '../support/until.ts';

describe('npm start', () => {
  const command = start(process.execPath, [inRoot('test/start.ts'), '--browser'], {
    cwd: root,
    env: { ...process.env, CI: 'true' },
  });
  after(() => command.stop());
  let address: string;

  it('prints the address of an editor', async () => {
    address = await until(
      'the address',
      async () => {
        assert.equal(command.ended(), undefined, command.log());
        return /http:\S+folder=\S+/.exec(command.log())?.[0];
      },
      120_000,
    );
  });

  it('shows the first sample there', async () => {
    const browser = await launchChromium(windowFlags());
    try {
      const editor = new EditorWindow(await browser.newPage(), () => browser.close());
      await editor.page.goto(address);
      await editor.ready();
      await editor.editor.locator('.view-line').first().waitFor();
      assert.match(await editor.activeTab(), /\.wikiquery$/);
      assert.match(await editor.visibleText(), /^(list|prop|meta|generator)=/m);
      await editor.screenshot('start');
    } finally {
      await browser.close();
    }
  });

  it('ends with Ctrl-C, without an error', async () => {
    command.process.kill('SIGINT');
    assert.equal(await until('its end', async () => command.ended()), 'exit code 0');
    await assert.rejects(fetch(address));
  });
});
