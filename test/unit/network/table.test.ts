/** From answers of the API to tables. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '#shared/protocol/json-values.ts';
import { withDefaults } from '../../../server/src/network/wiki/wiki-request.ts';
import { RowLimits } from '../../../server/src/network/wiki/row-limits.ts';
import { WikiTables } from '../../../server/src/network/table/wiki-tables.ts';
import { columnsOf, tablesOf, textOf } from './harness.ts';

const query = (parts: JsonObject): JsonObject => ({ batchcomplete: true, query: parts });
const part = (parts: JsonObject): JsonObject => ({ continue: { continue: '||' }, query: parts });

const typeOf = (record: JsonObject): string => columnsOf(tablesOf([query({ list: [record] })]).get('list'));
const of = (...values: (string | number | string[] | null)[]): string =>
  columnsOf(tablesOf([query({ list: values.map(value => ({ a: value })) })]).get('list'));
const two = (one: JsonObject, other: JsonObject): JsonObject => ({
  pages: [
    { pageid: 1, title: 'A', ...one },
    { pageid: 2, title: 'B', ...other },
  ],
});

describe('column types', () => {
  // prettier-ignore
  const cases: readonly [record: JsonObject, columns: string][] = [
    [{ pageid: 1, ns: 0, title: 'A' }, 'title:page ns:namespace pageid:id'],
    [{ title: 'A', ns: 0, revid: 5 }, 'title:page ns:namespace revid:id'],
    [{ timestamp: '2024-01-15T14:56:00Z', user: 'Ann', size: 12 }, 'timestamp:date user:user size:size'],
    [{ anything: '2024-01-15T14:56:00Z', link: 'https://example.org/', count: 3, flag: true }, 'anything:date link:link count:number flag:boolean'],
    [{ expiry: 'infinity', snippet: '<b>x</b>', tags: ['a'], logparams: { a: 1 } }, 'expiry:date snippet:html tags:json logparams:json'],
    [{ size: 'large', user: 7, url: 'x', title: true }, 'title:boolean size:text user:number url:link'],
    [{ nothing: null, empty: '' }, 'nothing:text empty:text'],
    [{ comment: '2024-01-15T14:56:00Z' }, 'comment:text'],
  ];
  for (const [record, columns] of cases) it(columns, () => assert.equal(typeOf(record), columns));

  it('have those first that a query asks for, and numbers last', () => {
    const change = { type: 'edit', ns: 0, pageid: 7, revid: 9, title: 'A', user: 'Ann', timestamp: 'now' };
    const event = { logid: 1, ns: 0, title: 'A', type: 'delete' };
    const right = { id: 4, name: 'Talk', userid: 3 };
    const tables = tablesOf([query({ recentchanges: [change], logevents: [event], list: [right] })]);
    const keys = Array.from(tables.values(), ({ columns }) => columns.map(({ key }) => key).join(' '));
    assert.deepEqual(keys, [
      'title user timestamp type ns pageid revid',
      'title type ns logid',
      'id name userid',
    ]);
  });

  it('depend on the table where a name means something else', () => {
    const page = {
      title: 'A',
      langlinks: [{ lang: 'de', title: 'Ä' }],
      contributors: [{ userid: 1, name: 'Ann' }],
    };
    const tables = tablesOf([query({ pages: [page], users: [{ name: 'Ann' }], tags: [{ name: 'x' }] })]);
    const seen = ['pages.langlinks', 'pages.contributors', 'users', 'tags'].map(id =>
      columnsOf(tables.get(id)),
    );
    assert.deepEqual(seen, ['title:text lang:text', 'name:user userid:id', 'name:user', 'name:text']);
  });
  it('widen as rows come in', () => {
    assert.deepEqual(
      [of(null, 1), of(1, 'x'), of(1, ['x']), of('', '2024-01-15T14:56:00Z')],
      ['a:number', 'a:text', 'a:json', 'a:date'],
    );
  });
  it('grow with later rows', () => {
    const tables = tablesOf([query({ list: [{ a: 1 }] }), query({ list: [{ b: 'x' }] })]);
    assert.equal(columnsOf(tables.get('list')), 'a:number b:text');
    assert.equal(textOf(tables.get('list')), '1 -\n- x');
  });
  it('stop at 250', () => {
    const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`c${index}`, index]));
    assert.equal(tablesOf([query({ list: [wide] })]).get('list')?.columns.length, 250);
  });
  it('survive a name that is a trap', () => {
    const record: JsonObject = JSON.parse('{"__proto__": 1, "constructor": "x"}');
    assert.equal(textOf(tablesOf([query({ list: [record] })]).get('list')), '1 x');
  });
});

describe('list modules', () => {
  it('are rows, over answers', () => {
    const tables = tablesOf([part({ allpages: [{ title: 'A' }] }), query({ allpages: [{ title: 'B' }] })]);
    assert.equal(textOf(tables.get('allpages')), 'A\nB');
  });
  it('are a table each', () => {
    const tables = tablesOf([query({ allpages: [{ title: 'A' }], allusers: [{ name: 'U' }] })]);
    assert.deepEqual([...tables.keys()], ['allpages', 'allusers']);
  });
  it('without rows are an empty table', () => {
    const table = tablesOf([query({ search: [] })]).get('search');
    assert.deepEqual([table?.columns, table?.rows], [[], []]);
  });
  it('end at the limit, each', () => {
    const rows = ['A', 'B', 'C'].map(title => ({ title }));
    const tables = tablesOf([query({ one: rows, other: rows, searchinfo: { a: 1, b: 2, c: 3 } })], {}, 2);
    assert.deepEqual(
      [...tables].map(([id, { rows: shown }]) => `${id} ${shown.length}`),
      ['one 2', 'other 2', 'searchinfo 3'],
    );
  });
  it('with revisions inside pages are rows of revisions', () => {
    const page = { pageid: 1, title: 'A', revisions: [{ revid: 1 }, { revid: 2 }] };
    assert.equal(textOf(tablesOf([query({ allrevisions: [page] })]).get('allrevisions')), 'A 1 1\nA 1 2');
  });
  it('beside the query are found too', () => {
    assert.equal(
      textOf(tablesOf([{ batchcomplete: true, watchlistraw: [{ ns: 0, title: 'A' }] }]).get('watchlistraw')),
      'A 0',
    );
  });
  it('of scalars have one column', () => {
    assert.equal(
      textOf(tablesOf([query({ protocols: ['http://', 'ftp://'] })]).get('protocols')),
      'http://\nftp://',
    );
  });
  it('inside an object are found there', () => {
    const tables = tablesOf([query({ querypage: { name: 'Uncategorized', results: [{ title: 'A' }] } })]);
    assert.equal(textOf(tables.get('querypage.results')), 'A');
    assert.equal(textOf(tables.get('querypage')), 'name Uncategorized');
  });
  it('come before the tables about them', () => {
    const tables = tablesOf([query({ searchinfo: { totalhits: 1 }, search: [{ title: 'A' }] })]);
    assert.deepEqual([...tables.keys()], ['search', 'searchinfo']);
  });
});

describe('meta modules', () => {
  it('are names and values', () => {
    const tables = tablesOf([query({ general: { sitename: 'W', lang: 'en', rtl: false } })]);
    assert.equal(textOf(tables.get('general')), 'sitename W\nlang en\nrtl false');
  });
  it('said again by a continuation are shown once', () => {
    const tables = tablesOf([part({ userinfo: { id: 0 }, l: [1] }), query({ userinfo: { id: 0 }, l: [2] })]);
    assert.equal(textOf(tables.get('userinfo')), 'id 0');
  });
  it('that map names to records are rows', () => {
    const tables = tablesOf([
      query({ namespaces: { '-1': { id: -1, name: 'Special' }, '0': { id: 0, name: '' } } }),
    ]);
    assert.equal(textOf(tables.get('namespaces')), '0 \n-1 Special');
  });
  it('… with the name where the record does not hold it', () => {
    const tables = tablesOf([query({ badrevids: { '7': { missing: true } } })]);
    assert.equal(textOf(tables.get('badrevids')), '7 true');
  });
});

/** Whether two rows are there after each answer. */
const reached = (parameters: Record<string, string>, ...answers: JsonObject[]): boolean[] => {
  const tables = new WikiTables(withDefaults(Object.entries(parameters)));
  const limits = new RowLimits();
  limits.raise(2);
  return answers.map(answer => {
    tables.add(answer);
    return tables.counted !== undefined && limits.reached(tables.counted, new Map());
  });
};

