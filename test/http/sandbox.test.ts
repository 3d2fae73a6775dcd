/** Runs against the embedded wiki: continuation, batches and a lagging database. */
import type { Row } from '#shared/protocol/json.ts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Progress } from '#shared/protocol/run.ts';
import { createBackend } from '../../server/src/network/create-backend.ts';
import type { RunOutcome } from '../../server/src/network/backend.ts';
import { startSandboxWiki, type SandboxWiki } from '../sandbox/wiki.ts';
import { quickClock } from './harness.ts';
import { TableSink } from '../support/stored-rows.ts';

const never = new AbortController().signal;

interface Seen {
  readonly outcome: RunOutcome;
  readonly tables: ReadonlyMap<string, readonly Row[]>;
  readonly waits: readonly NonNullable<Progress['wait']>[];
}

async function run(wiki: SandboxWiki, query: string, limit = Infinity): Promise<Seen> {
  const backend = createBackend({ clock: quickClock() });
  backend.configure({
    userAgent: 'wikijql-test/1.0 (test@example.org)',
    proxy: '',
    certificateAuthorities: [],
  });
  const waits: NonNullable<Progress['wait']>[] = [];
  const sink = new TableSink(({ wait }) => wait && waits.push(wait));
  try {
    const outcome = await backend.run(
      {
        run: 'run',
        site: { name: 'sandbox', url: wiki.url },
        request: { kind: 'wiki', parameters: [...new URLSearchParams(query)], post: false },
        limit,
      },
      sink,
      never,
    );
    return { outcome, tables: await sink.tables(backend, 'run'), waits };
  } finally {
    await backend.dispose();
  }
}

/** A batch of pages comes in the order of their ids, so bigger batches are in another order. */
const byTitle = (seen: Seen): Map<unknown, Row> =>
  new Map((seen.tables.get('pages') ?? []).map(row => [row['title'], row]));

describe('runs against the sandbox', () => {
  let wiki: SandboxWiki;
  before(async () => {
    wiki = await startSandboxWiki();
  });
  after(() => wiki.stop());

  it('follow a list to its end', async () => {
    const whole = await run(wiki, 'list=allpages&aplimit=500');
    const parts = await run(wiki, 'list=allpages&aplimit=20');
    assert.equal(parts.outcome.status, 'complete');
    assert.ok(parts.outcome.requests > 5);
    assert.deepEqual(parts.tables, whole.tables);
  });
  it('merge the parts of pages', async () => {
    const whole = await run(
      wiki,
      'generator=allpages&gaplimit=40&prop=links|categories|info&pllimit=500&cllimit=500',
      40,
    );
    const parts = await run(
      wiki,
      'generator=allpages&gaplimit=20&prop=links|categories|info&pllimit=7&cllimit=9',
      40,
    );
    assert.equal(whole.tables.get('pages')?.length, 40);
    assert.deepEqual(byTitle(parts), byTitle(whole));
  });
  it('say where an account would help', async () => {
    for (const [query, code] of [
      ['action=query&list=watchlist', 'notloggedin'],
      ['action=query&list=alldeletedrevisions', 'permissiondenied'],
    ] as const) {
      const { outcome } = await run(wiki, query);
      assert.deepEqual(
        outcome.errors.map(each => each.code),
        [code],
      );
      assert.deepEqual(
        outcome.notices.map(({ severity, action }) => [severity, action]),
        [['information', 'signIn']],
      );
    }
    const { outcome } = await run(wiki, 'action=query&list=allpages&aplimit=nonsense');
    assert.deepEqual([outcome.errors.length, outcome.notices], [1, []]);
  });
  it('wait for a lagging database with what nobody waits for, and give up in the end', async () => {
    const slow = await startSandboxWiki({ lag: 9 });
    try {
      const { outcome, waits, tables } = await run(slow, 'list=allpages&aplimit=20');
      assert.deepEqual([outcome.status, tables.get('allpages')?.length], ['incomplete', 20]);
      assert.deepEqual(
        outcome.notices.map(({ code }) => code),
        ['waitedEnough'],
      );
      assert.equal(outcome.requests, 7);
      assert.ok(waits.every(({ reason, seconds }) => reason === 'lag' && seconds <= 60));
    } finally {
      await slow.stop();
    }
  });
});
