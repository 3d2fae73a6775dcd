/** Expectations over the store and over rows in memory come to the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseExpectation } from '../../server/src/query-file/expectations/expectation-parser.ts';
import { type RunFacts, verdictOfCells } from '../../server/src/query-file/expectations/verdict.ts';
import type { Json, Row } from '#shared/protocol/json.ts';
import type { Column } from '#shared/protocol/run.ts';
import { findExpected, maxOffendingRows } from '../../server/src/results/find-expected.ts';
import { ResultStore } from '../../server/src/results/store/result-store.ts';
import { cases } from '../support/depth.ts';
import { emptyPlaces, findNaively, type ItemRule, repeatedPlaces } from '../support/naive-expectation.ts';

const now = new Date(2026, 10, 22, 12).getTime();
const today = new Date(2026, 10, 22).getTime();
const keys = ['name', 'Due date', "it's"];

const cell: fc.Arbitrary<Json | undefined> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 9 }) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 9 }).map(number => `t${number}`) },
  { weight: 2, arbitrary: fc.integer({ min: 18, max: 26 }).map(day => `2026-11-${day}`) },
  {
    weight: 2,
    arbitrary: fc
      .integer({ min: -60, max: 60 })
      .map(hours => new Date(now + hours * 3_600_000).toISOString()),
  },
  fc.constantFrom<Json | undefined>(
    undefined,
    null,
    '',
    [],
    '5',
    'T5',
    true,
    false,
    ['t5', 't6'],
    [3, 7],
    ['', null],
  ),
);

const table: fc.Arbitrary<Row[]> = fc.array(
  fc.tuple(...keys.map(() => cell)).map(values =>
    Object.fromEntries(
      keys.flatMap((key, index): [string, Json][] => {
        const value = values[index];
        return value === undefined ? [] : [[key, value]];
      }),
    ),
  ),
  { maxLength: 30 },
);

const numberOf = (item: Json): number | undefined => {
  if (typeof item === 'number') return item;
  return typeof item === 'string' && /^\d+$/.test(item) ? Number(item) : undefined;
};
const timeOf = (item: Json): number | undefined => {
  if (typeof item !== 'string' || !item.startsWith('2026-')) return undefined;
  return Date.parse(item.length === 10 ? `${item}T00:00:00` : item);
};
const compared =
  (read: (item: Json) => number | undefined, rule: (value: number) => boolean): ItemRule =>
  item => {
    const value = read(item);
    return value === undefined ? undefined : rule(value);
  };
const text = (item: Json): string => (typeof item === 'string' ? item : JSON.stringify(item)).toLowerCase();

const conditions: readonly (readonly [written: string, rule: ItemRule, isNegated: boolean])[] = [
  ['= t5', item => text(item) === 't5', false],
  ['!= T5', item => text(item) === 't5', true],
  ['= 5', item => numberOf(item) === 5, false],
  ['in (t1, 5, true)', item => ['t1', 'true'].includes(text(item)) || numberOf(item) === 5, false],
  ['not in (t1, t2)', item => ['t1', 't2'].includes(text(item)), true],
  ['~ "5"', item => text(item).includes('5'), false],
  ['!~ t', item => text(item).includes('t'), true],
  ['> 4', compared(numberOf, value => value > 4), false],
  ['<= 4', compared(numberOf, value => value <= 4), false],
  ['< today', compared(timeOf, value => value < today), false],
  ['>= 2026-11-22', compared(timeOf, value => value >= today), false],
  ['> today', compared(timeOf, value => value >= new Date(2026, 10, 23).getTime()), false],
  ['< now', compared(timeOf, value => value < now), false],
];

/** Runs a generator to its end. */
function resultOf<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

const complete: RunFacts = { status: 'complete', rows: 1, milliseconds: 1 };

function judged(rows: readonly Row[], written: string) {
  const store = new ResultStore();
  const columns = keys.map((key): Column => ({ key, title: `the ${key}`, type: 'text' }));
  store.put('run', { table: { id: 'rows', title: 'rows', columns }, offset: 0, rows });
  const { expectation } = parseExpectation(written);
  assert(expectation && 'kind' in expectation);
  assert(
    expectation.kind === 'every' ||
      expectation.kind === 'any' ||
      expectation.kind === 'none' ||
      expectation.kind === 'unique',
    written,
  );
  const found = resultOf(findExpected(store, 'run', expectation, now));
  store.close();
  assert(!('unknown' in found));
  const verdict = verdictOfCells(expectation, complete, found, now);
  return {
    found,
    isPassed: verdict.isPassed,
    places: verdict.rows.map(({ row }) => row),
    offending: verdict.offending,
  };
}

const places = (all: readonly number[]): number[] => all.slice(0, maxOffendingRows);

test('conditions over random rows', () =>
  fc.assert(
    fc.property(
      table,
      fc.constantFrom(...keys),
      fc.constantFrom(...conditions),
      (rows, key, [written, rule, isNegated]) => {
        const naive = findNaively(rows, key, { rule, isNegated });
        const about = `"${key}" ${written}`;
        const every = judged(rows, `every ${about}`);
        assert.equal(every.isPassed, naive.matching === rows.length);
        assert.equal(every.offending, rows.length - naive.matching);
        const others = rows.flatMap((_, place) => (naive.places.includes(place) ? [] : [place]));
        assert.deepEqual(every.places, places(others));
        assert.equal(judged(rows, `any ${about}`).isPassed, naive.matching > 0);
        assert.equal(judged(rows, `none ${about}`).isPassed, naive.matching + naive.unfit === 0);
      },
    ),
    { numRuns: cases(80, 400) },
  ));

test('emptiness and repetition over random rows', () =>
  fc.assert(
    fc.property(
      table,
      fc.constantFrom(...keys),
      fc.subarray(keys, { minLength: 1 }),
      (rows, key, several) => {
        const empty = emptyPlaces(rows, key);
        assert.equal(judged(rows, `none "${key}" is empty`).isPassed, empty.length === 0);
        assert.equal(judged(rows, `every "${key}" is empty`).isPassed, empty.length === rows.length);
        assert.deepEqual(judged(rows, `every "${key}" is not empty`).places, places(empty));
        const repeated = repeatedPlaces(rows, several);
        const unique = judged(rows, `unique ${several.map(name => `"${name}"`).join(', ')}`);
        assert.equal(unique.isPassed, repeated.length === 0);
        assert.equal(unique.offending, repeated.length);
        assert.equal(
          unique.places.every(place => repeated.includes(place)),
          true,
        );
      },
    ),
    { numRuns: cases(60, 300) },
  ));
