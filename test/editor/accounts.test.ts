/** Several accounts at a site and several sites in the real editor. What follows from each choice is in `inhost/accounts`. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import type { EditorWindow } from '../support/editor.ts';
import { noticeButton, resultOf } from '../support/editor/panels.ts';
import { choose, message, prompted } from '../support/editor/prompts.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import {
  clearMessages,
  enter,
  password,
  signIn,
  signOut,
  switchAccount,
  openAccount,
} from '../support/editor/signing.ts';
import { until } from '../support/until.ts';

const query = (site: string): string => `### At the ${site}\n# @site ${site}\nproject = LAMP\n# @limit 5\n`;
type Name = 'town' | 'harbour';

describe('accounts', () => {
  const trackers = new Map<Name, SandboxTracker>();
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    for (const name of ['town', 'harbour'] as const) trackers.set(name, await startSandboxTracker());
    const sites = [...trackers].map(([name, { url }]) => [name, { kind: 'tracker', url }] as const);
    fixture = await openEditorFixture({
      files: { 'town.jql': query('town'), 'harbour.jql': query('harbour') },
      settings: { 'wikijql.sites': Object.fromEntries(sites), 'wikijql.defaultSite': 'town' },
    });
    editor = fixture.editor;
  });
  after(async () => {
    await fixture.close();
    for (const tracker of trackers.values()) await tracker.stop();
  });
  afterEach(async context => {
    await pictureOfFailure(context, editor);
    await clearMessages(editor);
  });

  const at = (name: Name): SandboxTracker => {
    const tracker = trackers.get(name);
    assert.ok(tracker);
    return tracker;
  };
  const give = (name: Name, user: string) => password(user, at(name).account(user).password);
  const sent = (name: Name, kind: 'basic' | 'cookie'): number =>
    at(name).requests.filter(request => request.sent.includes(kind)).length;
  /** Runs the query of a site, and answers as whom it was asked. */
  const runAs = async (name: Name): Promise<string | undefined> => {
    const known = at(name).requests.length;
    await editor.press('Control+1');
    await editor.openFile(`${name}.jql`);
    await editor.runQuery();
    await until('a search', async () =>
      at(name)
        .requests.slice(known)
        .some(({ path }) => path.endsWith('/search')),
    );
    await resultOf(editor, `At the ${name}`);
    return at(name).requests.at(-1)?.account;
  };
  const ended = (name: Name): (string | undefined)[] =>
    at(name)
      .requests.filter(({ method }) => method === 'DELETE')
      .map(({ account }) => account);
  const statusItem = async (): Promise<string> => {
    await editor.page.locator('.statusbar-item[id="status.editor.mode"]').hover();
    await editor.page.locator('[id="status.languageStatus"]').hover();
    const hover = editor.page.locator('.hover-language-status');
    await hover.first().waitFor();
    return (await hover.allTextContents()).join('\n');
  };

  it('of two sites are signed in to side by side', async () => {
    await signIn(editor, 'town', give('town', 'ada'));
    await message(editor, /Signed in to “town” as ada/);
    await signIn(editor, 'harbour', give('harbour', 'chiara'));
    await message(editor, /Signed in to “harbour” as chiara/);
    assert.deepEqual([await runAs('town'), await runAs('harbour')], ['ada', 'chiara']);
    assert.deepEqual([sent('town', 'basic'), sent('harbour', 'basic')], [1, 1]);
    await until('the status', async () => /Signed in as chiara/.test(await statusItem()));
    await editor.screenshot('accounts-two-sites');
    await editor.focusEditor();
  });

  it('of one site are two, after another one is entered', async () => {
    assert.deepEqual(await switchAccount(editor, 'town'), ['ada', 'Another account…', 'Sign out…']);
    await editor.screenshot('accounts-switch');
    await choose(editor, /Choose the account to use/, 'Another account…');
    await enter(editor, give('town', 'bruno'));
    await message(editor, /Signed in to “town” as bruno/);
    assert.deepEqual([await runAs('town'), await runAs('harbour')], ['bruno', 'chiara']);
    assert.deepEqual([sent('town', 'basic'), sent('harbour', 'basic')], [2, 1]);
  });

  it('are offered to be switched by Sign In, and by a panel that one of them may not see', async () => {
    await openAccount(editor, 'town');
    await editor.screenshot('accounts-switch-of-two');
    await choose(editor, /Signed in to “town” as bruno\. Choose the account to use/, 'ada');
    await message(editor, /Signed in to “town” as ada/);
    await clearMessages(editor);
    at('town').fail({ kind: 'forbidden' }, { path: /search/ });
    await runAs('town');
    const other = await noticeButton(editor, /denied ada permission/, 'Switch Account');
    await editor.screenshot('accounts-no-permission');
    await other.click();
    await choose(editor, /Choose the account to use/, 'bruno');
    await until('a search as bruno', async () => at('town').requests.at(-1)?.account === 'bruno');
    assert.equal(sent('town', 'basic'), 2);
  });

  it('are signed out, one of them or all', async () => {
    await signOut(editor, 'town');
    await prompted(editor, /Choose the account to sign out/);
    await editor.screenshot('accounts-sign-out');
    await choose(editor, /Choose the account to sign out/, 'All accounts');
    await message(editor, /Signed ada out of “town”\. Signed out of “town”/);
    await editor.screenshot('accounts-all-signed-out');
    assert.deepEqual(ended('town'), ['ada', 'bruno']);
  });
});
