import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type SecretParams,
  type SessionChange,
  type SessionState,
  credentialsKey,
  sessionChangedNotification,
} from '#shared/protocol/sites/login.ts';
import type { RunResult } from '#shared/protocol/run.ts';
import type { Settings } from '#shared/protocol/settings.ts';
import { assertNoSecret, filesBelow } from '../support/secrets/search.ts';
import { newFolder } from '../login/window.ts';
import { accounts } from '../sandbox/api/sessions.ts';
import { startSandboxTracker } from '../sandbox/tracker.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { sandboxSites } from '../support/sandbox-sites.ts';
import { settingsOf } from '../support/settings.ts';
import { until } from '../support/until.ts';

const [ada] = accounts;
const sandbox = sandboxSites();

const settings = (): Settings => {
  const both = settingsOf({ wiki: sandbox.wiki.url });
  return { ...both, sites: { ...both.sites, work: { kind: 'tracker', url: sandbox.tracker.url } } };
};

const isSecretRequest = (params: unknown): params is SecretParams =>
  typeof params === 'object' && params !== null && 'operation' in params && 'key' in params;

/** An editor with a secret storage of its own. */
async function editor(
  secrets: Map<string, string>,
  storage: string,
  trusted = true,
  trackers: Readonly<Record<string, string>> = {},
): Promise<LanguageClient> {
  const both = settings();
  const more = Object.entries(trackers).map(([name, url]) => [name, { kind: 'tracker' as const, url }]);
  const sites = { ...both.sites, ...Object.fromEntries(more) };
  return startLanguageClient({
    options: { panels: true, settings: { ...both, sites }, storage, trusted },
    answers: {
      'wikijql/secret': (params: unknown) => {
        assert(isSecretRequest(params));
        const { operation, key, value = '' } = params;
        if (operation === 'set') secrets.set(key, value);
        if (operation === 'delete') secrets.delete(key);
        return operation === 'get' && secrets.has(key) ? { value: secrets.get(key) } : {};
      },
    },
  });
}

const ask = (client: LanguageClient, name: string, site: string): Promise<SessionState> =>
  client.connection.sendRequest<SessionState>(`wikijql/${name}`, { site });
let count = 0;
const run = (client: LanguageClient, uri: string): Promise<RunResult> =>
  client.connection.sendRequest<RunResult>('wikijql/run', {
    run: `run ${++count}`,
    uri,
    position: { line: 0, character: 0 },
  });
const enter = (secrets: Map<string, string>, url: string, credentials: object): void =>
  void secrets.set(
    credentialsKey({ kind: url.endsWith('/api.php') ? 'wiki' : 'tracker', url }),
    JSON.stringify({ version: `v${++count}`, ...credentials }),
  );
const lampsAt = (site: string): string => `# @site ${site}\nproject = LAMP\n`;
const isCheck = ({ path }: { readonly path: string }): boolean => path.endsWith('/myself');
const basics = (): number => sandbox.tracker.requests.filter(({ sent }) => sent.includes('basic')).length;

test('sign in, run, restart, run again without a login, sign out; no secret leaves the requests for secrets', async () => {
  const secrets = new Map<string, string>();
  const storage = newFolder();
  enter(secrets, sandbox.tracker.url, { user: 'ada', password: 'analytical engine' });
  const said: string[] = [];
  const changes: SessionChange[] = [];
  const earlier = basics();
  {
    await using client = await editor(secrets, storage);
    client.connection.onNotification(sessionChangedNotification.method, (change: SessionChange) => {
      changes.push(change);
    });
    assert.equal((await ask(client, 'sessionState', 'work')).state, 'anonymous');
    const state = await ask(client, 'signIn', 'work');
    assert.deepEqual([state.state, state.account], ['signedIn', 'ada']);
    await until('the change to be told', async () =>
      changes.some(change => change.site === 'work' && change.state === 'signedIn'),
    );
    said.push(JSON.stringify([changes, state, client.sent]));
    await client.stop();
    said.push(await client.errors);
  }
  {
    await using client = await editor(secrets, storage);
    const { rows, notices } = await run(client, await client.open('# @site work\nproject = LAMP', 'jql'));
    assert.deepEqual([rows, notices], [84, []]);
    assert.deepEqual([basics(), sandbox.tracker.requests.at(-1)?.account], [earlier + 1, 'ada']);
    assert.equal((await ask(client, 'signOut', 'work')).state, 'anonymous');
    assert.deepEqual([...secrets], []);
    said.push(JSON.stringify(client.sent));
    await client.stop();
  }
  assertNoSecret([...said, ...filesBelow(storage)], ['analytical engine']);
});

test('an access token that was accepted is used after a restart, and not after signing out', async () => {
  const secrets = new Map<string, string>();
  const storage = newFolder();
  enter(secrets, sandbox.tracker.url, { token: sandbox.tracker.account('chiara').token });
  const text = '# @site work\nassignee = currentUser()\n';
  {
    await using client = await editor(secrets, storage);
    assert.equal((await ask(client, 'signIn', 'work')).state, 'signedIn');
  }
  const checks = sandbox.tracker.requests.filter(isCheck).length;
  await using client = await editor(secrets, storage);
  const uri = await client.open(text, 'jql');
  assert.notEqual((await run(client, uri)).rows, 0);
  const { sent, account } = sandbox.tracker.requests.at(-1)!;
  assert.deepEqual([sent, account], [['bearer'], 'chiara']);
  assert.equal(sandbox.tracker.requests.filter(isCheck).length, checks);
  assert.equal((await ask(client, 'signOut', 'work')).state, 'anonymous');
  await run(client, uri);
  assert.deepEqual(sandbox.tracker.requests.at(-1)?.sent, []);
});

