/** Runs against the real MediaWiki: its continuation, its page batches, its errors. */
import type { Row } from '#shared/protocol/json.ts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RunOutcome } from '../../../server/src/network/backend.ts';
import { createThreadBackend } from '../../../server/src/network/thread/thread-backend.ts';
import { wikiWithBackend } from '../../support/wiki-with-backend.ts';
import { TableSink } from '../../support/stored-rows.ts';

const workerFile = new URL('../../../server/src/network/thread/worker.ts', import.meta.url);
const never = new AbortController().signal;

interface Seen {
  readonly outcome: RunOutcome;
  readonly tables: ReadonlyMap<string, Row[]>;
  readonly columns: ReadonlyMap<string, string>;
}

const titles = (seen: Seen, table: string): string[] =>
  (seen.tables.get(table) ?? []).map(({ title }) => (typeof title === 'string' ? title : ''));

describe('runs against a real MediaWiki', () => {
  const backend = createThreadBackend(workerFile);
  const { wiki } = wikiWithBackend(backend);

  let runs = 0;
  const run = async (
    query: string,
    limit = Infinity,
    post = false,
  ): Promise<Seen & { readonly name: string }> => {
    const sink = new TableSink();
    const name = `run ${runs++}`;
    const outcome = await backend.run(
      {
        run: name,
        site: { name: 'real', url: wiki().url },
        request: { kind: 'wiki', parameters: [...new URLSearchParams(query)], post },
        limit,
      },
      sink,
      never,
    );
    const columns = new Map(
      [...sink.headers].map(([id, table]) => [
        id,
        table.columns.map(({ key, type }) => `${key}:${type}`).join(' '),
      ]),
    );
    return { name, outcome, tables: await sink.tables(backend, name), columns };
  };

  it('follow a list to its end, in order and without a row twice', async () => {
    const whole = await run('list=categorymembers&cmtitle=Category:Stars&cmlimit=500');
    const parts = await run('list=categorymembers&cmtitle=Category:Stars&cmlimit=8');
    assert.equal(whole.outcome.status, 'complete');
    assert.equal(parts.outcome.requests, 30);
    assert.deepEqual(titles(parts, 'categorymembers'), titles(whole, 'categorymembers'));
    assert.equal(new Set(titles(parts, 'categorymembers')).size, 240);
    assert.equal(parts.columns.get('categorymembers'), 'title:page ns:namespace pageid:id');
  });

  it('stop at the limit and load more', async () => {
    const { name, outcome } = await run('list=allpages&aplimit=20', 30);
    assert.deepEqual([outcome.status, outcome.rows, outcome.requests], ['more', 30, 2]);
    const more = await backend.more(name, 10, { table: () => undefined, progress: () => undefined }, never);
    assert.deepEqual([more?.status, more?.rows, more?.requests], ['more', 40, 2]);
  });

  it('merge the parts of pages over batches as one big request gives them', async () => {
    const query = 'generator=allpages&gapfilterredir=nonredirects&prop=links|categories|info';
    const whole = await run(`${query}&gaplimit=500&pllimit=500&cllimit=500`);
    const parts = await run(`${query}&gaplimit=30&pllimit=7&cllimit=11`, 60);
    assert.equal(parts.outcome.status, 'more');
    assert.equal(parts.outcome.rows, 60);
    assert.ok(parts.outcome.requests > 10, `${parts.outcome.requests} requests`);
    assert.equal(parts.tables.get('pages')?.length, 60);
    const byTitle = new Map((whole.tables.get('pages') ?? []).map(row => [row['title'], row]));
    for (const row of parts.tables.get('pages') ?? [])
      assert.deepEqual(row, byTitle.get(row['title'] ?? null));
  });

  it('show the revisions of one page as rows', async () => {
    const seen = await run('prop=revisions&titles=Main Page&rvprop=ids|timestamp|user|size&rvlimit=2');
    assert.equal(seen.columns.get('pages'), 'title:page ns:namespace pageid:id');
    assert.equal(
      seen.columns.get('pages.revisions'),
      'user:user timestamp:date size:size revid:id parentid:id',
    );
  });

  it('show the text of the latest revision in a column', async () => {
    const seen = await run('generator=allpages&gaplimit=2&prop=revisions&rvprop=content&rvslots=main', 2);
    assert.match(seen.columns.get('pages') ?? '', /revisions\.slots\.main\.content:text/);
  });

  it('show the wiki itself', async () => {
    const seen = await run('meta=siteinfo|userinfo&siprop=general|namespaces|statistics|interwikimap');
    assert.equal(seen.outcome.status, 'complete');
    assert.deepEqual([...seen.tables.keys()].toSorted(), [
      'general',
      'interwikimap',
      'namespaces',
      'statistics',
      'userinfo',
    ]);
    assert.ok(seen.tables.get('general')?.some(({ name, value }) => name === 'lang' && value === 'en'));
  });

  it('give the wiki’s own errors and warnings', async () => {
    const wrong = await run('list=allpages&aplimit=x');
    assert.deepEqual(
      wrong.outcome.errors.map(({ code, module }) => `${code} ${module}`),
      ['badinteger query+allpages'],
    );
    assert.equal(wrong.outcome.status, 'failed');
    const odd = await run('list=allpages&aplimit=20&apnamespace=0&nonsense=1');
    assert.deepEqual(
      odd.outcome.warnings.map(({ code, module }) => `${code} ${module}`),
      ['unrecognizedparams main'],
    );
    assert.equal(odd.outcome.status, 'complete');
  });

  it('ask by POST when the URL would be too long', async () => {
    const many = Array.from(
      { length: 50 },
      (_, index) =>
        `A title that does not exist and is really rather long, on purpose ${'x'.repeat(90)} ${index}`,
    );
    const seen = await run(`titles=${many.join('|')}`);
    assert.deepEqual([seen.outcome.status, seen.outcome.rows], ['complete', 50]);
    assert.ok(seen.tables.get('pages')?.every(({ missing }) => missing === true));
  });

  it('keep the raw answer whole', async () => {
    const { name } = await run('list=categorymembers&cmtitle=Category:Stars&cmlimit=50');
    const raw: { query: { categorymembers: unknown[] } } = JSON.parse((await backend.raw(name)) ?? '{}');
    assert.equal(raw.query.categorymembers.length, 240);
  });

  it('say what is wrong with an address that is not api.php', async () => {
    const outcome = await backend.run(
      {
        run: 'page',
        site: { name: 'real', url: wiki().url.replace('api.php', 'index.php') },
        request: { kind: 'wiki', parameters: [['list', 'allpages']], post: false },
        limit: 1,
      },
      { table: () => undefined, progress: () => undefined },
      never,
    );
    assert.match(outcome.notices.map(({ code }) => code).join(), /^(?:html|redirect|http404)$/);
  });
});
