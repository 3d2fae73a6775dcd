/** Reading the settings and options of a client. */
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { ofMachine } from '../../../../server/src/cli/inputs/settings-file.ts';
import { readOptions, readSettings, sectionOf } from '../../../../server/src/sites/settings/read-settings.ts';
import { manifestSettings } from '../../../support/settings.ts';

const unset = {
  sites: {},
  defaultSite: '',
  contact: '',
  limit: 500,
  language: {
    siteCatalogues: true,
    suggestions: true,
    profile: '',
    keywordCase: 'upper',
    embeddedQueries: 'auto',
  },
  advanced: {
    resultsMegabytes: 4096,
    resultsInMemory: false,
    snapshotsMegabytes: 1024,
    snapshotsDays: 365,
    historyEntries: 100,
    agentRows: 10_000,
  },
  agents: { enabled: true, sites: [] },
  http: { proxy: '', certificateAuthorities: [], clientCertificates: {} },
  refusedSites: {},
};

describe('settings', () => {
  const odd: readonly unknown[] = [
    undefined,
    null,
    'text',
    7,
    [],
    {},
    {
      sites: null,
      defaultSite: 1,
      contact: [],
      limit: 0,
      language: { siteCatalogues: 'no', keywordCase: 'x' },
      http: [],
    },
    { language: [false], advanced: null },
    { advanced: { agentRows: 'all', historyEntries: 0, constructor: 1, __proto__: { agentRows: 7 } } },
    { sites: [], limit: Number.NaN, http: { proxy: 1, certificateAuthorities: 'x' } },
  ];
  for (const data of odd)
    it(`of ${JSON.stringify(data)} are as if nothing were set`, () =>
      assert.deepEqual(readSettings(data), unset));

  it('are read', () => {
    const settings = {
      sites: { a: { kind: 'tracker', url: 'https://a.example/jira' } },
      defaultSite: 'a',
      contact: 'me',
      limit: 20,
      language: {
        siteCatalogues: false,
        suggestions: false,
        profile: 'mediawiki-1.39',
        keywordCase: 'keep',
        embeddedQueries: 'never',
      },
      advanced: {
        resultsMegabytes: 100,
        resultsInMemory: true,
        snapshotsMegabytes: 5,
        snapshotsDays: 0,
        historyEntries: 9,
        agentRows: 7,
      },
      agents: { enabled: false, sites: ['a'] },
      http: {
        proxy: 'http://proxy',
        certificateAuthorities: ['x'],
        clientCertificates: { 'https://a.example': { file: '/a.p12' } },
      },
    };
    assert.deepEqual(readSettings({ ...settings, more: 1 }), { ...settings, refusedSites: {} });
    assert.deepEqual(readSettings({ limit: 20.9 }).limit, 20);
    assert.deepEqual(readSettings({ http: { certificateAuthorities: ['x', 1, null] } }).http, {
      proxy: '',
      certificateAuthorities: ['x'],
      clientCertificates: {},
    });
    const clientCertificates = { a: { file: 'b', key: 'c' }, d: { file: 1 }, e: 'f' };
    assert.deepEqual(readSettings({ http: { clientCertificates } }).http.clientCertificates, {
      a: { file: 'b', key: 'c' },
    });
  });

  it('without a kind are of wikis', () =>
    assert.deepEqual(readSettings({ sites: { a: { url: 'https://a.example/w/api.php' } } }).sites, {
      a: { kind: 'wiki', url: 'https://a.example/w/api.php' },
    }));

  const misshapen: readonly (readonly [site: unknown, problem: string])[] = [
    [{ kind: 'jira', url: 'https://a.example' }, 'kind'],
    [{ kind: null, url: 'https://a.example' }, 'kind'],
    [{ kind: 'tracker' }, 'malformed'],
    [{ url: 7 }, 'malformed'],
    ['https://a.example', 'malformed'],
    [null, 'malformed'],
  ];
  for (const [site, problem] of misshapen)
    it(`with the site ${JSON.stringify(site)} refuse it: ${problem}`, () => {
      const { sites, refusedSites } = readSettings({ sites: { a: site } });
      assert.deepEqual([sites, refusedSites], [{}, { a: problem }]);
    });

  it('lose the user in an address', () =>
    assert.deepEqual(readSettings({ sites: { a: { url: 'https://me:pw@a.example/w/api.php' } } }).sites, {
      a: { kind: 'wiki', url: 'https://a.example/w/api.php' },
    }));

  for (const [kind, pages, kept] of [
    ['tracker', 'https://c.example', true],
    ['tracker', 'javascript:alert(1)', false],
    ['tracker', 'https://me:pw@c.example', false],
    ['wiki', 'https://c.example', false],
    ['tracker', 5, false],
  ] as const)
    it(`${kept ? 'have' : 'leave out'} the pages of a ${kind} at ${pages}`, () =>
      assert.deepEqual(
        readSettings({ sites: { a: { kind, url: 'https://a.example/api.php', pages } } }).sites,
        {
          a: { kind, url: 'https://a.example/api.php', ...(kept && { pages }) },
        },
      ));

  const addresses: readonly (readonly [string, string | undefined])[] = [
    ['https://a.example/w/api.php?action=query', 'extra'],
    ['https://a.example/jira#x', 'extra'],
    ['https://me:pw@a.example/jira?os_username=me', 'extra'],
    ['ftp://a.example', 'scheme'],
    ['a.example', 'malformed'],
    ['', 'malformed'],
    ['https://a.example/wiki', undefined],
  ];
  for (const [url, problem] of addresses)
    it(`with a site at “${url}” ${problem === undefined ? 'have it' : `refuse it: ${problem}`}`, () => {
      const { sites, refusedSites } = readSettings({ sites: { a: { kind: 'wiki', url } } });
      assert.deepEqual(refusedSites, problem === undefined ? {} : { a: problem });
      assert.equal('a' in sites, problem === undefined);
    });

  it('that are pushed have a section', () => {
    assert.deepEqual(sectionOf({ wikijql: { limit: 1 } }), { limit: 1 });
    for (const all of [null, undefined, 'x', {}]) assert.equal(sectionOf(all), undefined);
  });
});

