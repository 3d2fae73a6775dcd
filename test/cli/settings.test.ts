/** Which settings the command line takes from a folder, and which only from a file that the user names. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { json, startBadServer } from '../support/bad-server.ts';
import { certificates } from '../support/certificates.ts';
import { sandboxSites } from '../support/sandbox-sites.ts';
import { folderWith } from './program.ts';

const sandbox = sandboxSites();
const credentials = { WIKIJQL_WORK_USER: 'ada', WIKIJQL_WORK_PASSWORD: 'secret' };

describe('a proxy', () => {
  const tunnels: string[] = [];
  const proxy = createServer().on('connect', (request, socket) => {
    tunnels.push(request.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  let port = 0;
  before(async () => {
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const listening = proxy.address();
    port = typeof listening === 'object' ? (listening?.port ?? 0) : 0;
  });
  after(() => proxy.close());

  const url = 'https://work.example';
  const environment = { ...credentials, WIKIJQL_WORK_URL: url };
  const sites = { work: { kind: 'tracker', url } };
  const address = (): string => `http://127.0.0.1:${port}`;
  const shapes = {
    'by their full names': () => ({
      'wikijql.sites': sites,
      'wikijql.http.proxy': address(),
      'wikijql.http.certificateAuthorities': ['ca.pem'],
      'wikijql.http.clientCertificates': { [url]: { file: 'ann.pem' } },
    }),
    'in a section': () => ({
      wikijql: {
        sites,
        http: {
          proxy: address(),
          certificateAuthorities: ['ca.pem'],
          clientCertificates: { [url]: { file: 'ann.pem' } },
        },
      },
    }),
    'in a group': () => ({
      'wikijql.sites': sites,
      'wikijql.http': {
        proxy: address(),
        certificateAuthorities: ['ca.pem'],
        clientCertificates: { [url]: { file: 'ann.pem' } },
      },
    }),
  };
  for (const [shape, settings] of Object.entries(shapes))
    it(`and authorities of the folder are ignored, with a notice: ${shape}`, async () => {
      tunnels.length = 0;
      using folder = folderWith({
        'q.jql': '# @site work\nproject = A\n',
        '.vscode/settings.json': JSON.stringify(settings()),
      });
      const { error } = await folder.wikijqlWith({ environment }, 'run', 'q.jql');
      assert.deepEqual(tunnels, []);
      assert.match(error, /“wikijql\.http\.proxy” in .+settings\.json is ignored/);
      assert.match(error, /“wikijql\.http\.certificateAuthorities” in .+settings\.json is ignored/);
      assert.match(error, /“wikijql\.http\.clientCertificates” in .+settings\.json is ignored/);
      assert.doesNotMatch(error, /(?:ca|ann)\.pem/);
    });

  const members = '{"proxy": ADDRESS, "certificateAuthorities": ["ca.pem"]}';
  for (const settings of [
    `{"wikijql.sites": SITES, "wikijql": {"http": {"__proto__": ${members}}}}`,
    `{"wikijql.sites": SITES, "wikijql.http": {"__proto__": ${members}}}`,
    `{"wikijql.sites": SITES, "wikijql": {"__proto__": {"http": ${members}}}}`,
    `{"wikijql.sites": SITES, "wikijql.http.__proto__": ${members}}`,
    `{"wikijql.sites": SITES, "wikijql.__proto__": {"http": ${members}}}`,
    `{"wikijql.sites": SITES, "__proto__": {"wikijql.http": ${members}}}`,
  ])
    it(`and authorities of a prototype are none: ${settings}`, async () => {
      tunnels.length = 0;
      const text = settings
        .replace('SITES', JSON.stringify(sites))
        .replace('ADDRESS', JSON.stringify(address()));
      using folder = folderWith({ 'q.jql': '# @site work\nproject = A\n', '.vscode/settings.json': text });
      const { error } = await folder.wikijqlWith({ environment }, 'run', 'q.jql');
      assert.deepEqual(tunnels, []);
      assert.doesNotMatch(error, /ca\.pem/);
    });

  it('of a file that the user names is used', async () => {
    tunnels.length = 0;
    using folder = folderWith({
      'q.jql': '# @site work\nproject = A\n',
      '.vscode/settings.json': JSON.stringify({ 'wikijql.sites': sites, 'wikijql.http.proxy': address() }),
    });
    const words = ['run', 'q.jql', '--settings', '.vscode/settings.json'];
    const { error } = await folder.wikijqlWith({ environment }, ...words);
    assert.deepEqual([...new Set(tunnels)], ['work.example:443']);
    assert.doesNotMatch(error, /is ignored/);
  });
});

describe('the address of a site', () => {
  for (const [address, message] of [
    ['https://ann:secret@wiki.example/w/api.php', /must not contain a user name or a password/],
    ['ftp://wiki.example', /must begin with https:\/\/ or http:\/\//],
  ] as const)
    it(`is refused with the reason, and not repeated: ${address}`, async () => {
      using folder = folderWith({ 'a.wikiquery': 'list=allpages\n' });
      for (const words of [['run', 'a.wikiquery', '--site'], ['diagnose']]) {
        const { exit, error } = await folder.wikijql(...words, address);
        assert.equal(exit, 2);
        assert.match(error, message);
        assert.doesNotMatch(error, /secret|Unknown/);
      }
    });
});

describe('settings of a folder', () => {
  const deep = 200_000;
  const cases: readonly [says: string, text: string, message: RegExp][] = [
    [
      'nested too deep',
      `{"wikijql.sites": ${'['.repeat(deep)}${']'.repeat(deep)}}`,
      /not valid JSON near line 1/,
    ],
    [
      'too long',
      `{"wikijql.sites": {}, "x": "${'x'.repeat(5_000_000)}"}`,
      /too large, 5 MB\. Files over 4 MB/,
    ],
  ];
  for (const [says, text, message] of cases)
    it(`that are ${says} are an error`, async () => {
      using folder = folderWith({ 'q.jql': 'project = A\n', '.vscode/settings.json': text });
      const { exit, error } = await folder.wikijql('check');
      assert.equal(exit, 2);
      assert.match(error, message);
      assert(error.length < 500, error.slice(0, 500));
    });
});

/** Asks the tracker as `work`; whether it got the credentials. */
const run = async (environment: Readonly<Record<string, string>>, ...words: readonly string[]) => {
  const { requests } = sandbox.tracker;
  const first = requests.length;
  const sites = { work: { kind: 'tracker', url: sandbox.tracker.url } };
  using folder = folderWith({
    'q.jql': '# @site work\nproject = ORB\n',
    '.vscode/settings.json': JSON.stringify({ 'wikijql.sites': sites }),
  });
  const { error } = await folder.wikijqlWith({ environment }, 'run', 'q.jql', ...words);
  const isSent = requests
    .slice(first)
    .some(({ headers, body }) => headers['authorization'] !== undefined || body.includes('secret'));
  return { error, isSent };
};

