import assert from 'node:assert/strict';
import test from 'node:test';
import type { SiteKind } from '#shared/protocol/sites.ts';
import { findTyped, readTypedSite } from '../../../../server/src/sites/settings/typed-site.ts';

const wikis: readonly [typed: string, url: string, name: string][] = [
  ['https://en.wikipedia.org/w/api.php', 'https://en.wikipedia.org/w/api.php', 'enwiki'],
  ['en.wikipedia.org', 'https://en.wikipedia.org/w/api.php', 'enwiki'],
  ['https://de.m.wikipedia.org/wiki/Jura?x=1#y', 'https://de.wikipedia.org/w/api.php', 'dewiki'],
  ['https://fr.wiktionary.org/w/index.php?title=chat', 'https://fr.wiktionary.org/w/api.php', 'frwiktionary'],
  ['https://en.wikipedia.org/wiki/index.php', 'https://en.wikipedia.org/w/api.php', 'enwiki'],
  ['https://wiki.example.org/w/index.php/A/api.php', 'https://wiki.example.org/w/api.php', 'example'],
  ['127.example.org/api.php', 'https://127.example.org/api.php', '127'],
  ['localhost.example.org/api.php', 'https://localhost.example.org/api.php', 'localhost'],
  ['https://commons.wikimedia.org/wiki/File:A.jpg', 'https://commons.wikimedia.org/w/api.php', 'commons'],
  ['https://www.wikidata.org/wiki/Q42', 'https://www.wikidata.org/w/api.php', 'wikidata'],
  ['de', 'https://de.wikipedia.org/w/api.php', 'dewiki'],
  ['simple', 'https://simple.wikipedia.org/w/api.php', 'simplewiki'],
  ['zh-min-nanwiki', 'https://zh-min-nan.wikipedia.org/w/api.php', 'zh-min-nanwiki'],
  ['dewiktionary', 'https://de.wiktionary.org/w/api.php', 'dewiktionary'],
  ['Commons', 'https://commons.wikimedia.org/w/api.php', 'commons'],
  ['commonswiki', 'https://commons.wikimedia.org/w/api.php', 'commons'],
  ['Wikipedia', 'https://en.wikipedia.org/w/api.php', 'enwiki'],
  ['German', 'https://de.wikipedia.org/w/api.php', 'dewiki'],
  ['Wikipedia in German', 'https://de.wikipedia.org/w/api.php', 'dewiki'],
  ['French Wiktionary', 'https://fr.wiktionary.org/w/api.php', 'frwiktionary'],
  ['https://minecraft.wiki/api.php?action=help', 'https://minecraft.wiki/api.php', 'minecraft'],
  ['https://wiki.archlinux.org/index.php/Main_page', 'https://wiki.archlinux.org/api.php', 'archlinux'],
  ['http://127.0.0.1:8080/w/index.php/Main', 'http://127.0.0.1:8080/w/api.php', 'local'],
  ['localhost:8080/w/api.php', 'http://localhost:8080/w/api.php', 'localhost'],
];

const trackers: readonly [typed: string, url: string, name: string][] = [
  ['https://issues.apache.org/jira/browse/KAFKA-1', 'https://issues.apache.org/jira', 'apache'],
  [
    'https://issues.apache.org/jira/issues/?jql=project%20%3D%20X',
    'https://issues.apache.org/jira',
    'apache',
  ],
  ['https://bugs.mojang.com/browse/MC-4', 'https://bugs.mojang.com', 'mojang'],
  ['https://jira.example.org/secure/Dashboard.jspa', 'https://jira.example.org', 'example'],
  ['jira.example.org', 'https://jira.example.org', 'example'],
  ['https://acme.atlassian.net/jira/software/projects/X/boards/1', 'https://acme.atlassian.net', 'acme'],
  ['acme', 'https://acme.atlassian.net', 'acme'],
  ['https://api.atlassian.com/ex/jira/1a2b', 'https://api.atlassian.com/ex/jira/1a2b', 'api'],
];

/** Wikipedias as wikimedia/pywikibot lists them: pywikibot/families/wikipedia_family.py at 0047a9758485. */
const wikipedias =
  'en nl de sv fr it ru es vi war pl ceb ja pt zh uk ca no fa fi id cs ar ko ms hu sr ro tr min kk eo sk da sh eu lt bg he hr sl uz et hy vo nn gl simple hi la el az th oc ka mk be new tt pms tl ta te cy lv be-x-old ht ur bs sq br jv mg ce lb mr is ml pnb ba af my lmo zh-yue ga yo bn fy an cv tg ky sw ne io gu bpy sco scn nds ku ast qu su als gd kn am ia nap ckb bug bat-smg wa map-bms mn arz mzn si zh-min-nan pa yi sah vec fo sa bar nah os roa-tara pam hsb or se li mrj mi ilo co hif gan frr bo rue glk mhr bcl nds-nl fiu-vro ps tk pag vls gv xmf diq km kv zea csb crh hak vep ay dv sc so zh-classical nrm rm udm koi ug kw stq lad wuu lij fur eml mt bh as cbk-zam gn pi gag pcd ksh nov szl ang nv ie ace ext frp mwl ln sn dsb lez pfl krc haw pdc xal kab rw myv to arc kl bjn kbd ha pap lo tpi lbe av mdf jbo wo na bxr ty srn ig nso kg tet kaa ab ltg zu za tyv chy rmy cdo cu chr tn roa-rup tw got bi pih sm bm ss iu sd pnt ki om xh rn ts ee ak fj ti ks lg sg ny ff ve cr st dz tum ik ch';

