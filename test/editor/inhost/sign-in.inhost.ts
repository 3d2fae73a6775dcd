/** How signing in ends at a tracker: refused, answered by nothing, challenged. The window shows once how each looks. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { startSandboxTracker } from '../../sandbox/tracker.ts';
import { startHostProxy } from '../../support/host-proxy.ts';
import { freePort } from '../../support/processes.ts';
import type { HostTests } from './runner.ts';
import { basics, Clerk, ended, password, runAt, withTrackers } from './trackers.ts';

const lost = /The sign-in of ada to “town” .* was sent, but there was no clear response/;
const refused = /failed for bruno: wrong user name or password/;
const challenge = /requires bruno to solve a CAPTCHA/;

/** The messages of the notices of a run at the site. */
const noticesOf = async (site: string): Promise<string> =>
  (await runAt(site)).notices.map(({ message }) => message).join('\n');

/** Begins to sign in, and loses the answer. */
const loseAnswer = async (clerk: Clerk): Promise<void> => {
  const town = clerk.at('town');
  town.fail({ kind: 'drop' }, { sent: 'basic' });
  const done = clerk.begin('signIn', 'town');
  await clerk.enter(password('ada', town.account('ada').password));
  const { labels } = await clerk.leave(lost);
  assert.deepEqual(labels, ['Send Again', 'Enter Credentials Again']);
  assert.equal(await done, false);
};

/** Tries to sign in with a password that the tracker does not take. */
const tryWrong = async (clerk: Clerk, secret: string, message: RegExp): Promise<void> => {
  const done = clerk.begin('signIn', 'town');
  await clerk.enter(password('bruno', secret));
  await clerk.leave(message);
  assert.equal(await done, false);
};

const cloudId = '11223344-a1b2-3b33-c444-def123456789';

const configuration = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('wikijql');

/** Does something while a tracker is a site of Atlassian's Cloud, in the user's own settings. */
const withCloud = async (test: (clerk: Clerk) => Promise<void>): Promise<void> => {
  const gateway = await startSandboxTracker({ flavour: 'cloud', contextPath: `/ex/jira/${cloudId}` });
  const port = await freePort();
  const site = createServer((_, response) => response.end(JSON.stringify({ cloudId }))).listen(
    port,
    '127.0.0.1',
  );
  const proxy = await startHostProxy({
    'town.atlassian.net': `http://127.0.0.1:${port}`,
    'api.atlassian.com': new URL(gateway.url).origin,
  });
  const folder = await mkdtemp(join(tmpdir(), 'cloud-'));
  const authority = join(folder, 'authority.crt');
  await writeFile(authority, proxy.authority);
  const settings = {
    'http.certificateAuthorities': [authority],
    'http.proxy': proxy.url,
    sites: { town: { kind: 'tracker', url: 'https://town.atlassian.net' } },
  };
  try {
    for (const [key, value] of Object.entries(settings))
      await configuration().update(key, value, vscode.ConfigurationTarget.Global);
    using clerk = new Clerk(new Map([['town', gateway]]));
    await test(clerk);
  } finally {
    for (const key of Object.keys(settings))
      await configuration().update(key, undefined, vscode.ConfigurationTarget.Global);
    await proxy.stop();
    site.close();
    await gateway.stop();
    await rm(folder, { recursive: true });
  }
};

