/** Replacements of deprecated and removed parts are named, and the fixes that use them leave the query valid. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import data from '../../../server/catalogue/wiki/replacements.json' with { type: 'json' };
import {
  allowedValues,
  type Module,
  type Parameter,
} from '../../../server/src/wiki/catalogue/wiki-catalogue.ts';
import { WikiSites } from '../../../server/src/wiki/catalogue/wiki-sites.ts';
import { createReader, createWikiService } from '../../../server/src/wiki/wiki-service.ts';
import { builtIn, builtInCatalogue } from '../../support/catalogue.ts';
import { edited, fixes, found, problemsOf, viewOf, wording } from '../../support/wiki-problems.ts';

const modules = builtInCatalogue.all.filter(({ group }) => group !== undefined);

/** Deprecated without anything that does the same. */
const withoutReplacement = new Set([
  'flowinfo',
  'exturlusage.expandurl',
  'extlinks.expandurl',
  'search.prop=hasrelated',
  'search.prop=score',
]);

const texts = (query: string): readonly string[] =>
  problemsOf(query).map(({ message, code, arguments: args }) => wording(message ?? code, args));

/** A query that uses a module as little as possible. */
const queryWith = ({ name, group }: Module): string => `${group}=${name}\ntitles=A\n`;
const deprecated: readonly (readonly [key: string, query: string])[] = [
  ...modules.filter(module => module.deprecated).map(module => [module.name, queryWith(module)] as const),
  ...modules.flatMap(module =>
    module.parameters.flatMap((parameter: Parameter) => {
      const key = `${module.name}.${parameter.name}`;
      const wire = module.prefix + parameter.name;
      return [
        ...(parameter.deprecated ? [[key, `${queryWith(module)}${wire}=1`] as const] : []),
        ...parameter.deprecatedValues.map(
          value => [`${key}=${value}`, `${queryWith(module)}${wire}=${value}`] as const,
        ),
      ];
    }),
  ),
];

describe('everything deprecated', () => {
  it('is found', () => assert.ok(deprecated.length > 45, String(deprecated.length)));
  for (const [key, query] of deprecated)
    it(`${key} says what replaces it`, () => {
      const said = texts(query).filter(text => text.includes('is deprecated'));
      const names = withoutReplacement.has(key)
        ? / is deprecated and may be removed\./
        : / is deprecated\. Use “/;
      assert.ok(
        said.some(text => names.test(text)),
        said.join('\n'),
      );
    });
});

describe('every replacement', () => {
  it('is of something deprecated', () => {
    for (const key of [...Object.keys(data.parameters), ...Object.keys(data.values)]) {
      const [module = '', name = '', value] = key.split('.');
      const parameter = builtInCatalogue.module(module)?.parameter(name);
      assert.ok(parameter, key);
      assert.ok(value === undefined ? parameter.deprecated : parameter.deprecatedValues.includes(value), key);
    }
  });

  it('of a removed parameter names a parameter that no module has', () => {
    for (const key of Object.keys(data.removedParameters)) {
      const [module = '', parameter = ''] = key.split('.');
      assert.ok(builtInCatalogue.module(module), key);
      assert.equal(builtInCatalogue.module(module)?.parameter(parameter), undefined, key);
    }
  });
});

