import assert from 'node:assert/strict';
import test from 'node:test';
import { contentSecurityPolicy, panelHtml } from '../../../client/src/results/panel-html.ts';
import { fileName } from '../../../client/src/results/file-name.ts';
import { pageAddress, userAddress } from '../../../client/src/results/result-links.ts';
import { webAddress } from '../../../client/webview/web-address.ts';
import { addressAbove, headerEnd, siteEdit } from '../../../client/src/sites/site-directive.ts';

const wiki = 'https://wiki.example.org/wiki/$1';

const titles: readonly (readonly [string, string])[] = [
  ['Main Page', 'https://wiki.example.org/wiki/Main_Page'],
  ['Talk:AC/DC', 'https://wiki.example.org/wiki/Talk:AC/DC'],
  ['100% & more?', 'https://wiki.example.org/wiki/100%25_%26_more%3F'],
  ['C#', 'https://wiki.example.org/wiki/C%23'],
  ['$1 and $&', 'https://wiki.example.org/wiki/%241_and_%24%26'],
  ['横浜', 'https://wiki.example.org/wiki/%E6%A8%AA%E6%B5%9C'],
  ['half \ud800', 'https://wiki.example.org/wiki/half_%EF%BF%BD'],
];

for (const [title, address] of titles)
  test(`the page ${JSON.stringify(title)} opens ${address}`, () =>
    assert.equal(pageAddress(wiki, title), address));

test('a user opens as a page', () =>
  assert.equal(userAddress(wiki, 'Åsa'), 'https://wiki.example.org/wiki/User:%C3%85sa'));

const addresses: readonly (readonly [string, string | undefined])[] = [
  ['https://example.org/a', 'https://example.org/a'],
  ['//example.org/a', 'https://example.org/a'],
  ['http://example.org', 'http://example.org/'],
  ['javascript:alert(1)', undefined],
  ['command:workbench.action.quit', undefined],
  ['file:///etc/passwd', undefined],
  ['vscode://x/y', undefined],
  ['not an address', undefined],
  ['https://bank.example@evil.example/', undefined],
  ['https://user:password@example.org/', undefined],
  ['https://:password@example.org/', undefined],
  ['//user@example.org/a', undefined],
  ['https://example.org/@user', 'https://example.org/@user'],
];

for (const [value, address] of addresses)
  test(`the link ${value} ${address === undefined ? 'is refused' : 'opens'}`, () =>
    assert.equal(webAddress(value), address));

for (const pattern of ['javascript:$1', 'https://bank.example@evil.example/$1', 'https://$1@evil.example/'])
  test(`the pattern ${pattern} opens nothing`, () => assert.equal(pageAddress(pattern, 'x'), undefined));

const names: readonly (readonly [string, string])[] = [
  ['Recent changes', 'Recent changes.csv'],
  ['../../etc/passwd', 'etc passwd.csv'],
  ['a\u202Egpj.exe', 'a gpj.exe.csv'],
  ['CON', 'result.csv'],
  ['con.txt', 'result.csv'],
  ['Aux.tar.gz', 'result.csv'],
  ['nul .txt', 'result.csv'],
  ['COM1', 'result.csv'],
  ['com¹.log', 'result.csv'],
  ['LPT³', 'result.csv'],
  ['CONIN$', 'result.csv'],
  ['conout$.x', 'result.csv'],
  ['com10', 'com10.csv'],
  ['con artist', 'con artist.csv'],
  ['console.log', 'console.log.csv'],
  [' con', 'result.csv'],
  ['name. . .', 'name.csv'],
  [`${'a'.repeat(79)}👩`, `${'a'.repeat(79)}.csv`],
  [`${'a'.repeat(78)} .b`, `${'a'.repeat(78)}.csv`],
  ['...', 'result.csv'],
  ['', 'result.csv'],
];

for (const [title, name] of names)
  test(`a file for ${JSON.stringify(title)} is named ${name}`, () =>
    assert.equal(fileName(title, 'csv'), name));

const edits: readonly (readonly [lines: string, line: number, replaces: boolean])[] = [
  ['list=allpages', 0, false],
  ['# about\n# @site old\n### One', 1, true],
  ['// @site old', 0, false],
  ['# @site-list old\n# @site old', 1, true],
  ['### One\n# @site own\nlist=allpages', 0, false],
  ['', 0, false],
];

for (const [text, line, replaces] of edits)
  test(`the file's site goes to line ${line} of ${JSON.stringify(text)}`, () => {
    const lines = text.split('\n');
    assert.deepEqual(siteEdit(lines, 0, headerEnd(lines), 'new'), { line, replaces, text: '# @site new' });
  });

test('a query of its own site is edited in place', () =>
  assert.deepEqual(siteEdit(['# @site file', '### One', '# @site own'], 1, 3, 'new'), {
    line: 2,
    replaces: true,
    text: '# @site new',
  }));

const assets = {
  script: 's.js',
  style: 's.css',
  source: 'https://panel.example',
  nonce: 'abc',
  title: '<b>"t"',
  language: 'en',
};

test('the panel allows nothing but its own script and style', () => {
  const policy = contentSecurityPolicy(assets);
  assert.match(
    policy,
    /^default-src 'none'; script-src 'nonce-abc'; style-src https:\/\/panel\.example; img-src 'none'/,
  );
  assert.doesNotMatch(policy, /unsafe|\*|data:/);
});
test('the panel’s document escapes what is put into it', () =>
  assert.match(panelHtml(assets), /<title>&lt;b&gt;&quot;t&quot;<\/title>/));

const relative: readonly (readonly [string, string | undefined])[] = [
  ['/a', 'https://bugs.example.org/a'],
  ['../b', 'https://bugs.example.org/b'],
  ['//elsewhere.example/a', 'https://elsewhere.example/a'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['//user@elsewhere.example/a', undefined],
  ['https://bugs.example.org@evil.example/', undefined],
];
for (const [value, address] of relative)
  test(`the link ${value} of an issue ${address === undefined ? 'is refused' : 'is whole'}`, () =>
    assert.equal(webAddress(value, 'https://bugs.example.org/browse/A-1'), address));

test('a name for a file of a long title is found at once', () =>
  assert.equal(fileName(`${'. '.repeat(500_000)}x`, 'csv'), 'result.csv'));

test('the address of a pasted site is in the comment directly above its directive', () => {
  const lines = ['# https://a.example/w/api.php', '# @site a.example', 'list=x', '// http://b', '# @site b '];
  assert.equal(addressAbove(lines, 'a.example'), 'https://a.example/w/api.php');
  assert.equal(addressAbove(lines, 'b'), 'http://b');
  assert.equal(addressAbove(lines.slice(1), 'a.example'), undefined);
  assert.equal(addressAbove(['# see https://a.example', '# @site a.example'], 'a.example'), undefined);
});