describe('credentials of the environment', () => {
  it('are not sent where they do not say what address they are for, which is said', async () => {
    const { error, isSent } = await run(credentials);
    assert(!isSent);
    assert.match(error, /credentials of “work” were not used: WIKIJQL_WORK_URL does not say/);
    const quiet = await run(credentials, '--quiet');
    assert.doesNotMatch(quiet.error, /WIKIJQL_WORK_URL/);
  });

  it('are not sent to another address of that name, which is said', async () => {
    const { error, isSent } = await run({ ...credentials, WIKIJQL_WORK_URL: 'https://work.example' });
    assert(!isSent);
    assert.match(error, /credentials of “work” were not used: the site is at http:\/\/127\.0\.0\.1/);
    assert.doesNotMatch(error, /work\.example/);
  });

  it('are not mentioned where they are for it, or where none are set', async () => {
    const right = await run({ ...credentials, WIKIJQL_WORK_URL: `${sandbox.tracker.url}/` });
    assert(right.isSent);
    for (const { error } of [right, await run({})]) assert.doesNotMatch(error, /were not used/);
  });
});

describe('a certificate of this machine', () => {
  const passphrase = 'CANARY-passphrase';
  const authority = certificates();
  const tls = authority.make('server');
  const files = authority.files('ann', passphrase);
  after(() => authority.remove());

  for (const [name, word, expected] of [
    ['with the passphrase of the environment', passphrase, { exit: 0, says: /^1 row from work/m }],
    [
      'with another passphrase',
      'CANARY-wrong',
      { exit: 2, says: /client certificate for “work” .+ cannot be used/ },
    ],
  ] as const)
    it(`of a named file is shown to its site: ${name}`, async () => {
      const issues = [{ id: '1', key: 'A-1' }];
      const server = await startBadServer([json({ startAt: 0, maxResults: 100, total: 1, issues })], {
        ...tls,
        ca: authority.authority,
        requestCert: true,
        rejectUnauthorized: true,
      });
      const http = {
        certificateAuthorities: ['ca.pem'],
        clientCertificates: { [server.origin]: { file: files.lockedPfx } },
      };
      using folder = folderWith({
        'q.jql': '# @site work\nproject = A\n',
        'ca.pem': authority.authority,
        's.json': JSON.stringify({
          wikijql: { sites: { work: { kind: 'tracker', url: server.origin } }, http },
        }),
      });
      const environment = { WIKIJQL_WORK_URL: server.origin, WIKIJQL_WORK_PASSPHRASE: word };
      const { exit, out, error } = await folder.wikijqlWith(
        { environment },
        'run',
        'q.jql',
        '--settings',
        's.json',
      );
      await server.stop();
      assert.equal(exit, expected.exit, error);
      assert.match(error, expected.says);
      assert.doesNotMatch(out + error, /CANARY/);
    });
});