test('the code of every Wikipedia is a wiki', () => {
  for (const code of wikipedias.split(' '))
    assert.deepEqual(readTypedSite(code, 'wiki'), {
      kind: 'wiki',
      url: `https://${code}.wikipedia.org/w/api.php`,
      name: `${code}wiki`,
    });
});

/** A site as it is typed, without the page that is looked at. */
const read = (typed: string, kind?: SiteKind): unknown => {
  const { page: _, ...site } = Object(readTypedSite(typed, kind));
  return site;
};

for (const [typed, url, name] of wikis)
  test(`“${typed}” is the wiki at ${url}`, () =>
    assert.deepEqual(read(typed, 'wiki'), { kind: 'wiki', url, name }));

for (const [typed, url, name] of trackers)
  test(`“${typed}” is the tracker at ${url}`, () =>
    assert.deepEqual(read(typed, 'tracker'), { kind: 'tracker', url, name }));

test('an address tells its kind, whatever the file is', () => {
  for (const [typed, url, name] of trackers.filter(([written]) =>
    /browse|issues\/|atlassian\.net|jira\./.test(written),
  ))
    assert.deepEqual(read(typed, 'wiki'), { kind: 'tracker', url, name });
  for (const [typed, url, name] of wikis.filter(([written]) => written.includes('/')))
    assert.deepEqual(read(typed, 'tracker'), { kind: 'wiki', url, name });
});

const refused: readonly [typed: string, kind: SiteKind | undefined, problem: string][] = [
  ['', undefined, 'malformed'],
  ['two words', 'wiki', 'malformed'],
  ['ftp://example.org', undefined, 'scheme'],
  ['https://ada:secret@example.org/w/api.php', 'wiki', 'credentials'],
  ['https://ada@jira.example.org/browse/A-1', 'tracker', 'credentials'],
];

const pages: readonly [typed: string, kind: SiteKind | undefined, likely: string][] = [
  ['https://example.org/wiki/Main_Page', undefined, 'wiki https://example.org/w/api.php'],
  ['example.org', 'wiki', 'wiki https://example.org/w/api.php'],
  ['example.org/tools/start', 'tracker', 'tracker https://example.org/tools/start'],
  ['https://wiki.example.org/jira/wiki/Start', 'tracker', 'wiki https://wiki.example.org/w/api.php'],
];

test('an address of Atlassian’s gateway is that of one site', () => {
  const site = readTypedSite('https://api.atlassian.com/ex/jira/1a2b/rest/api/3/myself');
  assert.deepEqual(site, { kind: 'tracker', url: 'https://api.atlassian.com/ex/jira/1a2b', name: 'api' });
});

test('a host of Wikimedia that is no wiki is looked at', () => {
  const site = readTypedSite('phabricator.wikimedia.org');
  assert.ok(typeof site === 'object');
  assert.equal(site.page, 'https://phabricator.wikimedia.org/');
});

for (const [typed, kind, likely] of pages)
  test(`what is at “${typed}” only the site can tell`, () => {
    const site = readTypedSite(typed, kind);
    assert.ok(typeof site === 'object');
    assert.equal(`${site.kind} ${site.url}`, likely);
    assert.match(site.page ?? '', /^https:\/\/\w*\.?example\.org\//);
  });

for (const kind of [undefined, 'wiki', 'tracker'] as const)
  test(`a name that is no language is that of a company in Atlassian’s Cloud, also where a ${kind} is likely`, () =>
    assert.deepEqual(readTypedSite('my-company', kind), {
      kind: 'tracker',
      url: 'https://my-company.atlassian.net',
      name: 'my-company',
    }));

test('where a tracker is likely, a name is that of a company or else of a wiki, and words are a wiki', () => {
  const commons = { kind: 'wiki', url: 'https://commons.wikimedia.org/w/api.php', name: 'commons' };
  const company = { kind: 'tracker', url: 'https://commons.atlassian.net', name: 'commons' };
  assert.deepEqual(readTypedSite('commons', 'tracker'), { ...company, other: commons });
  assert.deepEqual(readTypedSite('commons'), commons);
  const german = { kind: 'wiki', url: 'https://de.wiktionary.org/w/api.php', name: 'dewiktionary' };
  assert.deepEqual(readTypedSite('German Wiktionary', 'tracker'), german);
});

for (const [there, kind] of [
  ['https://commons.atlassian.net', 'tracker'],
  ['https://commons.wikimedia.org/w/api.php', 'wiki'],
  ['', undefined],
] as const)
  test(`the other site of a name is looked for where the first one is not: ${kind}`, async () => {
    const visited: string[] = [];
    const site = readTypedSite('commons', 'tracker');
    assert.ok(typeof site === 'object');
    const { finding } = await findTyped(async ({ page, likely }) => {
      visited.push(page);
      return page === there ? { site: likely, software: '', needsAccount: false } : { problem: page };
    }, site);
    const company = 'https://commons.atlassian.net';
    const wiki = 'https://commons.wikimedia.org/w/api.php';
    assert.deepEqual(visited, kind === 'tracker' ? [company] : [company, wiki]);
    const likely = kind && { kind, url: there };
    assert.deepEqual('site' in finding ? finding.site : finding, likely ?? { problem: company });
  });

for (const [typed, kind, problem] of refused)
  test(`“${typed}” is refused as ${problem}`, () => assert.equal(readTypedSite(typed, kind), problem));
