/** Made-up results as the server sends them, always the same, for the panel's tests and its pictures. */
import type { Row } from '#shared/protocol/json.ts';
import type { TableHeader } from '#shared/protocol/run.ts';

export const revisions: TableHeader = {
  id: 'recentchanges',
  title: 'recentchanges',
  columns: [
    { key: 'title', title: 'title', type: 'page' },
    { key: 'ns', title: 'ns', type: 'namespace' },
    { key: 'revid', title: 'revid', type: 'id' },
    { key: 'timestamp', title: 'timestamp', type: 'date' },
    { key: 'user', title: 'user', type: 'user' },
    { key: 'newlen', title: 'newlen', type: 'size' },
    { key: 'change', title: 'change', type: 'number' },
    { key: 'minor', title: 'minor', type: 'boolean' },
    { key: 'tags', title: 'tags', type: 'json' },
    { key: 'parsedcomment', title: 'parsedcomment', type: 'html' },
  ],
};

const nouns = [
  'Lighthouse',
  'Harbour',
  'Tidal mill',
  'Sextant',
  'Buoy',
  'Signal flag',
  'Breakwater',
  'Dry dock',
  'Ferry',
  'Compass rose',
];
const places = [
  'Brixham',
  'Oostende',
  'Piräus',
  'Göteborg',
  '横浜',
  'Gdańsk',
  'Ålesund',
  'Valparaíso',
  'Ceuta',
  'Batumi',
];
const users = ['Marlin', 'Saltmarsh', '203.0.113.7', 'Kelp & Co', 'Åsa', 'BotBuoy'];
const remarks = [
  'corrected the <span class="autocomment">date of the fire</span>',
  'linked to <a href="/wiki/Harbour">Harbour</a> &amp; added a source',
  '',
  'moved the list of keepers into its own section, since it had grown longer than the article itself',
  '<script>alert(1)</script>reverted <b>vandalism</b>',
];
const tags = [[], ['mobile edit', 'visualeditor'], ['mw-reverted'], []];
/** The entry at an index, which starts again after the last. */
function pick<T>(from: readonly T[], index: number): T {
  const entry = from[index % from.length];
  if (entry === undefined) throw new RangeError('nothing to pick from');
  return entry;
}

/** Scatters an index over a range, deterministically. */
const scatter = (index: number, range: number): number => ((index * 2_654_435_761) >>> 7) % range;

function revisionRow(index: number): Row {
  const start = Date.UTC(2026, 0, 15, 14, 56);
  return {
    title: `${pick(nouns, index)} of ${pick(places, scatter(index, 97))}${index % 41 === 0 ? ' \u202Edlo\u202C' : ''}`,
    ns: pick([0, 0, 0, 1, 4, 10, 14, 828], scatter(index, 53)),
    revid: 1_184_000_000 - index * 7,
    timestamp: new Date(start - index * 437_000).toISOString().replace('.000', ''),
    user: pick(users, scatter(index, 31)),
    newlen: 180 + scatter(index, 260_000),
    change: scatter(index, 4000) - 1400,
    minor: index % 3 === 0,
    ...(index % 7 === 0 ? {} : { tags: pick(tags, index) }),
    parsedcomment: pick(remarks, index),
  };
}

export const revisionRows = (count: number): readonly Row[] =>
  Array.from({ length: count }, (_, index) => revisionRow(index));

export const pages: TableHeader = {
  id: 'pages',
  title: 'pages',
  columns: [
    { key: 'pageid', title: 'pageid', type: 'id' },
    { key: 'title', title: 'title', type: 'page' },
    { key: 'length', title: 'length', type: 'size' },
    { key: 'categories', title: 'categories', type: 'json' },
    { key: 'pageprops', title: 'pageprops', type: 'json' },
  ],
};

export const pageRows = (count: number): readonly Row[] =>
  Array.from({ length: count }, (_, index) => ({
    pageid: 4000 + index,
    title: `${pick(nouns, index)} of ${pick(places, index)}`,
    length: 900 + scatter(index, 90_000),
    categories: [
      { ns: 14, title: 'Category:Seamarks', sortkey: '4c49', hidden: false },
      { ns: 14, title: `Category:${pick(places, index)}`, sortkey: '4854', hidden: index % 2 === 0 },
    ],
    pageprops: {
      wikibase_item: `Q${8000 + index}`,
      displaytitle: '<i>Sextant</i>',
      defaultsort: pick(nouns, index),
    },
  }));

/** The messages around the rows of a successful run. */
export const run = 'run-1';
export const title = 'Changes in the harbour';
export const start = {
  type: 'start',
  run,
  title,
  file: 'harbour.wikiquery',
  started: Date.UTC(2026, 9, 1, 12),
  layouts: {},
} as const;
export const finish = {
  type: 'finish',
  run,
  title,
  site: 'harbour',
  links: true,
  status: 'complete',
  rows: 500,
  requests: 20,
  milliseconds: 4210,
  notices: [],
} as const;
