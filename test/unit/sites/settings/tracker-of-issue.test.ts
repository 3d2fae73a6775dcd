/** Which tracker an issue is asked of. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { trackerOf } from '../../../../server/src/sites/settings/site-lookup.ts';
import { readSettings } from '../../../../server/src/sites/settings/read-settings.ts';

const sites = {
  wiki: { kind: 'wiki', url: 'https://a.example/api.php' },
  a: { kind: 'tracker', url: 'https://a.example/' },
  jira: { kind: 'tracker', url: 'https://a.example/jira' },
  b: { kind: 'tracker', url: 'https://b.example' },
  cloud: { kind: 'tracker', url: 'https://gate.example/1', pages: 'https://c.example' },
};
const named = (reference: string, site?: string, defaultSite = ''): string | undefined =>
  trackerOf(readSettings({ sites, defaultSite }), { reference, ...(site !== undefined && { site }) })?.name;

describe('the tracker of', () => {
  // prettier-ignore
  const cases: readonly [reference: string, site: string | undefined, defaultSite: string, name: string | undefined][] = [
    ['A-1', 'b', '', 'b'],
    ['A-1', undefined, 'jira', 'jira'],
    ['A-1', '', 'jira', 'jira'],
    ['A-1', 'b', 'jira', 'b'],
    ['A-1', undefined, '', undefined],
    ['A-1', undefined, 'wiki', undefined],
    ['A-1', 'wiki', '', undefined],
    ['A-1', 'nowhere', 'b', undefined],
    ['https://b.example/browse/A-1', 'jira', '', 'b'],
    ['https://a.example/browse/A-1', undefined, '', 'a'],
    ['https://a.example/jira/browse/A-1', undefined, '', 'jira'],
    [' https://A.example:443/jira/browse/A-1 ', undefined, '', 'jira'],
    ['http://b.example/browse/A-1', undefined, 'b', undefined],
    ['https://b.example.evil/browse/A-1', 'b', 'b', undefined],
    ['https://b.example@evil.example/browse/A-1', 'b', 'b', undefined],
    ['https://c.example/browse/A-1', 'b', '', 'cloud'],
    ['https://', 'b', '', undefined],
  ];
  for (const [reference, site, defaultSite, name] of cases)
    it(`${reference} ${site ?? '-'} ${defaultSite || '-'}`, () =>
      assert.equal(named(reference, site, defaultSite), name));

  it('a key is the only one, where there is one', () => {
    const settings = readSettings({ sites: { b: sites.b } });
    assert.equal(trackerOf(settings, { reference: 'A-1' })?.name, 'b');
  });
});
