import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Identities } from '#shared/protocol/watch.ts';
import type { CheckOutcome } from '../../../client/src/watch/check-outcome.ts';
import {
  type Check,
  type KeptWatch,
  type WatchClock,
  WatchSchedule,
} from '../../../client/src/watch/watch-schedule.ts';

const minute = 60_000;
const begin = Date.UTC(2026, 0, 1);

/** A clock that only `pass` moves. */
class TestClock implements WatchClock {
  #now = begin;
  #timers: { readonly at: number; readonly callback: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.#now + milliseconds, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter(other => other !== timer);
    };
  }

  get timers(): number {
    return this.#timers.length;
  }

  /** Calls the timers that are due within a time, and waits until all of it has finished. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers = this.#timers.filter(other => other !== next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
      await nextTurn();
    }
    this.#now = end;
  }
}

const rowsOf = (...ids: readonly string[]): Identities => ({ issues: { by: 'key', ids } });
const rows = (...ids: readonly string[]): CheckOutcome => ({
  kind: 'rows',
  site: 'work',
  run: '',
  seen: rowsOf(...ids),
});
const failure = (kind: 'offline' | 'signedOut' | 'failed'): CheckOutcome => ({
  kind,
  site: 'work',
  message: kind,
});
const busy = (seconds: number): CheckOutcome => ({ kind: 'busy', site: 'work', seconds, message: '' });

const query = (title: string, index = 0) => ({ uri: 'file:///a.jql', title, index });

let clock: TestClock;
/** The outcomes of runs, by title; the last one repeats. */
let outcomes: Record<string, CheckOutcome[]>;
/** `title@minute` of each run. */
let runs: string[];
let released: string[];
let news: string[];
/** `title status` of each run that was asked for and had no news. */
let quiet: string[];
/** Runs do not end until this resolves. */
let hold: Promise<void> | undefined;
let count: number;

const checked = async ({ title }: { readonly title: string }, run: string): Promise<Check> => {
  runs.push(`${title}@${(clock.now() - begin) / minute}`);
  await hold;
  const remaining = outcomes[title] ?? [rows()];
  const outcome = (remaining.length > 1 ? remaining.shift() : remaining[0]) ?? rows();
  return { outcome: outcome.kind === 'rows' ? { ...outcome, run } : outcome };
};

const schedule = (kept: readonly KeptWatch[] = [], isBlocked = false): WatchSchedule =>
  new WatchSchedule(
    clock,
    {
      check: checked,
      release: run => released.push(run),
      changed: () => undefined,
      news: ({ query: { title }, fresh }) => news.push(`${title} ${fresh}`),
      noNews: ({ query: { title }, status }) => quiet.push(`${title} ${status}`),
      newId: () => `id-${++count}`,
    },
    kept,
    isBlocked,
  );

beforeEach(() => {
  clock = new TestClock();
  outcomes = {};
  [runs, released, news, quiet] = [[], [], [], []];
  hold = undefined;
  count = 0;
});