describe('a pipe is not waited for', { skip: process.platform === 'win32' }, () => {
  const url = 'https://127.0.0.1:1';
  const sites = { work: { kind: 'tracker', url } };
  const runWords = ['run', 'q.jql', '--site', 'work', '--settings', 's.json'];
  const cases: Readonly<Record<string, readonly [words: readonly string[], http: object, says: RegExp]>> = {
    'as settings': [['check', 'q.jql', '--settings', 'pipe'], {}, /^pipe: not a regular file\.$/m],
    'as settings of the tools for agents': [
      ['mcp', '--settings', 'pipe'],
      {},
      /^pipe: not a regular file\.$/m,
    ],
    'as a lock': [['check', 'q.jql', '--lock', 'pipe'], {}, /pipe is not a file/],
    'as a baseline': [['check', 'q.jql', '--baseline', 'pipe'], {}, /^pipe: not a regular file\.$/m],
    'as certificate authorities': [
      runWords,
      { certificateAuthorities: ['pipe'] },
      /^pipe: not a regular file\.$/m,
    ],
    'as a client certificate': [
      runWords,
      { clientCertificates: { [url]: { file: 'pipe' } } },
      /client certificate for “work” .+ cannot be used/,
    ],
  };
  for (const [name, [words, http, says]] of Object.entries(cases))
    it(name, async () => {
      using folder = folderWith({
        'q.jql': 'project = A\n',
        's.json': JSON.stringify({ wikijql: { sites, http } }),
      });
      execFileSync('mkfifo', [path.join(folder.path, 'pipe')]);
      const { exit, error } = await folder.wikijql(...words);
      assert.equal(exit, 2, error);
      assert.match(error, says);
    });

  it('and an endless file is no settings', async () => {
    using folder = folderWith({ 'q.jql': 'project = A\n' });
    const { exit, error } = await folder.wikijql('check', 'q.jql', '--settings', '/dev/zero');
    assert.deepEqual([exit, error], [2, '/dev/zero: not a regular file.\n']);
  });
});
