/** Following the continuation brings every row once, whatever the size of the parts. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isList, isObject } from '../json.ts';
import { type SandboxWiki, startSandboxWiki } from '../wiki.ts';
import { type Fields, answers, ask, everything } from './asking.ts';

/** Lists with their prefix and what they need; each has more than one part at a limit of 7. */
const lists: readonly (readonly [string, string, Fields?])[] = [
  ['allcategories', 'ac'],
  ['allimages', 'ai'],
  ['allpages', 'ap', { apfrom: 'T' }],
  ['allusers', 'au'],
  ['backlinks', 'bl', { bltitle: 'Botanic Garden' }],
  ['categorymembers', 'cm', { cmtitle: 'Category:Plants' }],
  ['embeddedin', 'ei', { eititle: 'Template:Plant' }],
  ['logevents', 'le', { leprop: 'ids', letype: 'newusers' }],
  ['prefixsearch', 'ps', { pssearch: 'C' }],
  ['querypage', 'qp', { qppage: 'Listredirects' }],
  ['random', 'rn', { rnnamespace: 10 }],
  ['recentchanges', 'rc', { rcprop: 'ids', rctype: 'log', rcnamespace: 2 }],
  ['search', 'sr', { srsearch: 'candle' }],
  ['usercontribs', 'uc', { ucuser: 'Mei', ucprop: 'ids' }],
];

/** Modules that tell about pages, with their prefix. */
const props: readonly (readonly [string, string])[] = [
  ['categories', 'cl'],
  ['extlinks', 'el'],
  ['images', 'im'],
  ['iwlinks', 'iw'],
  ['langlinks', 'll'],
  ['links', 'pl'],
  ['linkshere', 'lh'],
  ['redirects', 'rd'],
  ['templates', 'tl'],
  ['transcludedin', 'ti'],
  ['contributors', 'pc'],
];

describe('continuation', () => {
  let wiki: SandboxWiki;
  before(async () => {
    wiki = await startSandboxWiki({ now: new Date('2025-06-01T12:00:00Z') });
  });
  after(() => wiki.stop());

  for (const [list, prefix, fields] of lists)
    it(`list=${list} brings every row once`, async () => {
      const limit = list === 'random' ? 2 : 7;
      const parts = await answers(wiki.url, { list, ...fields, [`${prefix}limit`]: limit });
      const pieces = await everything(wiki.url, { list, ...fields, [`${prefix}limit`]: limit });
      const whole = await everything(wiki.url, { list, ...fields, [`${prefix}limit`]: 'max' });
      assert.deepEqual(pieces.filter(isRow), whole.filter(isRow));
      assert(parts.length > 1, 'one part only');
    });

  for (const [prop, prefix] of props)
    it(`prop=${prop} brings everything of every page once`, async () => {
      const generator = {
        generator: 'allpages',
        gapfrom: 'Poppy',
        gapfilterredir: 'nonredirects',
        gaplimit: prop === 'transcludedin' ? 3 : 40,
      };
      const asked = prop === 'transcludedin' ? { ...generator, gapnamespace: 10, gapfrom: 'A' } : generator;
      const parts = await answers(wiki.url, {
        ...asked,
        prop,
        [`${prefix}limit`]: prop === 'iwlinks' ? 1 : 4,
      });
      const whole = await answers(wiki.url, { ...asked, prop, [`${prefix}limit`]: 'max' });
      const found = merged(parts, prop);
      assert.deepEqual(found, merged(whole, prop));
      assert(
        [...found.values()].some(items => items.length > 0),
        'nothing found',
      );
      assert(
        parts.some(({ batchcomplete }) => !batchcomplete),
        'no batch went over several answers',
      );
    });

  it('knows the parameters of what has ended', async () => {
    const parts = await answers(wiki.url, {
      generator: 'allpages',
      gapfrom: 'Poppy',
      gaplimit: 40,
      prop: 'images|links',
      imlimit: 'max',
      pllimit: 4,
    });
    assert(parts.length > 1, 'one part only');
    assert.deepEqual(
      parts.flatMap(({ warnings = [] }) => warnings),
      [],
    );
  });

  it('follows a list and a generator at the same time', async () => {
    const parts = await answers(wiki.url, {
      list: 'allusers',
      aulimit: 10,
      generator: 'allpages',
      gapfrom: 'W',
      gaplimit: 20,
      prop: 'links',
      pllimit: 30,
    });
    const users = parts.flatMap(({ query }) => (isList(query?.['allusers']) ? query['allusers'] : []));
    assert.equal(users.length, 34);
    assert.equal(new Set(users.map(user => JSON.stringify(user))).size, 34);
  });

  it('counts the pages of extracts', async () => {
    const parts = await answers(wiki.url, {
      titles: 'Sage|Basil|Mint',
      prop: 'extracts',
      exlimit: 2,
      explaintext: '',
    });
    assert.deepEqual(
      parts.map(part => part.continue?.['excontinue']),
      [2, undefined],
    );
  });

  it('has a limits member for max', async () =>
    assert.deepEqual((await ask(wiki.url, { list: 'allpages', aplimit: 'max' })).limits, { allpages: 500 }));
});

/** Searches tell their total in every part; that is not a row. */
const isRow = (row: unknown): boolean => typeof row === 'object';

function merged(parts: Awaited<ReturnType<typeof answers>>, key: string): Map<string, string[]> {
  const all = new Map<string, string[]>();
  for (const { query } of parts)
    for (const page of isList(query?.['pages']) ? query['pages'] : []) {
      if (!isObject(page)) continue;
      const items = page[key];
      const id = JSON.stringify(page['title']);
      all.set(id, [
        ...(all.get(id) ?? []),
        ...(isList(items) ? items.map(item => JSON.stringify(item)) : []),
      ]);
    }
  return all;
}