describe('the limit', () => {
  it('is reached by the longest table', () => {
    assert.deepEqual(reached({}, part({ one: [1], other: [1] }), part({ one: [2], other: [] })), [
      false,
      true,
    ]);
  });
  it('is not reached before the pages are whole', () => {
    assert.deepEqual(reached({ generator: 'x' }, part(two({}, {})), query(two({ links: [1] }, {}))), [
      false,
      true,
    ]);
  });
  it('counts the parts of a page asked for alone', () => {
    assert.deepEqual(
      reached({}, part({ pages: [{ title: 'A', links: [{ title: 'x' }, { title: 'y' }] }] })),
      [true],
    );
  });
});

const cells = (page: JsonObject): string => textOf(tablesOf([query({ pages: [page] })]).get('pages'));

describe('described values', () => {
  it('of a file are columns of their own', () => {
    const extmetadata = { Artist: { value: 'A', source: 'x' }, Credit: { value: 'B', hidden: '' } };
    const tables = tablesOf([query({ pages: [{ title: 'File:A.jpg', imageinfo: [{ extmetadata }] }] })]);
    const titles = tables.get('pages')?.header?.columns.map(({ title }) => title);
    assert.deepEqual(titles, ['title', 'imageinfo.Artist', 'imageinfo.Credit']);
    assert.equal(textOf(tables.get('pages')), 'File:A.jpg A B');
  });
  it('of a notification are its time, page and user', () => {
    const timestamp = { utciso8601: '2024-01-01T00:00:00Z', utcunix: '1' };
    assert.equal(cells({ title: 'A', timestamp, agent: { id: 1, name: 'U' } }), 'A 2024-01-01T00:00:00Z U');
  });
  it('of a place are latitude and longitude', () => {
    assert.equal(cells({ title: 'A', coordinates: [{ lat: 1.5, lon: -2, primary: true }] }), 'A 1.5 -2 true');
  });
});

