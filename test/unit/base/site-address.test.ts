import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isCloudAddress,
  isWithinSite,
  mayHoldCredentials,
  originOf,
  pageRootOf,
  promptedAddress,
  siteAddressProblem,
  siteRoot,
  withoutUserInfo,
  isSiteName,
} from '#shared/base/site-address.ts';

const safe: readonly (readonly [string, boolean])[] = [
  ['https://issues.example.org', true],
  ['http://issues.example.org', false],
  ['http://localhost:8080/jira', true],
  ['http://127.0.0.1:8080', true],
  ['http://127.1', true],
  ['http://[::1]:8080/', true],
  ['http://localhost.example.org', false],
  ['http://127.0.0.1.example.org', false],
  ['http://localhost@example.org', false],
  ['http://[::ffff:127.0.0.1]/', false],
  ['ftp://issues.example.org', false],
  ['issues.example.org', false],
];
for (const [url, may] of safe)
  test(`credentials ${may ? 'may' : 'must not'} go to ${url}`, () =>
    assert.equal(mayHoldCredentials(url), may));

const clouds: readonly (readonly [string, boolean])[] = [
  ['https://example.atlassian.net', true],
  ['https://EXAMPLE.Atlassian.NET:443/jira', true],
  ['https://example.atlassian.net./', true],
  ['http://example.atlassian.net', true],
  ['https://example.jira.com', true],
  ['https://jira.example.com', false],
  ['https://example.atlassian.net.example.org', false],
  ['https://evilatlassian.net', false],
  ['https://x.atlassian.net:80@evil.example.org', false],
  ['https://evil.example.org/.atlassian.net/', false],
  ['not an address', false],
  ['https://api.atlassian.com/ex/jira/1a2b-3c', true],
  ['https://API.atlassian.com:443/ex/jira/1a2b-3c/', true],
  ['http://api.atlassian.com/ex/jira/1a2b-3c', false],
  ['https://api.atlassian.com/ex/confluence/1a2b-3c', false],
  ['https://api.atlassian.com.example.org/ex/jira/1a2b-3c', false],
  ['https://example.org/https://api.atlassian.com/ex/jira/1a2b-3c', false],
];
for (const [url, is] of clouds)
  test(`${url} ${is ? 'is' : 'is not'} Cloud`, () => assert.equal(isCloudAddress(url), is));

test('a prompt names the origin, without path and user', () => {
  assert.equal(originOf('https://me@issues.example.org:8443/jira'), 'https://issues.example.org:8443');
  assert.equal(originOf('issues.example.org'), undefined);
});

const prompted: readonly (readonly [string, string])[] = [
  ['https://issues.example.org/jira', 'https://issues.example.org'],
  ['https://example.atlassian.net/jira', 'https://example.atlassian.net'],
  ['https://api.atlassian.com/ex/jira/1a2b-3c/', 'https://api.atlassian.com/ex/jira/1a2b-3c'],
  ['https://x@api.atlassian.com/ex/jira/1a2b-3c?y#z', 'https://api.atlassian.com/ex/jira/1a2b-3c'],
  ['https://api.atlassian.com/ex/other/1a2b-3c', 'https://api.atlassian.com'],
];
for (const [url, shown] of prompted)
  test(`a prompt for ${url} names ${shown}`, () => assert.equal(promptedAddress(url), shown));

const pages: readonly (readonly [url: string, pages: string | undefined, root: string | undefined])[] = [
  ['https://issues.example.org/jira', undefined, 'https://issues.example.org/jira'],
  ['https://api.atlassian.com/ex/jira/1a2b-3c', undefined, undefined],
  ['https://api.atlassian.com/ex/jira/1a2b-3c', 'https://a.atlassian.net', 'https://a.atlassian.net'],
];
for (const [url, below, root] of pages)
  test(`pages of ${url} are below ${root ?? 'an unknown address'}`, () =>
    assert.equal(pageRootOf({ url, ...(below !== undefined && { pages: below }) }), root));

const roots: readonly (readonly [string, string])[] = [
  ['https://Example.org:443/jira//', 'https://example.org/jira'],
  ['https://example.org', 'https://example.org'],
  ['https://me:secret@example.org/jira?x#y', 'https://example.org/jira'],
  ['not an address', 'not an address'],
];
for (const [url, root] of roots)
  test(`a site at ${url} has its root at ${root}`, () => assert.equal(siteRoot(url), root));

const within: readonly (readonly [string, string, boolean])[] = [
  ['https://example.org/jira/browse/A-1', 'https://example.org/jira/', true],
  ['https://example.org/jira', 'https://example.org/jira/', true],
  ['https://example.org/jirax', 'https://example.org/jira', false],
  ['https://example.org:8443/jira/x', 'https://example.org/jira', false],
  ['http://example.org/jira/x', 'https://example.org/jira', false],
  ['https://example.org@evil.example/jira/x', 'https://example.org/jira', false],
  ['https://example.org/jira/../x', 'https://example.org/jira', false],
  ['nothing', 'https://example.org', false],
];
for (const [address, site, is] of within)
  test(`${address} ${is ? 'belongs' : 'does not belong'} to ${site}`, () =>
    assert.equal(isWithinSite(address, site), is));

const users: readonly (readonly [string, string])[] = [
  ['https://me:secret@example.org/w/api.php', 'https://example.org/w/api.php'],
  ['https://me@example.org', 'https://example.org/'],
  ['https://example.org', 'https://example.org'],
  ['https://me:secret@exa mple.org/@x', 'https://exa mple.org/@x'],
  ['nonsense@x', 'nonsense@x'],
];
for (const [address, shown] of users)
  test(`${address} is shown as ${shown}`, () => assert.equal(withoutUserInfo(address), shown));

const addresses: readonly (readonly ['wiki' | 'tracker', string, string | undefined])[] = [
  ['wiki', 'https://en.wikipedia.org/w/api.php', undefined],
  ['wiki', 'http://127.0.0.1:8080/api.php', undefined],
  ['wiki', 'https://en.wikipedia.org/wiki/Main_Page', 'notApi'],
  ['wiki', 'https://en.wikipedia.org/w/api.php?action=query', 'extra'],
  ['wiki', 'https://en.wikipedia.org/w/api.php#x', 'extra'],
  ['wiki', 'https://me:secret@en.wikipedia.org/w/api.php', 'credentials'],
  ['wiki', 'ftp://en.wikipedia.org/w/api.php', 'scheme'],
  ['wiki', 'en.wikipedia.org/w/api.php', 'malformed'],
  ['wiki', '', 'malformed'],
  ['wiki', 'http:127.0.0.1:8080/w/api.php', 'malformed'],
  ['tracker', 'https:issues.example.org', 'malformed'],
  ['tracker', 'https://issues.example.org/jira', undefined],
  ['tracker', 'https://issues.example.org/jira?os_username=me', 'extra'],
];
for (const [kind, url, problem] of addresses)
  test(`as a ${kind} ${url} is ${problem ?? 'fine'}`, () =>
    assert.equal(siteAddressProblem(kind, url), problem));

test('names of sites', () => {
  for (const name of ['enwiki', 'my-wiki_2', 'wiki.test', 'Вики']) assert.ok(isSiteName(name), name);
  for (const name of ['', 'two words', '-x', '{{x}}', 'a/b', 'a\nb']) assert.ok(!isSiteName(name), name);
});