describe('a watched query', () => {
  it('runs at once and then at its interval', async () => {
    schedule().start(query('a'), 900);
    await clock.pass(31 * minute);
    assert.deepEqual(runs, ['a@0', 'a@15', 'a@30']);
  });
  it('counts rows that the run before did not have, and reports them once until they are looked at', async () => {
    outcomes['a'] = [rows('1', '2'), rows('2', '1'), rows('1', '3'), rows('3', '4', '5'), rows('6')];
    const watches = schedule();
    const { id } = watches.start(query('a'), 60);
    await clock.pass(minute);
    assert.deepEqual([watches.get(id)?.fresh, news], [0, []]);
    await clock.pass(2 * minute);
    assert.deepEqual([watches.get(id)?.fresh, news], [3, ['a 1']]);
    assert.equal(watches.look(id), watches.get(id)?.run ?? 'id-5');
    assert.equal(watches.get(id)?.fresh, 0);
    await clock.pass(minute);
    assert.deepEqual(news, ['a 1', 'a 1']);
  });
  it('answers each run that the user asks for: with its news, or that nothing is new', async () => {
    outcomes['a'] = [
      rows('A-1'),
      rows('A-1'),
      failure('offline'),
      rows('A-1', 'A-2'),
      rows('A-1', 'A-2', 'A-3'),
      rows('A-1'),
    ];
    const watches = schedule();
    const { id } = watches.start(query('a'), 900);
    await clock.pass(0);
    assert.deepEqual([news, quiet], [[], []]);
    for (const answered of [['a waiting'], ['a waiting', 'a offline']]) {
      watches.checkNow(id);
      await clock.pass(0);
      assert.deepEqual([news, quiet], [[], answered]);
    }
    for (const titles of [['a 1'], ['a 1', 'a 2']]) {
      watches.checkNow(id);
      await clock.pass(0);
      assert.deepEqual(news, titles);
    }
    await clock.pass(15 * minute);
    assert.deepEqual([news.length, quiet.length, runs.length], [2, 2, 6]);
  });

  it('remembers what the user looked at last while there are new rows, over a reload too', async () => {
    outcomes['a'] = [rows('1'), rows('1', '2'), rows('2', '3')];
    const watches = schedule();
    const { id } = watches.start(query('a'), 60);
    await clock.pass(2 * minute);
    const [watch] = watches.watches;
    assert.deepEqual(
      Object.values(watch?.looked ?? {}).map(({ ids }) => ids),
      [['1']],
    );
    assert.deepEqual(watches.kept[0]?.looked, watch?.looked);
    watches.look(id);
    assert.equal(watches.get(id)?.looked, undefined);
  });
  it('does not report rows that the user has seen by another run', async () => {
    outcomes['a'] = [rows('1'), rows('1', '2'), rows('1', '2', '3', '4')];
    const watches = schedule();
    const { id } = watches.start(query('a'), 60);
    await clock.pass(minute);
    watches.look(id, rowsOf('1', '2', '3'));
    await clock.pass(minute);
    assert.deepEqual([watches.get(id)?.fresh, news], [1, ['a 1', 'a 1']]);
  });
  it('keeps only the rows of its latest run, and none once it is stopped', async () => {
    const watches = schedule();
    const { id } = watches.start(query('a'), 60);
    await clock.pass(2 * minute);
    assert.deepEqual(released, ['id-2', 'id-3']);
    watches.stop(id);
    assert.deepEqual(released, ['id-2', 'id-3', 'id-4']);
    await clock.pass(60 * minute);
    assert.deepEqual([runs.length, clock.timers], [3, 0]);
  });
  it('does not run while it is paused, and runs at once afterwards if it is late', async () => {
    const watches = schedule();
    const { id } = watches.start(query('a'), 900);
    await clock.pass(minute);
    watches.pause(id);
    await clock.pass(59 * minute);
    assert.deepEqual(runs, ['a@0']);
    watches.resume(id);
    await clock.pass(minute);
    assert.deepEqual(runs, ['a@0', 'a@60']);
  });
  it('takes an interval that changed in the file from then on', async () => {
    const watches = new WatchSchedule(clock, {
      check: async (which, run) => ({ ...(await checked(which, run)), interval: 300 }),
      release: () => undefined,
      changed: () => undefined,
      news: () => undefined,
      noNews: () => undefined,
      newId: () => `id-${++count}`,
    });
    watches.start(query('a'), 900);
    await clock.pass(10 * minute);
    assert.deepEqual(runs, ['a@0', 'a@5', 'a@10']);
  });
  it('ends when the file says so', async () => {
    outcomes['a'] = [{ kind: 'ended' }];
    const watches = schedule();
    watches.start(query('a'), 60);
    await clock.pass(5 * minute);
    assert.deepEqual([runs, watches.watches], [['a@0'], []]);
  });
  it('is one watch, whatever its place, where it has a title', () => {
    const watches = schedule();
    watches.start(query('a', 0), 60);
    watches.start(query('a', 3), 60);
    watches.start(query('', 0), 60);
    watches.start(query('', 1), 60);
    assert.deepEqual(
      watches.watches.map(({ query: { title, index } }) => `${title}${index}`),
      ['a3', '0', '1'],
    );
  });
});

