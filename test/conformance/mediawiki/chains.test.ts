/** Rows of one query as values of another at a real MediaWiki: rows and requests as a small program has them. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chainOf } from '../../../server/src/query-file/checking/references.ts';
import { createLanguages } from '../../../server/src/runs/languages/languages.ts';
import { QueryDocument } from '../../../server/src/query-file/query-document.ts';
import { Scope } from '../../../server/src/query-file/scope.ts';
import { createThreadBackend } from '../../../server/src/network/thread/thread-backend.ts';
import { contextOf } from '../../support/corpus.ts';
import { TableSink } from '../../support/stored-rows.ts';
import { planChain } from '../../../server/src/runs/chains/plan-requests.ts';
import { joinRows } from '../../../server/src/runs/chains/joined-rows.ts';
import { fetchRows } from '../../../server/src/runs/fetch-rows.ts';
import { planRun, type RunPlan } from '../../../server/src/runs/plan-run.ts';
import { runChain } from '../../../server/src/runs/run-chain.ts';
import { readSettings } from '../../../server/src/sites/settings/read-settings.ts';
import { wikiWithBackend } from '../../support/wiki-with-backend.ts';

const backend = createThreadBackend(new URL('../../../server/src/network/thread/worker.ts', import.meta.url));
const { wiki } = wikiWithBackend(backend);
const never = new AbortController().signal;
const language = createLanguages().get('wikiquery')!;
const { runner, syntax } = language;
const file = `# @name members
# @all
list=categorymembers
cmtitle=Category:Stars
cmlimit=100

### Info
prop=info
titles={{members.title}}
`;

/** The rows as `title pageid length`, and how many requests there were. */
interface Found {
  readonly rows: readonly string[];
  readonly requests: number;
}

const line = (row: Readonly<Record<string, unknown>>): string =>
  JSON.stringify([row['title'], row['pageid'], row['length']]);

/** The program that somebody would write. */
async function byHand(): Promise<Found> {
  let requests = 0;
  const get = async (parameters: Readonly<Record<string, string>>) => {
    requests++;
    const query = new URLSearchParams({ action: 'query', format: 'json', formatversion: '2', ...parameters });
    const response = await fetch(`${wiki().url}?${query.toString()}`);
    const answer: {
      query: Record<string, Record<string, string | number>[]>;
      continue?: Record<string, string>;
    } = JSON.parse(await response.text());
    return answer;
  };
  const titles: string[] = [];
  let next: Record<string, string> | undefined = {};
  while (next !== undefined) {
    const list = { list: 'categorymembers', cmtitle: 'Category:Stars', cmlimit: '100', ...next };
    const answer = await get(list);
    for (const { title } of answer.query['categorymembers'] ?? []) titles.push(String(title));
    next = answer.continue;
  }
  const rows: string[] = [];
  for (let at = 0; at < titles.length; at += 50) {
    const { query } = await get({ prop: 'info', titles: titles.slice(at, at + 50).join('|') });
    for (const page of query['pages'] ?? []) rows.push(line(page));
  }
  return { rows, requests };
}

it('a chain has the rows and the requests of a program written by hand', async () => {
  const document = new QueryDocument('file:///a.wikiquery', 'wikiquery', 1, file, syntax);
  const settings = readSettings({
    sites: { real: { kind: 'wiki', url: wiki().url } },
    defaultSite: 'real',
    limit: 1_000_000,
  });
  const placed = document.placed(1);
  const view = { block: placed.block, scope: new Scope(placed.block, document.header) };
  const context = { ...contextOf(), defaultSite: 'real' };
  const plan = await planRun({ document, placed, view, language }, { purpose: 'check', settings, context });
  assert(!('code' in plan) && 'chain' in plan);
  const runSource = async (run: string, source: RunPlan) => {
    assert('request' in source);
    const { outcome, tables } = await fetchRows(backend, run, source, never);
    return { ...outcome, run, tables: tables.map(({ header }) => header) };
  };
  const made = await runChain({ backend, settings, runSource, confirm: async () => false }, plan, 'chain');
  assert(!('problem' in made));
  const sink = new TableSink();
  const { site, request } = made.ready;
  const outcome = await backend.run({ run: 'chain', site, ...request }, sink, never);
  assert.equal(outcome.status, 'complete');
  const rows = (await sink.tables(backend, 'chain')).get('pages') ?? [];
  for (const row of rows) {
    assert.equal(row['from members.title'], row['title']);
    assert.equal(row['from members.pageid'], row['pageid']);
  }
  const expected = await byHand();
  assert.equal(expected.rows.length, 240);
  assert.deepEqual(rows.map(line).toSorted(), expected.rows.toSorted());
  assert.equal(made.source.requests + outcome.requests, expected.requests);
});