describe('pages', () => {
  it('merge their parts until the batch is complete', () => {
    const tables = tablesOf([
      part(two({ links: ['x'] }, {})),
      part(two({ links: ['y'] }, { touched: 't' })),
      query(two({}, { links: ['z'] })),
    ]);
    assert.equal(textOf(tables.get('pages')), 'A ["x","y"] - 1\nB ["z"] t 2');
  });
  it('of several batches follow each other', () => {
    const tables = tablesOf(
      [query({ pages: [{ pageid: 1, title: 'A' }] }), query({ pages: [{ pageid: 2, title: 'B' }] })],
      { generator: 'allpages' },
    );
    assert.equal(textOf(tables.get('pages')), 'A 1\nB 2');
  });
  it('that come again in a later batch stay one row, not doubled', () => {
    const page = { pageid: 1, title: 'A', links: ['x'] };
    const tables = tablesOf([query({ pages: [page] }), query({ pages: [page] })], { generator: 'links' });
    assert.equal(textOf(tables.get('pages')), 'A ["x"] 1');
  });
  it('without an id go by their title', () => {
    const missing = { ns: 0, title: 'X', missing: true };
    const tables = tablesOf([
      part({ pages: [missing, { title: '<', invalid: true }] }),
      query({ pages: [missing] }),
    ]);
    assert.equal(textOf(tables.get('pages')), 'X true 0 -\n< - - true');
  });
  it('are in the order in which the query names them, also by other names', () => {
    const pages = ['Water', 'Sun', 'Bee'].map((title, index) => ({ pageid: index + 1, title }));
    const changes = {
      normalized: [{ from: 'sun', to: 'Sun' }],
      redirects: [{ from: 'H2O', to: 'Water' }],
    };
    const byTitle = tablesOf([query({ ...changes, pages })], { titles: 'Bee|H2O|sun' });
    assert.equal(textOf(byTitle.get('pages')), 'Bee 3\nWater 1\nSun 2');
    const byId = tablesOf([query({ pages })], { pageids: '2|3|1' });
    assert.equal(textOf(byId.get('pages')), 'Sun 2\nBee 3\nWater 1');
  });
  it('are in the order of their generator', () => {
    const tables = tablesOf([query(two({ index: 2 }, { index: 1 }))], { generator: 'search' });
    assert.equal(textOf(tables.get('pages')), 'B 1 2\nA 2 1');
  });
  it('show the only revision in columns', () => {
    const revision = { revid: 5, slots: { main: { content: 'text' } } };
    const seen = tablesOf([query(two({ revisions: [revision] }, { missing: true }))]).get('pages');
    assert.equal(textOf(seen), 'A text - 1 5\nB - true 2 -');
    assert.deepEqual(
      seen?.columns.map(({ title }) => title),
      ['title', 'revisions.content', 'missing', 'pageid', 'revisions.revid'],
    );
  });
  it('… and the only file version and thumbnail', () => {
    const seen = tablesOf([
      query(two({ imageinfo: [{ size: 9 }], thumbnail: { source: 'https://x/', width: 1 } }, {})),
    ]).get('pages');
    assert.equal(
      columnsOf(seen),
      'title:page imageinfo.size:size thumbnail.source:link thumbnail.width:number pageid:id',
    );
  });
  it('asked for alone show their lists as tables', () => {
    const answers = [[1, 2], [3]].map(ids =>
      part({ pages: [{ pageid: 1, title: 'A', revisions: ids.map(revid => ({ revid })) }] }),
    );
    const tables = tablesOf(answers, { rvlimit: '2' });
    assert.equal(textOf(tables.get('pages')), 'A 1');
    assert.equal(textOf(tables.get('pages.revisions')), '1\n2\n3');
  });
  it('… but what belongs in one cell', () => {
    const page = { title: 'A', protection: [{ type: 'edit' }], restrictiontypes: ['edit'] };
    assert.deepEqual([...tablesOf([query({ pages: [page] })]).keys()], ['pages']);
  });
  it('by id, as in the old format, are pages too', () => {
    const tables = tablesOf([
      query({ pages: { '1': { pageid: 1, title: 'A' }, '-1': { title: 'B', missing: '' } } }),
    ]);
    assert.equal(textOf(tables.get('pages')), 'A - 1\nB  -');
  });
  it('leave notes beside them that do not count', () => {
    const tables = tablesOf(
      [query({ normalized: [{ from: 'a', to: 'A' }], pages: [{ title: 'A' }] })],
      {},
      0,
    );
    assert.equal(textOf(tables.get('normalized')), 'a A');
    assert.equal(textOf(tables.get('pages')), '');
  });
});
