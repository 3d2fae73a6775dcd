/** Values of a tracker's own in completion, over stdio, against the embedded tracker. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CompletionItem, CompletionList, InlayHint } from 'vscode-languageserver-types';
import { type SecretParams, type SessionState, credentialsKey } from '#shared/protocol/sites/login.ts';
import type { Settings } from '#shared/protocol/settings.ts';
import { newFolder } from '../login/window.ts';
import { type SandboxTracker, startSandboxTracker, type TrackerRequest } from '../sandbox/tracker.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { edited, marked } from '../support/marked.ts';
import { languageSettings, settingsOf } from '../support/settings.ts';
import { until } from '../support/until.ts';

let tracker: SandboxTracker;
before(async () => {
  tracker = await startSandboxTracker();
});
after(() => tracker.stop());

const isSecretRequest = (params: unknown): params is SecretParams =>
  typeof params === 'object' && params !== null && 'operation' in params && 'key' in params;

interface Editor {
  readonly secrets?: Map<string, string>;
  readonly storage?: string;
  readonly trusted?: boolean;
  readonly settings?: Partial<Settings>;
}

const withCredentials = (): Map<string, string> =>
  new Map([
    [
      credentialsKey({ kind: 'tracker', url: tracker.url }),
      JSON.stringify({ version: 'v1', user: 'ada', password: 'analytical engine' }),
    ],
  ]);

function editor({ secrets = new Map(), storage = newFolder(), trusted = true, settings = {} }: Editor) {
  const sites = { work: { kind: 'tracker', url: tracker.url } } as const;
  return startLanguageClient({
    options: {
      panels: true,
      storage,
      trusted,
      settings: {
        ...settingsOf({}),
        sites,
        defaultSite: 'work',
        language: languageSettings({ siteCatalogues: true }),
        ...settings,
      },
    },
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

const signIn = async (client: LanguageClient): Promise<void> => {
  const state = await client.connection.sendRequest<SessionState>('wikijql/signIn', { site: 'work' });
  assert.equal(state.state, 'signedIn');
};

async function list(client: LanguageClient, query: string): Promise<CompletionList> {
  const { text, position } = marked(query);
  return client.ask('textDocument/completion', await client.open(text, 'jql'), { position });
}

/** The item of that label, as soon as it is offered: the first list need not wait for the tracker. */
const offered = (client: LanguageClient, query: string, label: string | RegExp): Promise<CompletionItem> =>
  until(`${String(label)} at ${query}`, async () => {
    const { items } = await list(client, query);
    return items.find(item => (typeof label === 'string' ? item.label === label : label.test(item.label)));
  });

function put(query: string, { textEdit }: CompletionItem): string {
  assert(textEdit !== undefined && 'range' in textEdit);
  return edited(marked(query).text, [textEdit]);
}

const suggestions = (): readonly TrackerRequest[] =>
  tracker.requests.filter(({ path }) => path.endsWith('/suggestions'));

// prettier-ignore
const cases: readonly [query: string, label: string | RegExp, put: string][] = [
  ['assignee = ad¦', /^Ada Underhill - .*\(ada\)$/, 'assignee = ada'],
  ['status in (Open, "in r¦")', 'In Review', 'status in (Open, "In Review")'],
  ['component = lo¦', 'Locks', 'component = Locks'],
  ['fixVersion = ¦', 'Spring dredging', 'fixVersion = "Spring dredging"'],
  ['project = ¦', /\(LAMP\)$/, 'project = LAMP'],
  ['status changed by ad¦', /\(ada\)$/, 'status changed by ada'],
  ['# @site work\n"Story Points" = 1 and labels = ¦', /./, ''],
];

test('values of the tracker are offered to whoever is signed in, also after a restart, without a login', async () => {
  const secrets = withCredentials();
  const storage = newFolder();
  {
    await using client = await editor({ secrets, storage });
    await signIn(client);
    await client.stop();
  }
  const known = tracker.requests.length;
  await using client = await editor({ secrets, storage });
  for (const [query, label, expected] of cases) {
    const item = await offered(client, query, label);
    if (expected !== '') assert.equal(put(query, item), expected);
  }
  assert.equal((await list(client, 'project = ¦')).isIncomplete, true);
  const sent = new Set(tracker.requests.slice(known).flatMap(each => each.sent));
  assert.deepEqual([...sent], ['cookie']);
  await client.stop();
});

test('nothing is asked without a session, and the list is what it was', async () => {
  await using client = await editor({ secrets: withCredentials() });
  const known = suggestions().length;
  const logins = tracker.account('ada').counts.basic;
  const { isIncomplete, items } = await until('a list that is whole', async () => {
    const found = await list(client, 'status = ¦');
    return !found.isIncomplete && found;
  });
  assert.equal(isIncomplete, false);
  assert(items.some(({ label }) => label === 'In Progress'));
  assert.deepEqual([suggestions().length, tracker.account('ada').counts.basic], [known, logins]);
  await client.stop();
});

const quiet: readonly [name: string, editor: Editor][] = [
  [
    'where the setting for it is off',
    { settings: { language: languageSettings({ siteCatalogues: false }) } },
  ],
  ['in a workspace that is not trusted', { trusted: false }],
];
for (const [name, options] of quiet)
  test(`nothing is asked ${name}`, async () => {
    const secrets = withCredentials();
    const storage = newFolder();
    {
      await using client = await editor({ secrets, storage });
      await signIn(client);
      await client.stop();
    }
    await using client = await editor({ ...options, secrets, storage });
    const known = tracker.requests.length;
    const { isIncomplete } = await list(client, 'status = ¦');
    assert.deepEqual([isIncomplete, tracker.requests.length], [false, known]);
    await client.stop();
  });

test('a list never waits for a tracker that does not answer', async () => {
  await using client = await editor({ secrets: withCredentials() });
  await signIn(client);
  tracker.fail({ kind: 'delay', milliseconds: 3_600_000 }, { path: /suggestions/ });
  const { isIncomplete, items } = await list(client, 'status = "In P¦');
  assert.equal(isIncomplete, true);
  assert(items.some(({ label }) => label === 'In Progress'));
  await client.stop();
});

test("dates are in the tracker's own time zone as soon as somebody is signed in", async () => {
  await using client = await editor({ secrets: withCredentials() });
  const uri = await client.open('created > startOfDay()', 'jql');
  const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
  const tooltip = async (): Promise<string> => {
    const [hint] = await client.ask<InlayHint[]>('textDocument/inlayHint', uri, { range });
    return typeof hint?.tooltip === 'string' ? hint.tooltip : '';
  };
  assert.doesNotMatch(await tooltip(), /Etc\/UTC/);
  await signIn(client);
  await client.ask('textDocument/hover', uri, { position: { line: 0, character: 0 } });
  await until('the time zone', async () => (await tooltip()).includes('Etc/UTC'));
  await client.stop();
});