describe('a removed parameter', () => {
  for (const [query, text] of [
    ['prop=info\ntitles=A\nintoken=edit', '“intoken” was removed in MediaWiki 1.37. Use “meta=tokens”.'],
    [
      'prop=revisions\ntitles=A\nrvtoken=rollback',
      '“rvtoken” was removed in MediaWiki 1.37. Use “meta=tokens”.',
    ],
    ['titles=A\nintoken=edit', '“intoken” was removed in MediaWiki 1.37. Use “meta=tokens”.'],
    ['list=recentchanges\nintoken=edit', '“intoken” was removed in MediaWiki 1.37. Use “meta=tokens”.'],
    ['list=watchlist\nintoken=edit', '“intoken” was removed in MediaWiki 1.37. Use “meta=tokens”.'],
    ['prop=info\ntitles=A\nINTOKEN=edit', '“intoken” was removed in MediaWiki 1.37. Use “meta=tokens”.'],
    [
      'titles=A\nrvdiffto=prev',
      '“rvdiffto” belongs to “revisions”, which this query does not use, and is deprecated. Use “action=compare”.',
    ],
    [
      'titles=A\nllurl',
      '“llurl” belongs to “langlinks”, which this query does not use, and is deprecated. Use “llprop=url”.',
    ],
    ['prop=extlinks\ntitles=A\neloffset=5', '“eloffset” was removed in MediaWiki 1.33. Use “elcontinue”.'],
    ['prop=revisions\ntitles=A\nrvdiffto=prev', '“rvdiffto” is deprecated. Use “action=compare”.'],
    [
      'prop=revisions\ntitles=A\nrvgeneratexml',
      '“rvgeneratexml” is deprecated. Use “action=expandtemplates&prop=parsetree”.',
    ],
    [
      'list=deletedrevs\ndruser=A',
      '“deletedrevs” is deprecated. Use “list=alldeletedrevisions” or “prop=deletedrevisions”.',
    ],
  ] as const)
    it(JSON.stringify(query), () => assert.deepEqual(texts(query), [text]));
});

describe('a removed value', () => {
  it('names a value no longer allowed, in a list of values', () => {
    for (const key of Object.keys(data.removedValues)) {
      const [module = '', name = '', value = ''] = key.split('.');
      const parameter = builtInCatalogue.module(module)?.parameter(name);
      assert.ok(parameter?.multi, key);
      assert.equal(allowedValues(parameter)?.includes(value), false, key);
    }
  });

  for (const [query, text, ...after] of [
    [
      'meta=userinfo\nuiprop=preferencestoken',
      '“preferencestoken” of “uiprop” was removed in MediaWiki 1.37. Use “meta=tokens”.',
      'meta=userinfo|tokens',
      'meta=userinfo',
    ],
    [
      'meta=userinfo\nuiprop=groups|preferencestoken',
      '“preferencestoken” of “uiprop” was removed in MediaWiki 1.37. Use “meta=tokens”.',
      'meta=userinfo|tokens\nuiprop=groups',
      'meta=userinfo\nuiprop=groups',
    ],
    [
      'list=tags\ntgprop=name|hitcount',
      '“name” of “tgprop” was removed in MediaWiki 1.31; the wiki ignores it.',
      'list=tags\ntgprop=hitcount',
    ],
  ] as const)
    it(JSON.stringify(query), () => {
      assert.deepEqual(texts(query), [text]);
      const [problem = assert.fail()] = problemsOf(query);
      assert.deepEqual(
        fixes(query, problem).map(({ edits }) => edited(query, edits)),
        after,
      );
    });
});

describe('one message for one cause', () => {
  for (const [query, ...expected] of [
    [
      'prop=revisions\ntitles=A\nrvprop=content|contentmodel|slotsha1',
      'deprecation@rvprop=content|contentmodel|slotsha1',
    ],
    ['prop=info|links|images', 'no-pages@info'],
    ['list=revisions\ntitles=A\nrvprop=ids\nrvlimit=3', 'unrecognizedvalues@revisions'],
    ['generator=info\ntitles=A\ninprop=url\nprop=links', '!badgenerator@info'],
    ['list=backlinks\ntitles=A', '!missingparam@backlinks'],
    ['list=allpages\npageids=1', 'information:unused-pages@pageids=1'],
    ['list=allpages\nprop=\npageids=1', 'information:unused-pages@pageids=1'],
    ['list=allpages\ntitles=A\npageids=1', '!multisource@pageids=1'],
    ['list=search\nsrserach=A', '!missingparam@srserach'],
    ['list=categorymembers\ncmtitel=Category:A', '!missingparam@cmtitel'],
    ['generator=categorymembers\ncmtitle=Category:A', '!missingparam@cmtitle'],
    ['generator=wbsearch\ngwbsearch=A', '!missingparam@gwbsearch'],
    ['LIST=logevents\nletype=block', 'unrecognizedparams@LIST'],
    [
      'LIST=logevents|allpages\nletype=block\nbltitle=A',
      'unrecognizedparams@LIST',
      'unrecognizedparams@bltitle',
    ],
    ['list=allpages\ntitles=A\nredirects'],
    ['list=allpages\ntitles=A\nprop=info'],
    ['list=pagecollectionsmetadata\ntitles=A'],
    ['list=deletedrevs\ntitles=A', 'deprecation@deletedrevs'],
  ] as const)
    it(JSON.stringify(query), () => assert.deepEqual(found(query), expected));
});

