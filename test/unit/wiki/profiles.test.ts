/** Checks, completion and hover for a profile of one version of MediaWiki. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languageWith } from '../../support/wiki-profile.ts';
import directives from '../../../server/catalogue/query-file/directives.json' with { type: 'json' };
import { manifestSettings } from '../../support/settings.ts';
import data from '../../../server/catalogue/wiki/versions.json' with { type: 'json' };
import { allowedValues } from '../../../server/src/wiki/catalogue/module.ts';
import { wikimediaProfile } from '#shared/base/site-address.ts';
import { isLater } from '../../../server/src/wiki/catalogue/profiles.ts';
import { builtInCatalogue } from '../../support/catalogue.ts';

const { found: problemsIn, messages, hover, labels, details } = languageWith();

describe('what a version does not have yet', () => {
  const cases: readonly (readonly [query: string, profile: string, found: readonly string[]])[] = [
    ['list=allusers\nauexcludetemp', 'mediawiki-1.39', ['unrecognizedparams@auexcludetemp']],
    ['list=allusers\nauexcludetemp', 'mediawiki-1.43', []],
    ['list=allusers\nauexcludetemp', 'wikimedia', []],
    ['list=trackingcategories\ntcmin=2', 'mediawiki-1.43', ['unrecognizedvalues@trackingcategories']],
    ['list=trackingcategories\ntcmin=2', 'mediawiki-1.45', []],
    ['generator=trackingcategories', 'mediawiki-1.39', ['badgenerator@trackingcategories']],
    ['titles=A\nprop=info\ninprop=url|editintro', 'mediawiki-1.39', ['unrecognizedvalues@editintro']],
    ['titles=A\nprop=info\ninprop=url|editintro', 'mediawiki-1.43', []],
    [
      'titles=A\nprop=info\nintestactions=edit\nintestactionsautocreate',
      'mediawiki-1.39',
      ['unrecognizedparams@intestactionsautocreate'],
    ],
    ['generator=random\ngrnminsize=9', 'mediawiki-1.43', ['unrecognizedparams@grnminsize']],
    ['titles=A\nprop=info\ninlinkcontext=B', 'mediawiki-1.39', []],
    ['list=logevents\nleids=1', 'mediawiki-1.43', ['unrecognizedparams@leids']],
    ['meta=siteinfo\nsiprop=sbom', 'mediawiki-1.45', ['unrecognizedvalues@sbom']],
    ['list=users\nususers=A\nusprop=tempexpired', 'mediawiki-1.45', ['unrecognizedvalues@tempexpired']],
    ['list=watchlist\nwllabels=1\nwlprop=title|labels', 'wikimedia', []],
    ['meta=languageinfo\nliprop=namespacenames', 'wikimedia', []],
    ['meta=siteinfo\nsiprop=doubleunderscores|crosssiteajaxdomains', 'wikimedia', []],
    [
      'titles=A\nprop=revisions\nrvslots=main\nrvprop=content\nrvcontentformat-main=text/plain',
      'mediawiki-1.39',
      ['unrecognizedparams@rvcontentformat-main'],
    ],
    ['list=recentchanges\nrctoken=patrol', 'mediawiki-1.39', ['unrecognizedparams@rctoken']],
  ];
  for (const [query, profile, expected] of cases)
    it(`${query.replaceAll('\n', ' ')} for ${profile}`, () =>
      assert.deepEqual(problemsIn(query, { profile }), expected));

  it('is not reported without a profile', () => {
    for (const [query] of cases)
      assert.deepEqual(
        messages(query).filter(message => message.includes('profile')),
        [],
      );
  });

  it('is reported with its version', () => {
    const [message] = messages('list=allusers\nauexcludetemp', { profile: 'mediawiki-1.39' });
    assert.equal(
      message,
      '“auexcludetemp” was added in MediaWiki 1.43, after the profile mediawiki-1.39. Remove it, or change the profile.',
    );
  });
});

describe('what became deprecated later', () => {
  const query = 'titles=A\nprop=info\ninprop=preload';
  it('is not deprecated in the version before', () =>
    assert.deepEqual(problemsIn(query, { profile: 'mediawiki-1.39' }), []));
  it('is deprecated in that version', () =>
    assert.deepEqual(problemsIn(query, { profile: 'mediawiki-1.43' }), ['deprecation@preload']));
  it('a parameter too', () => {
    const url = 'titles=A\nprop=extlinks\nelexpandurl';
    assert.deepEqual(problemsIn(url, { profile: 'mediawiki-1.39' }), []);
    assert.deepEqual(problemsIn(url, { profile: 'mediawiki-1.45' }), ['deprecation@elexpandurl']);
  });
});

describe('which profile applies', () => {
  const query = 'list=allusers\nauexcludetemp';
  const elsewhere = { name: 'own', kind: 'wiki' as const, url: 'https://wiki.example.org/w/api.php' };
  const wikipedia = { name: 'own', kind: 'wiki' as const, url: 'https://en.wikipedia.org/w/api.php' };
  const cases: readonly (readonly [string, Parameters<typeof problemsIn>[1], text: string, number])[] = [
    ['that of the query', {}, `# @profile mediawiki-1.39\n${query}`, 1],
    [
      'that of the query before the setting',
      { profile: 'mediawiki-1.39' },
      `# @profile mediawiki-1.45\n${query}`,
      0,
    ],
    [
      'the setting for a wiki elsewhere',
      { profile: 'mediawiki-1.39', sites: [elsewhere], defaultSite: 'own' },
      query,
      1,
    ],
    [
      'Wikimedia’s own for its wikis',
      { profile: 'mediawiki-1.39', sites: [wikipedia], defaultSite: 'own' },
      query,
      0,
    ],
    [
      'the query’s for them too',
      { sites: [wikipedia], defaultSite: 'own' },
      `# @profile mediawiki-1.39\n${query}`,
      1,
    ],
    ['none of an unknown name', { profile: 'mediawiki-1.2' }, query, 0],
  ];
  for (const [title, context, text, count] of cases)
    it(`is ${title}`, () =>
      assert.equal(messages(text, context).filter(each => each.includes('profile')).length, count));

  it('the profile is ignored once the wiki has described itself', () => {
    const language = languageWith();
    const text = `# @site own\n# @profile mediawiki-1.39\n${query}`;
    const context = { sites: [elsewhere] };
    assert.deepEqual(language.found(text, context), ['unrecognizedparams@auexcludetemp']);
    language.learn('own', ['allusers']);
    assert.deepEqual(language.found(text, context), []);
  });
});

describe('the directive', () => {
  it('takes one of the profiles', () => {
    assert.deepEqual(problemsIn('# @profile mediawiki-1.40\nlist=allpages'), [
      'directive-choice@mediawiki-1.40',
    ]);
    assert.deepEqual(problemsIn('# @profile wikimedia\nlist=allpages'), []);
  });
  it('is completed with them', () =>
    assert.deepEqual(labels('# @profile ¦\nlist=allpages'), [
      'mediawiki-1.39',
      'mediawiki-1.43',
      'mediawiki-1.45',
      'wikimedia',
    ]));
});

describe('a hint', () => {
  const head = '# @profile mediawiki-1.43\n';
  it('in hover names the version', () => {
    assert.match(hover(`${head}list=allusers\nauexclude¦temp`), /Since MediaWiki 1\.43\./);
    assert.match(
      hover(`${head}list=tracking¦categories`),
      /Exists since MediaWiki 1\.45; the profile is mediawiki-1\.43/,
    );
    assert.match(hover(`${head}titles=A\nprop=info\ninprop=edit¦intro`), /Since MediaWiki 1\.41/);
    assert.doesNotMatch(hover('list=allusers\nauexclude¦temp'), /MediaWiki 1/);
  });
  it('in completion is beside what the version does not have, after all others', () => {
    const offered = details('# @profile mediawiki-1.39\nlist=allusers\nau¦');
    assert.match(offered.get('auexcludetemp') ?? '', /^since MediaWiki 1\.43 · /);
    assert.doesNotMatch(offered.get('auprefix') ?? '', /MediaWiki/);
    const names = labels('# @profile mediawiki-1.39\nlist=allusers\nau¦');
    assert(names.indexOf('auexcludetemp') > names.indexOf('aurights'));
  });
  it('in completion, of modules that the version has', () => {
    assert(labels('# @profile mediawiki-1.45\nlist=¦').includes('trackingcategories'));
    assert(!labels('# @profile mediawiki-1.45\nlist=¦').includes('geosearch'));
    assert(labels('# @profile wikimedia\nlist=¦').includes('geosearch'));
  });
});

describe('the data', () => {
  it('names what the catalogue has', () => {
    const unknown = [...Object.keys(data.since), ...Object.keys(data.deprecated)].filter(key => {
      const [name = '', parameterName, ...value] = key.split('.');
      const module = builtInCatalogue.module(name);
      if (parameterName === undefined) return module === undefined;
      const all = [...(module?.parameters ?? []), ...(module?.templatedParameters ?? [])];
      const parameter = all.find(each => each.name === parameterName);
      if (value.length === 0) return parameter === undefined;
      return parameter === undefined || !allowedValues(parameter)?.includes(value.join('.'));
    });
    assert.deepEqual(unknown, []);
  });
  it('has the profiles of the directive and of the setting', () => {
    const names = [...Object.keys(data.profiles), wikimediaProfile];
    const directive = directives.directives.find(({ key }) => key === 'profile');
    assert.deepEqual(Object.keys(directive?.values ?? {}), names);
    assert.deepEqual(manifestSettings['wikijql.language']?.properties?.['profile']?.enum, ['', ...names]);
  });
  it('compares versions by their numbers', () => {
    assert(isLater('1.43', '1.39'));
    assert(isLater('1.43', '1.9'));
    assert(!isLater('1.39', '1.39'));
    assert(!isLater('1.9', '1.39'));
    assert(isLater('2.0', '1.45'));
  });
});