describe('options', () => {
  const usual = {
    panels: false,
    problemPages: false,
    resolves: true,
    uriScheme: 'vscode',
    trusted: true,
    settings: undefined,
    storage: '',
    session: '',
  };
  for (const data of [
    undefined,
    null,
    'x',
    [],
    {},
    { panels: 'yes', uriScheme: 'a:b', trusted: 0, storage: 3, session: '../x' },
  ])
    it(`of ${JSON.stringify(data)} are the usual ones`, () => assert.deepEqual(readOptions(data), usual));
  it('are read', () =>
    assert.deepEqual(
      readOptions({
        panels: true,
        problemPages: true,
        uriScheme: 'codium',
        trusted: false,
        settings: { a: 1 },
        storage: '/x',
        session: 'a-1',
      }),
      {
        panels: true,
        problemPages: true,
        resolves: true,
        uriScheme: 'codium',
        trusted: false,
        settings: { a: 1 },
        storage: '/x',
        session: 'a-1',
      },
    ));
});

test('settings of the machine are not taken from a folder, but that agents are turned off', () => {
  const known = readSettings({});
  const read = new Set(
    Object.entries(known).flatMap(([group, members]) =>
      typeof members === 'object'
        ? [group, ...Object.keys(members).map(member => `${group}.${member}`)]
        : [group],
    ),
  );
  const ofScope = Object.entries(manifestSettings)
    .filter(([, setting]) => ['machine', 'application'].includes(setting.scope ?? ''))
    .map(([name]) => name.slice('wikijql.'.length));
  assert.deepEqual(
    ofScope.filter(name => read.has(name) && name !== 'agents.enabled').toSorted(),
    ofMachine.toSorted(),
  );
});

for (const table of ['language', 'advanced'] as const)
  test(`the members of the table ${table} that are not set have the defaults of the manifest`, () =>
    assert.deepEqual(readSettings({ [table]: {} })[table], manifestSettings[`wikijql.${table}`]?.default));
