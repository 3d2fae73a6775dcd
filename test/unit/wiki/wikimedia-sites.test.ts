/** The modules of Wikimedia's extensions: offered for Wikimedia's wikis and without a site, known for every wiki. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { QueryContext } from '../../../server/src/query-file/language/language-service.ts';
import { WikiSites } from '../../../server/src/wiki/catalogue/wiki-sites.ts';
import { isWikimedia } from '#shared/base/site-address.ts';
import { createReader, createWikiService } from '../../../server/src/wiki/wiki-service.ts';
import { builtIn } from '../../support/catalogue.ts';
import { found } from '../../support/wiki-problems.ts';
import { view } from '../../support/wiki.ts';

describe('an address is one of Wikimedia’s', () => {
  for (const address of [
    'https://en.wikipedia.org/w/api.php',
    'https://en.m.wikipedia.org/w/api.php',
    'https://commons.wikimedia.org/w/api.php',
    'https://www.wikidata.org/w/api.php',
    'https://www.mediawiki.org/w/api.php',
    'https://wikisource.org/w/api.php',
    'https://de.wiktionary.org/w/api.php',
    'https://www.wikifunctions.org/w/api.php',
    'https://en.wikipedia.beta.wmflabs.org/w/api.php',
    'https://en.wikipedia.beta.wmcloud.org/w/api.php',
    'https://EN.Wikipedia.org./w/api.php',
  ])
    it(address, () => assert.ok(isWikimedia(address)));
  for (const address of [
    'https://wiki.example.org/w/api.php',
    'https://en.wikipedia.org.example.com/w/api.php',
    'https://notwikipedia.org/w/api.php',
    'https://example.com/wikipedia.org/api.php',
    'wikipedia.org',
    '',
  ])
    it(`not: ${address}`, () => assert.ok(!isWikimedia(address)));
});

const context = (defaultSite: string): QueryContext => ({
  now: 0,
  defaultSite,
  sites: [
    { name: 'enwiki', kind: 'wiki', url: 'https://en.wikipedia.org/w/api.php' },
    { name: 'ours', kind: 'wiki', url: 'https://wiki.example.org/w/api.php' },
  ],
});

describe('the modules of extensions', () => {
  const sites = new WikiSites(builtIn);
  const service = createWikiService(sites, createReader(sites), key => key);
  const offers = (defaultSite: string, marked: string): readonly string[] => {
    const at = view(marked);
    return service
      .complete(at, at.offset, context(defaultSite))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ label }) => label);
  };
  const codes = (defaultSite: string, query: string): readonly string[] =>
    service.problems(view(`${query}¦`), context(defaultSite)).map(({ code }) => code);

  for (const site of ['enwiki', '']) {
    it(`are offered after the others on ${site || 'no site'}`, () => {
      const names = offers(site, 'list=¦');
      assert.ok(names.includes('geosearch'));
      assert.ok(names.indexOf('geosearch') > names.indexOf('watchlistraw'));
      assert.ok(offers(site, '¦').includes('list=geosearch'));
    });
  }
  it('are not offered on another wiki', () => {
    assert.ok(!offers('ours', 'list=¦').includes('geosearch'));
    assert.ok(!offers('ours', '¦').includes('list=geosearch'));
    assert.ok(!offers('ours', 'generator=¦').includes('geosearch'));
  });
  for (const site of ['enwiki', '', 'ours'])
    it(`are known on ${site || 'no site'}`, () => {
      assert.deepEqual(codes(site, 'list=geosearch\ngscoord=1|2'), []);
      assert.deepEqual(codes(site, 'list=geosearch\ngscoord=1|2\ngsprop=size'), ['unrecognizedvalues']);
    });

  it('are missing on a wiki that has described itself without them', () => {
    const other = new WikiSites(builtIn);
    const query = {
      ...queryModule,
      parameters: [
        {
          index: 1,
          name: 'list',
          type: ['allpages'],
          multi: true,
          submodules: { allpages: 'query+allpages' },
        },
      ],
    };
    other.learn('enwiki', {
      paraminfo: { paraminfo: { modules: [query] } },
      namespaces: null,
      aliases: null,
    });
    const describedService = createWikiService(other, createReader(other), key => key);
    const problems = describedService.problems(view('list=geosearch\ngscoord=1|2¦'), context('enwiki'));
    assert.deepEqual(
      problems.map(({ message }) => message),
      ['unrecognizedvalues.absent'],
    );
    const at = view('list=¦');
    assert.deepEqual(
      describedService.complete(at, at.offset, context('enwiki')).map(({ label }) => label),
      ['allpages'],
    );
  });
});

const queryModule = { name: 'query', path: 'query', prefix: '' };

describe('rules of extensions', () => {
  for (const [query, ...expected] of [
    ['list=geosearch', '!missingparam@geosearch'],
    ['list=geosearch\ngscoord=1|2\ngspage=A', '!invalidparammix@gspage=A'],
    ['list=geosearch\ngscoord=52.5|13.4'],
    ['list=geosearch\ngscoord=-33|+151.25\ngslimit=max'],
    ['list=geosearch\ngscoord=52.5 | 13.4'],
    ['list=geosearch\ngscoord=151|-33', '!invalid-coord@151|-33'],
    ['list=geosearch\ngscoord=52.5,13.4', '!invalid-coord@52.5,13.4'],
    ['list=geosearch\ngsbbox=1|2|3', '!invalid-bbox@1|2|3'],
    ['list=geosearch\ngsbbox=52.1|13|52|13.1'],
    ['list=geosearch\ngsbbox=52|13|51|14', 'never-true@52|13|51|14'],
    ['list=geosearch\ngsbbox=51|13|51.1|13.1', 'never-true@51|13|51.1|13.1'],
    ['list=geosearch\ngsbbox=51.1|13|51|13.1\ngsradius=500', 'hint:redundant@gsradius=500'],
    ['list=geosearch\ngscoord=1|2\ngsradius=20000', '!outofrange@20000'],
    [
      'prop=coordinates\ntitles=A\ncodistancefrompoint=1|2\ncodistancefrompage=B',
      '!invalidparammix@codistancefrompage=B',
    ],
    ['list=globalblocks\nbgip=192.0.2.300', '!invalidip@192.0.2.300'],
    ['list=globalblocks\nbgip=192.0.2.0/24'],
    ['list=globalusers\ngususers=A\nguscentralids=1', '!invalidparammix@guscentralids=1'],
    ['list=globalusers', '!missingparam@globalusers'],
    ['list=globalallusers\nagugroup=steward\naguexcludegroup=bot', '!invalidparammix@aguexcludegroup=bot'],
    ['prop=pageimages\ntitles=A\npiprop=', '!noprop@piprop'],
    ['prop=pageterms\ntitles=A\nwbptterms=', '!paramempty_wbptterms@wbptterms'],
    ['meta=featureusage\nafuagent=', '!bad_afuagent@afuagent'],
    ['list=globalcontributions\nguctarget=192.0.2.1', '!invaliduser@192.0.2.1'],
    ['list=globalcontributions\nguctarget=Example 1.2'],
    ['meta=readinglists\nrltitle=A', '!missingparam@rltitle=A'],
    ['meta=readinglists\nrllist=1\nrlsort=name', '!invalidparammix@rllist=1'],
    ['list=readinglistentries\nrlelists=1\nrlechangedsince=now', '!invalidparammix@rlechangedsince=now'],
    ['list=wbsubscribers\nwblsentities=Q42|P31'],
    ['list=wbsubscribers\nwblsentities=Q42|Berlin', '!param-invalid@Berlin'],
    [
      'list=wikilambdaload_zobjects\nwikilambdaload_zids=Z1|Z2\nwikilambdaload_revisions=5',
      '!wikilambda-zerror@wikilambdaload_revisions=5',
    ],
    ['list=wikilambdaload_zobjects\nwikilambdaload_zids=Z1|Z2\nwikilambdaload_revisions=5|6'],
    ['prop=cirrusbuilddoc\nrevids=1'],
    [
      'generator=projectpages\ngwppprojects=A\ngwppassessments',
      'pageassessments-nogeneratorassessments@gwppassessments',
    ],
    ['list=projectpages\nwppprojects=A\nwppassessments'],
    ['list=search\nsrsearch=A\nsrsort=just_match\nsrqiprofile=classic'],
    ['list=recentchanges\nrcprop=oresscores\nrcshow=oresreview'],
    ['prop=revisions\ntitles=A\nrvprop=ids|flagged'],
    ['prop=revisions\ntitles=A\nrvprop=flagged', 'hint:redundant@rvprop=flagged'],
    ['list=logevents\nleids=1|2'],
    ['meta=siteinfo\nsiprop=copyuploaddomains'],
  ] as const)
    it(JSON.stringify(query), () => assert.deepEqual(found(query), expected));
});
