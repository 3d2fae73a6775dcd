import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type AskWindow, RowWindow, type WindowQuestion } from '../../../client/webview/rows/row-window.ts';
import {
  type SortKey,
  chooseSort,
  isPlain,
  plainView,
  viewOf,
} from '../../../client/webview/rows/sort-and-filter.ts';
import type { WindowResult } from '#shared/protocol/results.ts';
import { ResultStore } from '../../../server/src/results/store/result-store.ts';
import { revisionRows, revisions, run } from '../../support/results.ts';
import { Random } from '../../support/random.ts';

const rows = revisionRows(20_000);
const table = revisions.id;
const byRevision = viewOf([{ column: 'revid', descending: false }], '', new Map());
const bots = viewOf([], 'BotBuoy', new Map());

describe('a window on rows in the store', () => {
  let store: ResultStore;
  let window: RowWindow;
  let changes: number;
  let questions: WindowQuestion[];
  let waiting: { question: WindowQuestion; answered: (result: WindowResult | undefined) => void }[];
  const ask: AskWindow = (question, answered) => {
    questions.push(question);
    waiting.push({ question, answered });
  };
  const put = (from: number, to: number): void => {
    const state = store.put(run, { table: revisions, offset: from, rows: rows.slice(from, to) });
    window.receive(state.rows, state.changed);
  };
  const answer = (): boolean => {
    const [next] = waiting.splice(0, 1);
    next?.answered(store.window({ run, table, ...next.question }));
    return next !== undefined;
  };
  const settle = (): void => {
    while (answer());
  };
  const revidAt = (index: number) => window.at(index)?.cells['revid'];

  beforeEach(() => {
    store = new ResultStore();
    questions = [];
    waiting = [];
    changes = 0;
    window = new RowWindow(ask, () => changes++);
  });
  afterEach(() => store.close());

  it('asks for nothing until rows are in sight', () => {
    put(0, 1000);
    assert.deepEqual(questions, []);
    assert.equal(window.count, 1000);
    window.see(0, 30);
    assert.deepEqual(questions, [{ view: plainView, offset: 0, count: 200 }]);
    assert.ok(window.busy);
    settle();
    assert.ok(!window.busy);
    assert.equal(changes, 1);
    window.rest();
    window.want(bots);
    assert.equal(questions.length, 1);
  });

  it('asks one question at a time', () => {
    put(0, 20_000);
    for (let first = 0; first < 19_000; first += 1000) window.see(first, first + 30);
    assert.equal(waiting.length, 1);
    settle();
    assert.deepEqual(
      questions.map(({ offset, count }) => [offset, count]),
      [
        [0, 200],
        [17_800, 400],
      ],
    );
  });

  it('holds at most a thousand rows, those that were seen last', () => {
    put(0, 20_000);
    for (let first = 0; first < 19_900; first += 70) {
      window.see(first, first + 40);
      settle();
      assert.equal(revidAt(first), rows[first]?.['revid']);
      assert.ok(window.held <= 1000);
    }
  });

  it('shows the view before until the new one comes', () => {
    put(0, 1000);
    window.see(100, 130);
    settle();
    window.want(byRevision);
    assert.equal(window.view, plainView);
    assert.equal(revidAt(100), rows[100]?.['revid']);
    settle();
    assert.deepEqual(window.view, byRevision);
    assert.equal(revidAt(100), rows[899]?.['revid']);
  });

  it('drops the answer to an outdated question', () => {
    put(0, 1000);
    window.see(0, 30);
    settle();
    window.want(byRevision);
    window.want(bots);
    answer();
    assert.equal(window.view, plainView);
    settle();
    assert.deepEqual(window.view, bots);
    assert.equal(window.count, store.window({ run, table, view: bots, offset: 0, count: 0 })?.shown);
  });

  it('asks nothing for a view that means the same', () => {
    put(0, 1000);
    window.see(0, 30);
    settle();
    window.want(viewOf([], '  ', new Map([['user', ' ']])));
    assert.equal(questions.length, 1);
  });

  it('asks again for a view whose rows became more while another was wanted', () => {
    put(0, 500);
    window.see(0, 30);
    window.want(byRevision);
    settle();
    window.want(plainView);
    put(500, 1000);
    window.want(byRevision);
    settle();
    assert.equal(revidAt(0), rows[999]?.['revid']);
  });

  it('is empty where there is no row', () => {
    put(0, 0);
    window.see(0, 0);
    window.want(byRevision);
    settle();
    assert.deepEqual([window.count, window.total, window.busy], [0, 0, false]);
    put(0, 10);
    settle();
    assert.equal(revidAt(0), rows[9]?.['revid']);
  });

  it('says that the rows are gone, until there are some again', () => {
    put(0, 1000);
    store.release(run);
    window.see(0, 30);
    settle();
    assert.ok(window.gone);
    window.see(500, 530);
    assert.equal(questions.length, 1);
    put(0, 1000);
    settle();
    assert.ok(!window.gone);
    assert.equal(revidAt(500), rows[500]?.['revid']);
  });

  it('shows what the store has, whatever happened in whichever order', () => {
    const random = new Random(20_261_122);
    const pick = (bound: number): number => random.below(Math.max(1, bound));
    const views = [plainView, byRevision, bots, viewOf([], '', new Map([['ns', '10']]))];
    put(0, 1);
    let arrived = 1;
    for (let round = 0; round < 150; round++) {
      const action = pick(6);
      const first = pick(window.count);
      if (action === 0 && arrived < rows.length) put(arrived, (arrived += 1 + pick(300)));
      else if (action === 1) put(pick(arrived), arrived);
      else if (action === 2) window.want(random.one(views));
      else if (action === 3) answer();
      else window.see(first, first + 30);
      if (round % 10 > 0) continue;
      settle();
      const last = Math.max(0, Math.min(window.count, first + 30) - 1);
      window.see(Math.min(first, last), last);
      settle();
      const { view, count } = window;
      assert.deepEqual(view, window.wanted);
      const all = store.window({ run, table, view, offset: Math.min(first, last), count: 31 });
      assert.equal(count, all?.shown ?? 0);
      for (const [index, row] of (all?.rows ?? []).entries())
        assert.deepEqual(window.at(Math.min(first, last) + index), row);
      assert.ok(window.held <= 1000);
    }
  });
});

const up = (column: string): SortKey => ({ column, descending: false });
const down = (column: string): SortKey => ({ column, descending: true });
const choices: readonly (readonly [readonly SortKey[], string, boolean, readonly SortKey[]])[] = [
  [[], 'a', false, [up('a')]],
  [[up('a')], 'a', false, [down('a')]],
  [[down('a')], 'a', false, []],
  [[down('a')], 'b', false, [up('b')]],
  [[up('a'), up('b')], 'a', false, [up('a')]],
  [[], 'a', true, [up('a')]],
  [[up('a')], 'b', true, [up('a'), up('b')]],
  [[up('a'), up('b')], 'a', true, [down('a'), up('b')]],
  [[down('a'), up('b')], 'a', true, [up('b')]],
];
for (const [sort, column, adds, expected] of choices)
  it(`sorts by ${JSON.stringify(expected)} after ${column} was ${adds ? 'added' : 'chosen'}`, () =>
    assert.deepEqual(chooseSort(sort, column, adds), expected));

it('knows a view of all rows as they came', () => {
  assert.ok(isPlain(viewOf([], ' ', new Map([['a', '']]))));
  assert.ok(!isPlain(bots));
});
