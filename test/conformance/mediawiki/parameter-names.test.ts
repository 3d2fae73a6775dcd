/** Names of parameters in an address: the real MediaWiki reads them as wikijql does. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildWikiRequest } from '../../../server/src/wiki/wiki-request.ts';
import { fetchJson } from '../../support/fetch-json.ts';
import { type MediaWiki, startMediaWiki } from '../../support/mediawiki.ts';
import { modelOf } from '../../support/wiki-problems.ts';

interface Answer {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly warnings?: readonly unknown[];
}

describe('an address that the real MediaWiki and wikijql read', () => {
  let wiki: MediaWiki;
  before(async () => {
    wiki = await startMediaWiki();
  });
  after(() => wiki.stop());

  const results = async (parameters: string): Promise<readonly string[]> => {
    const { query = {} } = await fetchJson<Answer>(`${wiki.url}?${parameters}`);
    return Object.keys(query);
  };

  for (const address of [
    'action=query&meta=userinfo&+meta=siteinfo',
    'action=query&meta=userinfo&%20%20meta=siteinfo',
    'action=query&meta=userinfo&meta%00x=siteinfo',
    'action=query&meta=userinfo&%00meta=siteinfo',
    'action=query&meta=userinfo&%09meta=siteinfo',
    'action=query&meta=userinfo&%C2%A0meta=siteinfo',
    'action=query&meta=userinfo&meta+=siteinfo',
    'action=query&meta=userinfo&Meta=siteinfo',
  ])
    it(address, async () => {
      const { parameters } = buildWikiRequest(modelOf(`?${address}`));
      const pairs = parameters.map(([name, value]): [string, string] => [name, value]);
      const asRead = await results(new URLSearchParams(pairs).toString());
      const asWritten = await results(`${address}&format=json&formatversion=2`);
      assert.deepEqual(asRead, asWritten);
      const [meta] = parameters.filter(([name]) => name === 'meta').map(([, value]) => value);
      assert.equal(asWritten.includes('general'), meta === 'siteinfo');
    });
});