test('a session that ends between two pages is begun once more, and the run goes on', async context => {
  const tracker = await startSandboxTracker({ maxResults: 20 });
  context.after(() => tracker.stop());
  const secrets = new Map<string, string>();
  enter(secrets, tracker.url, { user: 'ada', password: 'analytical engine' });
  await using client = await editor(secrets, newFolder(), true, { town: tracker.url });
  assert.equal((await ask(client, 'signIn', 'town')).state, 'signedIn');
  tracker.fail({ kind: 'delay', milliseconds: 500 }, { path: /search/, skip: 1 });
  const running = run(client, await client.open('# @site town\n# @all\nproject = LAMP\n', 'jql'));
  const searches = () => tracker.requests.filter(({ path }) => path.includes('search'));
  await until('the second page', async () => searches().length === 2);
  tracker.endSessions();
  const { status, rows } = await running;
  assert.deepEqual([status, rows], ['complete', 84]);
  assert.equal(tracker.requests.filter(({ sent }) => sent.includes('basic')).length, 2);
});

test('a wrong access token is reported, and sent once', async context => {
  const tracker = await startSandboxTracker();
  context.after(() => tracker.stop());
  const secrets = new Map<string, string>();
  enter(secrets, tracker.url, { token: 'PAT-nobody-0' });
  await using client = await editor(secrets, newFolder(), true, { town: tracker.url });
  const { state, message } = await ask(client, 'signIn', 'town');
  assert.notEqual(state, 'signedIn');
  assert.match(message, /rejected the access token/);
  const { notices } = await run(client, await client.open(lampsAt('town'), 'jql'));
  assert.match(JSON.stringify(notices), /rejected the access token/);
  assert.deepEqual(
    tracker.requests.map(({ sent }) => sent),
    [['bearer']],
  );
});

test('a token of the cloud goes with its mail address, over all pages, and to no other site', async context => {
  const cloud = await startSandboxTracker({ flavour: 'cloud', maxResults: 5 });
  const town = await startSandboxTracker();
  context.after(() => Promise.all([cloud.stop(), town.stop()]));
  const secrets = new Map<string, string>();
  const mail = 'ada@millbrook.example';
  enter(secrets, cloud.url, { user: mail, token: cloud.account('ada').token });
  await using client = await editor(secrets, newFolder(), true, { cloud: cloud.url, town: town.url });
  const { state, account } = await ask(client, 'signIn', 'cloud');
  assert.deepEqual([state, account], ['signedIn', mail]);
  const { rows } = await run(client, await client.open(lampsAt('cloud'), 'jql'));
  assert.ok(rows > 5, `${rows} rows`);
  await run(client, await client.open(lampsAt('town'), 'jql'));
  assert.deepEqual(new Set(cloud.requests.flatMap(({ sent }) => sent)), new Set(['basic']));
  assert.deepEqual(new Set(cloud.requests.slice(1).map(({ account: as }) => as)), new Set(['ada']));
  assert.deepEqual(
    town.requests.flatMap(({ sent }) => sent),
    [],
  );
});

test('a query of the cloud that nobody signed in for, and that has no rows, offers to sign in', async context => {
  const cloud = await startSandboxTracker({ flavour: 'cloud' });
  context.after(() => cloud.stop());
  await using client = await editor(new Map(), newFolder(), true, { cloud: cloud.url });
  const mine = '# @site cloud\nassignee = currentUser()\n';
  const { rows, notices } = await run(client, await client.open(mine, 'jql'));
  assert.equal(rows, 0);
  assert.deepEqual(
    notices.map(({ code, action }) => [code, action]),
    [['currentUserIsNobody', 'signIn']],
  );
});

test('wiki queries run signed in, also one that takes a csrf token', async () => {
  const secrets = new Map<string, string>();
  enter(secrets, sandbox.wiki.url, { user: ada.bot, password: ada.botPassword });
  await using client = await editor(secrets, newFolder());
  const who = await run(client, await client.open('meta=userinfo'));
  assert.deepEqual(who.notices, []);
  assert.match(JSON.stringify(await client.rows(who.run)), new RegExp(`"${ada.user}"`));
});

test('an untrusted workspace signs in nowhere', async () => {
  const secrets = new Map<string, string>();
  enter(secrets, sandbox.tracker.url, { user: 'ada', password: 'analytical engine' });
  await using client = await editor(secrets, newFolder(), false);
  const sent = sandbox.tracker.requests.length;
  const { state, message } = await ask(client, 'signIn', 'work');
  assert.equal(state, 'anonymous');
  assert.match(message, /untrusted/);
  assert.equal(sandbox.tracker.requests.length, sent);
});

test('a site that is not configured is named', async () => {
  await using client = await editor(new Map(), newFolder());
  assert.match((await ask(client, 'signIn', 'elsewhere')).message, /elsewhere/);
});