describe('all missing modules', () => {
  const service = createWikiService(new WikiSites(builtIn), createReader(new WikiSites(builtIn)), key => key);
  const context = { now: 0, defaultSite: '', sites: [] };
  for (const [query, after] of [
    ['aplimit=3\naufrom=A', 'aplimit=3\naufrom=A\nlist=allpages|allusers'],
    ['aplimit=3\napfrom=A\naufrom=A', 'aplimit=3\napfrom=A\naufrom=A\nlist=allpages|allusers'],
    ['aplimit=3\nsiprop=general', 'aplimit=3\nsiprop=general\nlist=allpages\nmeta=siteinfo'],
    ['list=\nrcprop=ids\naplimit=3', 'list=recentchanges|allpages\nrcprop=ids\naplimit=3'],
    ['?aplimit=3&aufrom=A', '?aplimit=3&aufrom=A&list=allpages|allusers'],
  ] as const)
    it(`are added once to ${JSON.stringify(query)}`, () => {
      const view = viewOf(query);
      const preferred = service
        .problems(view, context)
        .flatMap(problem => service.fixes(view, problem, context).find(fix => fix.preferred) ?? []);
      const together = service.compatibleFixes?.(view, preferred, context) ?? assert.fail();
      assert.equal(
        edited(
          query,
          together.flatMap(({ edits }) => edits),
        ),
        after,
      );
    });
});

describe('a secret', () => {
  for (const query of ['list=watchlist\nwltokn=a', 'list=watchlist\ntoken=a', 'list=foo|watchlist\nwltokn=a'])
    it(`is not suggested for ${JSON.stringify(query)}`, () => {
      assert.doesNotMatch(texts(query).join(' '), /wltoken/);
      assert.ok(
        problemsOf(query)
          .flatMap(problem => fixes(query, problem))
          .every(fix => !edited(query, fix.edits).includes('wltoken')),
      );
    });
});

/** The number of problems with one of the severities. */
const problemCount = (query: string, severities: readonly string[]): number =>
  problemsOf(query).filter(({ severity }) => severities.includes(severity)).length;

describe('no fix', () => {
  const queries = [
    ...deprecated.map(([, query]) => query),
    ...['', 'titles=A\n', 'druser=A\n', 'drfrom=A\n', 'generator=allpages\n'].flatMap(other =>
      ['revid', 'parentid|revid', 'len|minor|user', 'token', 'content|tags', ''].map(
        prop => `list=deletedrevs\n${other}drprop=${prop}\ndrlimit=5\ndrunique\ndrstart=2024-01-01T00:00:00Z`,
      ),
    ),
    'prop=revisions\ntitles=A\nrvprop=content\nrvparse',
    'prop=revisions\ntitles=A\nrvprop=content\nrvdiffto=prev',
    'prop=categorymembers\ntitles=A',
    'list=categorymember',
    'generator=backlink\nprop=info',
    'gcmtitle=Category:A',
    'cmtitle=Category:A\nblprop=ids',
    'list=allpages\nlimit=many',
    'list=allpages\napfilterredr=all,redirects',
    'prop=info\ntitles=A\ninprop=preload|readable\nintestactions=read',
  ];
  for (const query of queries)
    it(`makes ${JSON.stringify(query)} worse`, () => {
      for (const problem of problemsOf(query))
        for (const fix of fixes(query, problem)) {
          // The nearest name is always offered, and the user decides where more has to change with it.
          if (!fix.preferred && (fix.title === 'fix.rename' || fix.kind === 'nearest')) continue;
          const after = edited(query, fix.edits);
          assert.ok(problemCount(after, ['error']) <= problemCount(query, ['error']), after);
          assert.ok(
            problemCount(after, ['error', 'warning']) <= problemCount(query, ['error', 'warning']),
            after,
          );
        }
    });
});
