/** The sites of queries that name none. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultSitesOf } from '../../../../server/src/sites/settings/site-lookup.ts';
import { readSettings } from '../../../../server/src/sites/settings/read-settings.ts';

const wiki = { kind: 'wiki', url: 'https://w.example/api.php' };
const tracker = { kind: 'tracker', url: 'https://t.example' };

/** The sites at which a query file and a JQL file run, by the sites and the default site of the settings. */
const cases: readonly (readonly [
  what: string,
  sites: object,
  standard: string,
  wiki: string,
  tracker: string,
])[] = [
  ['no site', {}, '', '', ''],
  ['the only wiki and the only tracker', { w: wiki, t: tracker }, '', 'w', 't'],
  ['the default site, and the only one of the other kind', { w: wiki, v: wiki, t: tracker }, 'v', 'v', 't'],
  ['a default site that is not there', { w: wiki }, 'gone', 'gone', 'gone'],
  ['no choice among several of the other kind', { w: wiki, t: tracker, u: tracker }, 'w', 'w', 'w'],
  ['no choice among several', { w: wiki, v: wiki }, '', '', ''],
];

describe('a query without a site runs at', () => {
  for (const [what, sites, defaultSite, ofWiki, ofTracker] of cases)
    it(what, () =>
      assert.deepEqual(defaultSitesOf(readSettings({ sites, defaultSite })), {
        wiki: ofWiki,
        tracker: ofTracker,
      }),
    );
});
