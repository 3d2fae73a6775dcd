/** Where a site is found from the address of one of its pages, and what is requested for that. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SiteFinding } from '#shared/protocol/sites/find-site.ts';
import type { SiteKind } from '#shared/protocol/sites.ts';
import { createBackend } from '../../server/src/network/create-backend.ts';
import { defaultLimits } from '../../server/src/network/http/limits.ts';
import { bytes, silence, startBadServer } from '../support/bad-server.ts';

const siteinfo = JSON.stringify({
  query: { general: { generator: 'MediaWiki 1.43.0' }, userinfo: { id: 0, anon: true } },
});
const denied = JSON.stringify({ errors: [{ code: 'readapidenied', text: 'You need read permission.' }] });
const serverInfo = JSON.stringify({ version: '9.12.2', deploymentType: 'Server' });
const html = 'text/html; charset=utf-8';
const page = (head: string): Page => [
  200,
  html,
  `<!DOCTYPE html><html><head>${head}</head><body></body></html>`,
];

type Page = readonly [status: number, type: string, body: string];
const api = (body: string, status = 200): Page => [status, 'application/json', body];
const missing: Page = [404, html, '<html><title>Not found</title></html>'];

/** Looks for the site of a path on a server that has some pages, by their paths. */
async function found(
  typed: string,
  likely: `${SiteKind} ${string}`,
  pages: Readonly<Record<string, Page>>,
): Promise<{ readonly finding: SiteFinding; readonly asked: readonly string[] }> {
  const server = await startBadServer([
    (socket, { target }) => {
      const [status, type, body] = pages[target.replace(/\?.*$/, '')] ?? missing;
      const isRedirect = status >= 300 && status < 400;
      const headers = { 'content-type': type, ...(isRedirect && { location: body }) };
      socket.write(bytes(status, headers, isRedirect ? '' : body));
    },
  ]);
  const backend = createBackend();
  backend.configure({ userAgent: 'test/1.0 (me@example.org)', proxy: '', certificateAuthorities: [] });
  try {
    const kind: SiteKind = likely.startsWith('wiki') ? 'wiki' : 'tracker';
    const path = likely.replace(/^\w+ /, '');
    const request = { page: server.origin + typed, likely: { kind, url: server.origin + path } };
    const finding = await backend.findSite(request, new AbortController().signal);
    for (const { headers } of server.requests)
      assert.deepEqual([headers.get('authorization'), headers.get('cookie')], [undefined, undefined]);
    return {
      finding: JSON.parse(JSON.stringify(finding).replaceAll(server.origin, '')),
      asked: server.requests.map(({ target }) => target.replace(/\?.*$/, '')),
    };
  } finally {
    await backend.dispose();
    await server.stop();
  }
}

const wiki = (url: string, software = 'MediaWiki 1.43.0'): SiteFinding => ({
  site: { kind: 'wiki', url },
  software,
  needsAccount: software === '',
});
const tracker = (url: string, software = 'Jira 9.12.2 Server'): SiteFinding => ({
  site: { kind: 'tracker', url },
  software,
  needsAccount: software === '',
});
const nothing: SiteFinding = { problem: '' };

const cases: readonly [
  title: string,
  typed: string,
  likely: `${SiteKind} ${string}`,
  pages: Readonly<Record<string, Page>>,
  finding: SiteFinding,
][] = [
  [
    'a wiki where it is likely',
    '/wiki/A',
    'wiki /w/api.php',
    { '/w/api.php': api(siteinfo) },
    wiki('/w/api.php'),
  ],
  [
    'a wiki that only accounts read',
    '/',
    'wiki /w/api.php',
    { '/w/api.php': api(denied) },
    wiki('/w/api.php', ''),
  ],
  // https://doc.wikimedia.org/mediawiki-core/master/php/classMediaWiki_1_1Output_1_1OutputPage.html (Really Simple Discovery)
  [
    'the API that a wiki’s page names',
    '/Main',
    'wiki /w/api.php',
    {
      '/Main': page('<link rel="EditURI" type="application/rsd+xml" href="/deep/er/api.php?action=rsd">'),
      '/deep/er/api.php': api(siteinfo),
    },
    wiki('/deep/er/api.php'),
  ],
  [
    'an API without a link to it, at a usual place',
    '/index.php/Main',
    'wiki /w/api.php',
    { '/index.php/Main': page(''), '/api.php': api(siteinfo) },
    wiki('/api.php'),
  ],
  [
    'a page that leads to the API of another host',
    '/',
    'wiki /w/api.php',
    { '/': page(`<link href='https://wiki.example.org/w/api.php?action=rsd' rel='EditURI'>`) },
    { leadsTo: 'https://wiki.example.org/w/api.php' },
  ],
  [
    'a page that is elsewhere',
    '/',
    'wiki /w/api.php',
    { '/': [301, html, 'https://www.example.org/start'] },
    { leadsTo: 'https://www.example.org/start' },
  ],
  [
    'a link that is no address of the web',
    '/',
    'wiki /w/api.php',
    { '/': page('<link rel="EditURI" href="javascript:alert(1)">') },
    nothing,
  ],
  [
    'a tracker at its root',
    '/',
    'wiki /w/api.php',
    { '/rest/api/2/serverInfo': api(serverInfo) },
    tracker(''),
  ],
  [
    'a site of Jira Cloud, whose version says nothing',
    '/',
    'tracker ',
    {
      '/rest/api/2/serverInfo': api(
        JSON.stringify({ version: '1001.0.0-SNAPSHOT', deploymentType: 'Cloud' }),
      ),
    },
    tracker('', 'Jira Cloud'),
  ],
  [
    'a tracker below a context path that its page names',
    '/start',
    'tracker /start',
    {
      '/start': page('<meta name="ajs-context-path" content="/bugs">'),
      '/bugs/rest/api/2/serverInfo': api(serverInfo),
    },
    tracker('/bugs'),
  ],
  [
    'a tracker below a context path of the address',
    '/tools/jira/plugins/x',
    'tracker /tools/jira/plugins/x',
    { '/tools/jira/rest/api/2/serverInfo': api(serverInfo) },
    tracker('/tools/jira'),
  ],
  [
    'a tracker that answers nobody without an account',
    '/browse/A-1',
    'tracker ',
    { '/rest/api/2/serverInfo': api('{}', 401) },
    tracker('', ''),
  ],
  // https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/ (scoped tokens); the answer as a site gave it.
  [
    'the gateway of a site of Atlassian’s Cloud',
    '/_edge/tenant_info',
    'tracker ',
    { '/_edge/tenant_info': api('{"cloudId":"11223344-a1b2-3b33-c444-def123456789"}') },
    { leadsTo: 'https://api.atlassian.com/ex/jira/11223344-a1b2-3b33-c444-def123456789' },
  ],
  ['a page of something else', '/', 'wiki /w/api.php', { '/': page('<title>Shop</title>') }, nothing],
  ['a site that answers every address with its page', '/', 'tracker ', {}, nothing],
];

