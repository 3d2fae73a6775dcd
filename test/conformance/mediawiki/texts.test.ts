/** The example of every module, asked of a real MediaWiki by a reader without an account. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import data from '../../../server/catalogue/wiki/texts.json' with { type: 'json' };
import { wikiTexts } from '../../../server/src/wiki/catalogue/catalogue-texts.ts';
import { coreCatalogue } from '../../support/catalogue.ts';
import { fetchJson } from '../../support/fetch-json.ts';
import { type MediaWiki, startMediaWiki } from '../../support/mediawiki.ts';

interface Answer {
  readonly errors?: readonly { readonly code: string }[];
  readonly warnings?: readonly { readonly code: string }[];
}
interface ParamInfo extends Answer {
  readonly paraminfo: { readonly modules: readonly { readonly name: string }[] };
}

/** Expected codes: missing rights of this account, failures due to the sample data only, and deprecated modules. */
const expected: Readonly<Record<string, readonly string[]>> = {
  abuselog: ['abusefilter-log-invalid-filter'],
  alldeletedrevisions: ['permissiondenied'],
  deletedrevs: ['permissiondenied'],
  mystashedfiles: ['stashnotloggedin'],
  oath: ['permissiondenied'],
  stashimageinfo: ['notloggedin'],
  watchlist: ['notloggedin'],
  watchlistraw: ['notloggedin'],
};
/** Of extensions that are newer, or not installed here. */
const absent = [
  'checkuser',
  'checkuserformattedblockinfo',
  'checkuserlog',
  'codexicons',
  'linterrors',
  'linterstats',
  'notifications',
  'unreadnotificationpages',
];

describe('the examples of the modules, on a real wiki', () => {
  const texts = wikiTexts(data);
  let wiki: MediaWiki;

  const ask = <T extends Answer>(parameters: Readonly<Record<string, string>>): Promise<T> =>
    fetchJson<T>(wiki.url, {
      method: 'POST',
      body: new URLSearchParams({
        format: 'json',
        formatversion: '2',
        errorformat: 'plaintext',
        ...parameters,
      }),
    });

  before(async () => {
    wiki = await startMediaWiki();
  });
  after(() => wiki.stop());

  it('are of modules that it has, but for eight', async () => {
    const { paraminfo } = await ask<ParamInfo>({ action: 'paraminfo', modules: 'main|json|query|query+*' });
    const has = new Set(paraminfo.modules.map(({ name }) => name));
    const lacking = coreCatalogue.all.map(({ name }) => name).filter(name => !has.has(name));
    assert.deepEqual(lacking.toSorted(), absent);
  });

  for (const { name } of coreCatalogue.all.filter(module => !absent.includes(module.name))) {
    it(name, async () => {
      const example = texts.module(name)?.example ?? assert.fail();
      const lines = example.split('\n').map(line => {
        const equals = line.indexOf('=');
        return equals < 0 ? [line, ''] : [line.slice(0, equals), line.slice(equals + 1)];
      });
      const { errors = [], warnings = [] } = await ask({ action: 'query', ...Object.fromEntries(lines) });
      const codes = [...errors, ...warnings].map(({ code }) => code);
      assert.deepEqual(
        codes.filter(code => !code.startsWith('deprecation')),
        expected[name] ?? [],
      );
    });
  }
});