describe('several watched queries', () => {
  it('run one after the other', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    hold = promise;
    const watches = schedule();
    watches.start(query('a'), 60);
    watches.start(query('b'), 60);
    await clock.pass(10 * minute);
    assert.deepEqual(runs, ['a@0']);
    resolve();
    hold = undefined;
    await nextTurn();
    await clock.pass(0);
    assert.deepEqual(runs, ['a@0', 'b@10']);
  });
  it('leave a site alone that asks for it, all of them', async () => {
    outcomes['a'] = [rows(), busy(600), rows()];
    const watches = schedule();
    watches.start(query('a'), 60);
    watches.start(query('b'), 60);
    await clock.pass(minute);
    assert.deepEqual(runs, ['a@0', 'b@0', 'a@1']);
    assert.equal(watches.of(query('a'))?.status, 'busy');
    await clock.pass(9 * minute);
    assert.equal(runs.length, 3);
    watches.checkNow(watches.of(query('b'))?.id ?? '');
    await clock.pass(0);
    assert.equal(runs.length, 3);
    await clock.pass(minute);
    assert.deepEqual(runs.slice(3, 5).toSorted(), ['a@11', 'b@11']);
  });
});

describe('a run without rows', () => {
  it('is repeated ever later, at most an hour apart', async () => {
    outcomes['a'] = [failure('offline')];
    schedule().start(query('a'), 600);
    await clock.pass(400 * minute);
    assert.deepEqual(runs, ['a@0', 'a@10', 'a@30', 'a@70', 'a@130', 'a@190', 'a@250', 'a@310', 'a@370']);
  });
  it('… not earlier than its interval', async () => {
    outcomes['a'] = [failure('failed')];
    schedule().start(query('a'), 7200);
    await clock.pass(300 * minute);
    assert.deepEqual(runs, ['a@0', 'a@120', 'a@240']);
  });
  it('keeps the rows to compare with', async () => {
    outcomes['a'] = [rows('1'), failure('offline'), rows('1', '2')];
    schedule().start(query('a'), 60);
    await clock.pass(3 * minute);
    assert.deepEqual(news, ['a 1']);
  });
  it('waits for the user to sign in, and then runs at once', async () => {
    outcomes['a'] = [failure('signedOut'), rows()];
    const watches = schedule();
    watches.start(query('a'), 60);
    await clock.pass(100 * minute);
    assert.deepEqual([runs, watches.watches[0]?.status], [['a@0'], 'signedOut']);
    watches.sessionChanged('other');
    await clock.pass(minute);
    assert.equal(runs.length, 1);
    watches.sessionChanged('work');
    await clock.pass(0);
    assert.deepEqual(runs, ['a@0', 'a@101']);
  });
});

const reloaded = (watches: WatchSchedule): WatchSchedule => {
  const { kept } = watches;
  watches.dispose();
  assert.equal(clock.timers, 0);
  return schedule(JSON.parse(JSON.stringify(kept)));
};

describe('after a reload', () => {
  it('it goes on at its time, and compares with the rows from before', async () => {
    outcomes['a'] = [rows('1'), rows('1', '2')];
    const before = schedule();
    before.start(query('a'), 900);
    await clock.pass(minute);
    const after = reloaded(before);
    await clock.pass(13 * minute);
    assert.deepEqual(runs, ['a@0']);
    await clock.pass(minute);
    assert.deepEqual([runs, news, after.watches[0]?.fresh], [['a@0', 'a@15'], ['a 1'], 1]);
  });
  it('it stays paused', async () => {
    const before = schedule();
    before.pause(before.start(query('a'), 60).id);
    const after = reloaded(before);
    await clock.pass(60 * minute);
    assert.deepEqual([after.watches[0]?.status, runs], ['paused', []]);
  });
  it('rows of large results are not remembered', async () => {
    outcomes['a'] = [rows(...Array.from({ length: 5001 }, (_, index) => String(index)))];
    const watches = schedule();
    watches.start(query('a'), 60);
    await clock.pass(0);
    assert.equal(watches.kept[0]?.seen, undefined);
  });
  it('nothing runs in an untrusted window until it is trusted', async () => {
    const before = schedule();
    before.start(query('a'), 60);
    await clock.pass(0);
    const { kept } = before;
    before.dispose();
    const after = schedule(kept, true);
    await clock.pass(60 * minute);
    assert.deepEqual([runs, clock.timers], [['a@0'], 0]);
    after.unblock();
    await clock.pass(0);
    assert.deepEqual(runs, ['a@0', 'a@60']);
  });
});
