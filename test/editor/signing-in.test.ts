/** Signing in to a wiki in the real editor: by a bot password and by the main account, until the sign-out. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { sandboxAccounts } from '../sandbox/wiki.ts';
import type { EditorWindow } from '../support/editor.ts';
import { noticeButton, noticeOf, resultOf } from '../support/editor/panels.ts';
import { answer, choose, message, prompted } from '../support/editor/prompts.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { clearMessages, signIn, signOut } from '../support/editor/signing.ts';
import { fetchJson } from '../support/fetch-json.ts';
import { until } from '../support/until.ts';

const [ada] = sandboxAccounts;
const title = 'What I watch';
const watched = `### ${title}\nlist=watchlist\nwllimit=5\n`;

interface UserInfo {
  readonly query: { readonly userinfo: { readonly name: string; readonly anon?: true } };
}

describe('signing in to a wiki', () => {
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    fixture = await openEditorFixture({ files: { 'watched.wikiquery': watched } });
    editor = fixture.editor;
    await editor.openFile('watched.wikiquery');
  });
  after(() => fixture.close());
  afterEach(context => pictureOfFailure(context, editor));

  const sent = (action: string): number =>
    fixture.queries().filter(query => query.get('action') === action).length;
  const run = async (): Promise<void> => {
    const known = fixture.wiki.requests.length;
    await editor.press('Control+1');
    await editor.runQuery();
    await until('the request', async () => fixture.wiki.requests.length > known);
  };
  /** Whom the wiki takes the sender of the latest query for, asked with the same cookies. */
  const whoAsked = async (): Promise<string> => {
    const cookie = String(fixture.wiki.requests.at(-1)?.headers['cookie']);
    const url = `${fixture.wiki.url}?action=query&meta=userinfo&format=json&formatversion=2`;
    const { query } = await fetchJson<UserInfo>(url, { headers: { cookie } });
    return query.userinfo.anon ? '' : query.userinfo.name;
  };

  it('is offered where a query needs it', async () => {
    await run();
    await noticeOf(editor, /The wiki says: Sign in first/);
    await editor.screenshot('signing-in-needed');
    await (await noticeButton(editor, /requires a right for this query/, 'Sign In')).click();
    await prompted(editor, /How do you sign in at/);
    await editor.screenshot('signing-in-kinds');
  });

  it('takes a bot password by prompts that name the wiki and check the name', async () => {
    await choose(editor, /How do you sign in at/, 'Bot password');
    const name = await answer(editor, /User name for/, 'Ada');
    await prompted(editor, /Expected “User@BotName”/);
    await editor.screenshot('signing-in-bot-name');
    await answer(editor, /\(1 of 2\)/, ada.bot);
    const secret = await answer(editor, /\(2 of 2\)/, ada.botPassword);
    const { origin } = new URL(fixture.wiki.url);
    for (const { text } of [name, secret]) assert.ok(text.includes(origin), text);
    assert.deepEqual([name.hidden, secret.hidden], [false, true]);
    await message(editor, /Signed in to “sandbox” as Ada@editor/);
  });

  it('runs the query that needed it', async () => {
    await until('an asserted query', async () => fixture.queries().at(-1)?.get('list') === 'watchlist');
    const panel = await resultOf(editor, title);
    await panel.locator('.body .row').first().waitFor();
    await editor.screenshot('signing-in-watchlist');
    const last = fixture.queries().findLast(query => query.has('list'));
    assert.deepEqual([last?.get('assert'), last?.get('assertuser')], ['user', 'Ada']);
    assert.equal(sent('login'), 1);
    await clearMessages(editor);
  });

  it('ends at the wiki by signing out', async () => {
    const known = fixture.wiki.requests.length;
    const cookie = fixture.wiki.requests.at(-1)?.headers['cookie'];
    await signOut(editor, 'sandbox');
    await message(editor, /Signed out of “sandbox”/);
    const logout = fixture.wiki.requests
      .slice(known)
      .find(each => each.parameters.get('action') === 'logout');
    assert.equal(logout?.headers['cookie'], cookie);
    const url = `${fixture.wiki.url}?action=query&meta=userinfo&format=json&formatversion=2`;
    const { query } = await fetchJson<UserInfo>(url, { headers: { cookie: String(cookie) } });
    assert.equal(query.userinfo.anon, true);
    await clearMessages(editor);
    await run();
    await noticeOf(editor, /sign in/i);
    assert.equal(sent('login'), 1);
  });

  it('takes the main account too, and says where its password is wrong', async () => {
    await signIn(editor, 'sandbox', ['Main account', ada.user, 'difference engine']);
    const toast = await message(editor, /failed for Ada: wrong user name or password/);
    await editor.screenshot('signing-in-wrong');
    await toast.locator('.monaco-button', { hasText: 'Enter Credentials Again' }).click();
    await answer(editor, /\(1 of 2\)/, ada.user);
    await answer(editor, /\(2 of 2\)/, ada.password);
    await message(editor, /Signed in to “sandbox” as Ada\./);
    await clearMessages(editor);
    await run();
    await (await resultOf(editor, title)).locator('.body .row').first().waitFor();
    assert.deepEqual([sent('clientlogin'), sent('login'), await whoAsked()], [2, 1, 'Ada']);
  });
});
