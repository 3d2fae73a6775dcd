/** Values that only a wiki's configuration decides are not reported as wrong before the wiki has described itself. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import openValues from '../../../server/catalogue/wiki/open-values.json' with { type: 'json' };
import { allowedValues } from '../../../server/src/wiki/catalogue/wiki-catalogue.ts';
import { builtInCatalogue } from '../../support/catalogue.ts';
import { fixes, found, problemsOf } from '../../support/wiki-problems.ts';

const logs = 'list=logevents\n';

type Case = readonly [query: string, unasked: readonly string[], asked: readonly string[]];
const cases: Readonly<Record<string, readonly Case[]>> = {
  'values of a wiki': [
    [
      'prop=revisions\ntitles=A\nrvprop=content\nrvslots=main|mediainfo\nrvcontentformat-mediainfo=application/json',
      ['information:unrecognizedvalues@mediainfo'],
      ['unrecognizedvalues@mediainfo'],
    ],
    [
      'prop=revisions\ntitles=A\nrvprop=content\nrvslots=*\nrvcontentformat-mediainfo=application/json',
      ['information:unrecognizedparams@rvcontentformat-mediainfo'],
      ['unrecognizedparams@rvcontentformat-mediainfo'],
    ],
    [
      'prop=revisions\ntitles=A\nrvprop=content\nrvslots=main\nrvcontentformat-mediainfo=application/json',
      ['unrecognizedparams@rvcontentformat-mediainfo'],
      ['unrecognizedparams@rvcontentformat-mediainfo'],
    ],
    [`${logs}letype=delete|block`, ['!badvalue@delete|block'], ['!badvalue@delete|block']],
    [
      `${logs}leaction=delete/delete|block/block`,
      ['!unknown_leaction@delete/delete|block/block'],
      ['!unknown_leaction@delete/delete|block/block'],
    ],
    [`${logs}leaction=thanks/a|b`, [], []],
    [`${logs}letype=pagetriage`, ['information:badvalue@pagetriage'], ['!badvalue@pagetriage']],
    [
      `${logs}leaction=growth/answer`,
      ['information:unknown_leaction@growth/answer'],
      ['!unknown_leaction@growth/answer'],
    ],
    ['list=querypage\nqppage=Mostthanked', ['information:badvalue@Mostthanked'], ['!badvalue@Mostthanked']],
    ['list=search\nsrsearch=A\nsrsort=loudest', ['information:badvalue@loudest'], ['!badvalue@loudest']],
    [
      'list=allusers\naugroup=ownconfirmed',
      ['information:unrecognizedvalues@ownconfirmed'],
      ['unrecognizedvalues@ownconfirmed'],
    ],
    [
      'list=allusers\naurights=ownconfirmed',
      ['information:unrecognizedvalues@ownconfirmed'],
      ['unrecognizedvalues@ownconfirmed'],
    ],
    [
      'list=allpages\napprtype=edit\napprlevel=templateeditor',
      ['information:unrecognizedvalues@templateeditor'],
      ['unrecognizedvalues@templateeditor'],
    ],
    [
      'prop=revisions\ntitles=A\nrvprop=content\nrvslots=mediainfo',
      ['information:unrecognizedvalues@mediainfo'],
      ['unrecognizedvalues@mediainfo'],
    ],
    [
      'list=random\nrncontentmodel=wikibase-item',
      ['information:badvalue@wikibase-item'],
      ['!badvalue@wikibase-item'],
    ],
    ['meta=tokens\ntype=oauth', ['information:unrecognizedvalues@oauth'], ['unrecognizedvalues@oauth']],
    ['list=recentchanges\nrcnamespace=3000', [], []],
    ['list=recentchanges\nrctag=own tag', [], []],
  ],
  'misspelled ones': [
    [`${logs}letype=delet`, ['badvalue@delet'], ['!badvalue@delet']],
    [`${logs}letype=Delete`, ['badvalue@Delete'], ['!badvalue@Delete']],
    ['list=querypage\nqppage=Lonlypages', ['badvalue@Lonlypages'], ['!badvalue@Lonlypages']],
    ['list=allusers\naugroup=sysops', ['unrecognizedvalues@sysops'], ['unrecognizedvalues@sysops']],
  ],
  modules: [
    [
      'list=structuredtasks',
      ['information:unrecognizedvalues@structuredtasks'],
      ['unrecognizedvalues@structuredtasks'],
    ],
    [
      'generator=structuredtasks\nprop=info',
      ['information:badgenerator@structuredtasks'],
      ['!badgenerator@structuredtasks'],
    ],
    [
      'list=reviewedpages',
      ['information:unrecognizedvalues@reviewedpages'],
      ['unrecognizedvalues@reviewedpages'],
    ],
    ['list=thread', ['information:unrecognizedvalues@thread'], ['unrecognizedvalues@thread']],
    [
      'generator=reviewedpages\nprop=info',
      ['information:badgenerator@reviewedpages'],
      ['!badgenerator@reviewedpages'],
    ],
    ['list=allpagse', ['unrecognizedvalues@allpagse'], ['unrecognizedvalues@allpagse']],
    ['generator=allpagse\nprop=info', ['badgenerator@allpagse'], ['!badgenerator@allpagse']],
  ],
  'parameters beside an unknown module': [
    [
      'list=structuredtasks\nsttype=a\ncmtitle=B\nlimit=5',
      ['information:unrecognizedvalues@structuredtasks'],
      [
        'unrecognizedvalues@structuredtasks',
        'unrecognizedparams@sttype',
        'unrecognizedparams@cmtitle',
        'unrecognizedparams@limit',
      ],
    ],
    [
      'list=structuredtasks|allpages\naplimt=5',
      ['information:unrecognizedvalues@structuredtasks', 'hint:unrecognizedparams@aplimt'],
      ['unrecognizedvalues@structuredtasks', 'unrecognizedparams@aplimt'],
    ],
  ],
};

for (const [name, all] of Object.entries(cases))
  describe(name, () => {
    for (const [query, unasked, described] of all)
      it(JSON.stringify(query), () => {
        assert.deepEqual(found(query), unasked);
        assert.deepEqual(found(query, { describesItself: true }), described);
        for (const problem of problemsOf(query))
          assert.deepEqual(
            fixes(query, problem).filter(({ preferred }) => preferred),
            [],
          );
      });
  });

describe('parameters whose values the configuration decides', () => {
  it('are enumerations of the catalogue', () => {
    for (const key of openValues) {
      const [module = '', name = ''] = key.split('.');
      const builtInModule = builtInCatalogue.module(module);
      const parameter = [
        ...(builtInModule?.parameters ?? []),
        ...(builtInModule?.templatedParameters ?? []),
      ].find(each => each.name === name);
      assert.ok(parameter && allowedValues(parameter), key);
    }
  });
});