for (const [title, typed, likely, pages, expected] of cases)
  test(title, async () => {
    const { finding, asked } = await found(typed, likely, pages);
    if ('problem' in expected) assert.ok('problem' in finding && finding.problem.startsWith('No wiki'));
    else assert.deepEqual(finding, expected);
    assert.ok(asked.length <= 14, `${asked.length} requests`);
  });

for (const body of [
  '{}',
  '{"cloudId":"../../evil"}',
  '{"cloudId":["11223344-a1b2-3b33-c444-def123456789"]}',
  '<title>Log in</title>',
])
  test(`no gateway by ${body}`, async () => {
    const { finding, asked } = await found('/_edge/tenant_info', 'tracker ', {
      '/_edge/tenant_info': api(body),
    });
    assert.ok('problem' in finding);
    assert.match(finding.problem, /^\S+ does not tell its id/);
    assert.deepEqual(asked, ['/_edge/tenant_info']);
  });

test('no gateway where the page that tells the id leads elsewhere', async () => {
  const { finding } = await found('/_edge/tenant_info', 'tracker ', {
    '/_edge/tenant_info': [302, html, 'https://evil.example/ex/jira/11223344-a1b2-3b33-c444-def123456789'],
  });
  assert.ok('problem' in finding);
  assert.match(finding.problem, /does not tell its id/);
});

test('another system is named', async () => {
  const body = '<div id="phabricator-standard-page" class="phabricator-standard-page"></div>';
  const { finding } = await found('/T1', 'wiki /w/api.php', { '/T1': [200, html, body] });
  assert.ok('problem' in finding);
  assert.match(finding.problem, /^\S+ is Phabricator\. /);
});

test('a host that does not answer is asked once', async () => {
  const server = await startBadServer([]);
  await server.stop();
  const backend = createBackend();
  const request = { page: server.origin, likely: { kind: 'wiki', url: server.url } } as const;
  const finding = await backend.findSite(request, new AbortController().signal);
  await backend.dispose();
  assert.ok('problem' in finding);
  assert.match(finding.problem, /refused the connection/);
});

test('a page of megabytes is read in linear time', async () => {
  const { finding } = await found('/', 'wiki /w/api.php', { '/': page('<link '.repeat(500_000)) });
  assert.ok('problem' in finding);
});

for (const context of ['.example.org', '@example.org/', '0', ':1@example.org'])
  test(`no other host by a context path that is not a path: ${context}`, async () => {
    const { finding } = await found('/start', 'tracker /start', {
      '/start': page(`<meta name="ajs-context-path" content="${context}">`),
      '/jira/rest/api/2/serverInfo': api(serverInfo),
    });
    assert.deepEqual(finding, tracker('/jira'));
  });

test('of a server that does not answer it is said how long it was waited for', async () => {
  const server = await startBadServer([silence]);
  const backend = createBackend({ limits: { ...defaultLimits, headers: 1000 } });
  backend.configure({ userAgent: 'test/1.0 (me@example.org)', proxy: '', certificateAuthorities: [] });
  const request = { page: server.origin, likely: { kind: 'wiki', url: server.url } } as const;
  const finding = await backend.findSite(request, new AbortController().signal);
  await backend.dispose();
  await server.stop();
  assert.deepEqual(finding, { problem: `127.0.0.1:${server.port} did not respond within 1 s.` });
});
