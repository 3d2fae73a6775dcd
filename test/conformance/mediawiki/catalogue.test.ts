/** The built-in catalogue beside the real MediaWiki's own paraminfo: every difference is listed with its reason. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import data from '../../../server/catalogue/wiki/paraminfo.json' with { type: 'json' };
import { mergeCatalogues, readParamInfo } from '../../../server/src/wiki/catalogue/wiki-catalogue.ts';
import { builtInCatalogue } from '../../support/catalogue.ts';
import { fetchJson } from '../../support/fetch-json.ts';
import { type MediaWiki, startMediaWiki } from '../../support/mediawiki.ts';
import { catalogueDifferences, type Entry } from '../../support/catalogue-differences.ts';
import listed from './catalogue-differences.json' with { type: 'json' };

interface ParamInfo {
  readonly paraminfo: { readonly modules: readonly Entry[] };
}

describe('the built-in catalogue beside the real wiki’s', () => {
  let wiki: MediaWiki;
  const answers = new Map<string, ParamInfo>();
  before(async () => {
    wiki = await startMediaWiki();
    for (const version of ['1', '2']) {
      const query = `action=paraminfo&format=json&formatversion=${version}&modules=main|query|json|query%2B*`;
      answers.set(version, await fetchJson<ParamInfo>(`${wiki.url}?${query}`));
    }
  });
  after(() => wiki.stop());
  const real = (version = '1') => answers.get(version) ?? assert.fail('no answer');

  it('shares 68 submodules with it', () => {
    const paths = new Set(real().paraminfo.modules.map(({ path }) => path));
    const shared = data.paraminfo.modules.filter(({ path }) => path.startsWith('query+') && paths.has(path));
    assert.equal(shared.length, 68);
  });

  it('differs where it is listed, as it is listed, and nowhere else', () => {
    const found = catalogueDifferences(data.paraminfo.modules, real().paraminfo.modules);
    const expected = listed.reasons.flatMap(({ differences }) => differences);
    const unlisted = found.filter(line => !expected.includes(line));
    const stale = expected.filter(line => !found.includes(line));
    assert.deepEqual({ unlisted, stale }, { unlisted: [], stale: [] });
    assert.equal(expected.length, found.length);
    for (const { reason } of listed.reasons) assert.ok(reason.length > 20);
  });

  it('reads both format versions of it to the same modules', () => {
    const [first, second] = ['1', '2'].map(version => JSON.stringify(readParamInfo(real(version))));
    assert.equal(first, second);
  });

  it('merges with it: what it has is offered, what it lacks is known but not offered', () => {
    const site = mergeCatalogues(builtInCatalogue, readParamInfo(real('2')));
    const count = site.modules('list').length + site.modules('prop').length + site.modules('meta').length;
    assert.equal(count, 69);
    assert.ok(site.modules('prop').some(({ name }) => name === 'pageimages'));
    assert.ok(!site.modules('list').some(({ name }) => name === 'checkuser'));
    assert.equal(site.module('checkuser')?.prefix, 'cu');
  });
});