it('pages that the wiki normalized or redirected are joined with the rows that named them', async () => {
  const text = file.replace('titles={{members.title}}', 'redirects\ntitles={{members.title}}');
  const document = new QueryDocument('file:///a.wikiquery', 'wikiquery', 1, text, syntax);
  const { block } = document.placed(1);
  const view = { block, scope: new Scope(block, document.header) };
  const chain = chainOf(document, document.placed(1), () => true);
  assert(chain && !('code' in chain));
  const { reference } = chain;
  const site = { name: 'real', url: wiki().url };
  const rows = [
    { title: 'sun', number: 1 },
    { title: 'H2O', number: 2 },
    { title: 'Water', number: 3 },
    { title: 'double redirect', number: 4 },
    { title: 'Gravity', number: 5 },
    { title: 'Nothing at all here', number: 6 },
  ];
  const columns = [
    { key: 'title', title: 'title', type: 'page' as const },
    { key: 'number', title: 'number', type: 'number' as const },
  ];
  const joined = joinRows(reference, { columns }, 'title', rows);
  const titles = rows.map(({ title }) => title);
  const plan = planChain({ view, context: contextOf(), runner, reference, site }, titles, joined);
  assert(!('code' in plan));
  const { parts, request } = plan;
  const sink = new TableSink();
  await backend.run({ run: 'renamed', site, request, parts, limit: Infinity }, sink, never);
  const found = (await sink.tables(backend, 'renamed')).get('pages') ?? [];
  const numbers = new Map(found.map(row => [row['title'], row['from members.number']]));
  assert.deepEqual(Object.fromEntries(numbers), {
    Sun: 1,
    Water: [2, 3],
    Gravity: [4, 5],
    'Nothing at all here': 6,
  });
  const water = found.find(row => row['title'] === 'Water');
  assert.deepEqual(water?.['from members.title'], ['H2O', 'Water']);
  assert.equal(sink.headers.get('normalized')?.columns.length, 3);
});

it('a list that is too long for one request gives its rows in several, as one table', async () => {
  const titles = Array.from({ length: 120 }, (_, index) => `Star ${String(index + 1).padStart(3, '0')}`);
  const text = `# @limit 1000\nprop=info\ntitles=${titles.join('|')}`;
  const document = new QueryDocument('file:///a.wikiquery', 'wikiquery', 1, text, syntax);
  const settings = readSettings({ sites: { real: { kind: 'wiki', url: wiki().url } }, defaultSite: 'real' });
  const placed = document.placed(0);
  const view = { block: placed.block, scope: new Scope(placed.block, document.header) };
  const context = { ...contextOf(), defaultSite: 'real' };
  const plan = await planRun({ document, placed, view, language }, { purpose: 'check', settings, context });
  assert(!('code' in plan) && 'request' in plan);
  const sink = new TableSink();
  const outcome = await backend.run({ run: 'long', site: plan.site, ...plan.request }, sink, never);
  assert.equal(outcome.status, 'complete');
  assert.equal(outcome.requests, 3);
  const rows = (await sink.tables(backend, 'long')).get('pages') ?? [];
  assert.deepEqual(
    rows.map(row => row['title']),
    titles,
  );
});