export const signInTests: HostTests = {
  'a session is ended at the tracker by signing out, and runs are anonymous again': withTrackers(
    ['town'],
    async clerk => {
      const town = clerk.at('town');
      await clerk.signIn('town', 'ada');
      await runAt('town');
      assert.deepEqual([basics(town), town.requests.at(-1)?.account], [1, 'ada']);
      await clerk.begin('signOut', 'town');
      await clerk.leave(/Signed out of “town”/);
      const { path, status } = town.requests.findLast(({ method }) => method === 'DELETE') ?? {};
      assert.deepEqual([path, status, ended(town)], ['/rest/auth/1/session', 204, ['ada']]);
      await runAt('town');
      assert.deepEqual([basics(town), town.requests.at(-1)?.sent], [1, []]);
    },
  ),

  'a wrong password is sent once, and not again by runs': withTrackers(['town'], async clerk => {
    await tryWrong(clerk, 'wrong one', refused);
    assert.equal(clerk.at('town').account('bruno').counts.basicFailed, 1);
    assert.match(await noticesOf('town'), refused);
    assert.equal(clerk.at('town').account('bruno').counts.basic, 1);
  }),

  'an account that has to log in by the browser gets the page of the tracker, and is asked for credentials again':
    withTrackers(['town'], async clerk => {
      const town = clerk.at('town');
      for (const wrong of ['wrong one', 'wrong two', 'wrong three'])
        await tryWrong(clerk, wrong, /wrong user name or password|requires bruno to solve a CAPTCHA/);
      await tryWrong(clerk, 'lock gate three', challenge);
      const { basic } = town.account('bruno').counts;
      assert.match(await noticesOf('town'), challenge);
      assert.equal(town.account('bruno').counts.basic, basic);
      const done = clerk.begin('signIn', 'town');
      await clerk.enter(password('bruno', 'lock gate three'));
      await clerk.choose(challenge, 'Sign In with Browser');
      await clerk.asked(/After signing in with the browser, enter your credentials again/);
      assert.deepEqual(clerk.opened, [`${town.url}/login.jsp`]);
      town.unlock('bruno');
      const before = town.account('bruno').counts.basic;
      await clerk.choose(/After signing in with the browser/, 'Enter Credentials Again');
      // The kind of credentials stays.
      await clerk.type(/1 of 2/, 'bruno');
      await clerk.type(/2 of 2/, 'lock gate three');
      await clerk.leave(/Signed in to “town” as bruno/);
      assert.equal(await done, true);
      assert.equal(town.account('bruno').counts.basic, before + 1);
    }),

  'a token with scopes goes to Atlassian’s gateway, and the site stays where its pages are': () =>
    withCloud(async clerk => {
      const done = clerk.begin('signIn', 'town');
      const account = clerk.at('town').account('ada');
      await clerk.choose(/How do you sign in at/, 'Email address and API token with scopes');
      const gateway = `https://api.atlassian.com/ex/jira/${cloudId}`;
      assert.match((await clerk.type(/1 of 2/, account.person.email)).text, new RegExp(gateway));
      assert.match((await clerk.type(/2 of 2/, account.token)).text, new RegExp(gateway));
      await clerk.leave(/Signed in to “town”/);
      assert.equal(await done, true);
      const { rows, notices } = await runAt('town');
      assert.deepEqual([rows, notices], [5, []]);
      const { town } = vscode.workspace.getConfiguration('wikijql').get<Record<string, unknown>>('sites', {});
      assert.deepEqual(town, { kind: 'tracker', url: gateway, pages: 'https://town.atlassian.net' });
    }),

  'a login without an answer is not repeated by runs': withTrackers(['town'], async clerk => {
    const town = clerk.at('town');
    await loseAnswer(clerk);
    assert.match(await noticesOf('town'), lost);
    assert.deepEqual([basics(town), town.requests.length], [1, 1]);
  }),

  'a login without an answer is repeated by Sign In and by switching only after another question':
    withTrackers(['town'], async clerk => {
      const town = clerk.at('town');
      await loseAnswer(clerk);
      const again = clerk.begin('signIn', 'town');
      assert.ok((await clerk.leave(lost)).isModal);
      assert.equal(await again, false);
      const switching = clerk.begin('switchAccount', 'town');
      await clerk.choose(/Choose the account to use/, 'ada');
      assert.ok((await clerk.leave(lost)).isModal);
      assert.equal(await switching, false);
      assert.equal(basics(town), 1);
      const sent = clerk.begin('signIn', 'town');
      await clerk.choose(lost, 'Send Again');
      await clerk.leave(/Signed in to “town” as ada/);
      assert.equal(await sent, true);
      assert.equal((await runAt('town')).rows, 5);
      assert.deepEqual([basics(town), town.requests.at(-1)?.account], [2, 'ada']);
    }),

  'a login without an answer leaves the way to other credentials open': withTrackers(
    ['town'],
    async clerk => {
      const town = clerk.at('town');
      await clerk.signIn('town', 'ada');
      await runAt('town');
      town.endSessions();
      town.fail({ kind: 'drop' }, { sent: 'basic' });
      assert.match(await noticesOf('town'), lost);
      const done = clerk.begin('signIn', 'town');
      await clerk.choose(lost, 'Enter Credentials Again');
      await clerk.enter(password('ada', town.account('ada').password));
      await clerk.leave(/Signed in to “town” as ada/);
      assert.equal(await done, true);
      assert.equal(basics(town), 3);
    },
  ),
};
