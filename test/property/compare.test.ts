/** Comparing in the store and without it find the same, cell by cell. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Json, Row } from '#shared/protocol/json.ts';
import type { Column } from '#shared/protocol/run.ts';
import { compareRuns } from '../../server/src/results/compare/compare-runs.ts';
import { ResultStore } from '../../server/src/results/store/result-store.ts';
import { cases } from '../support/depth.ts';
import { compareNaively, type NaiveRow } from '../support/naive-comparison.ts';
import { comparisonTitles } from '../support/comparison.ts';

/** Keys that differ only in case, that the comparison uses itself, or that mean something to SQL or JSON. */
const keys = ['title', 'Title', 'change', 'size (before)', "it's", '"', 'a\0b', 'size'];

const cell: fc.Arbitrary<Json | undefined> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 12 }) },
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 12 }).map(number => `t${number}`) },
  fc.constantFrom<Json | undefined>(
    undefined,
    null,
    '',
    '1',
    1,
    1.5,
    2 ** 53,
    1e300,
    true,
    false,
    'true',
    'T1',
    't1 ',
    'a\0b',
    'a\0c',
    [],
    {},
    [['members', 1]],
    { members: [1] },
    { a: 1, b: [null] },
    { b: [null], a: 1 },
    'x'.repeat(2000),
  ),
);

const rowsOf = (columnKeys: readonly string[]): fc.Arbitrary<Row[]> =>
  fc.array(
    fc.tuple(...columnKeys.map(() => cell)).map(values =>
      Object.fromEntries(
        columnKeys.flatMap((key, index): [string, Json][] => {
          const value = values[index];
          return value === undefined ? [] : [[key, value]];
        }),
      ),
    ),
    { maxLength: 14 },
  );

/** Mostly the same rows as on the other side, some of them changed, away, twice, or in another place. */
const sides = fc
  .tuple(fc.subarray(keys), fc.subarray(keys))
  .chain(([before, after]) =>
    fc.tuple(
      fc.constant(before),
      fc.constant(after),
      rowsOf(before),
      rowsOf(after),
      fc.boolean(),
      fc.infiniteStream(fc.nat(9)),
    ),
  )
  .map(([before, after, olds, others, isRelated, random]) => {
    if (!isRelated) return { before, after, olds, news: others };
    const news = olds.flatMap((old, index): Row[] => {
      const chance = random.next().value;
      const kept = Object.fromEntries(Object.entries(old).filter(([key]) => after.includes(key)));
      if (chance === 0) return [];
      if (chance === 1) return [kept, kept];
      return chance === 2 ? [{ ...kept, ...others[index] }] : [kept];
    });
    return { before, after, olds, news: random.next().value < 3 ? news.toReversed() : news };
  });

const headerOf = (columnKeys: readonly string[]) => ({
  id: 'pages',
  title: 'Pages',
  columns: columnKeys.map((key): Column => ({ key, title: key, type: 'text' })),
});

const valueOf = (cells: Row, key: string | undefined): Json | undefined =>
  key !== undefined && Object.hasOwn(cells, key) ? cells[key] : undefined;

/** In an order of their own, as text. */
const sorted = (rows: readonly NaiveRow[], shown: readonly string[]): string[] =>
  rows
    .map(({ state, cells, before }) =>
      JSON.stringify([
        state,
        shown.map(key => canonical(valueOf(cells, key))),
        Object.entries(before)
          .map(([key, value]) => JSON.stringify([key, canonical(value)]))
          .toSorted(),
      ]),
    )
    .toSorted();

const canonical = (value: Json | undefined): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value)
        .map(member => JSON.stringify(member))
        .toSorted()
    : (value ?? String(value));

test('every row and cell is compared as a naive comparison does', async () => {
  await fc.assert(
    fc.asyncProperty(sides, async ({ before, after, olds, news }) => {
      const store = new ResultStore();
      store.put('before', { table: headerOf(before), offset: 0, rows: olds });
      store.put('after', { table: headerOf(after), offset: 0, rows: news });
      const [found] = await compareRuns(
        store,
        { run: 'compared', before: 'before', after: 'after' },
        comparisonTitles,
        () => undefined,
        new AbortController().signal,
      );
      assert.ok(found);
      const { comparison } = found.header;
      const common = after.filter(key => before.includes(key));
      // `title` is known to tell rows apart.
      const tried = common.toSorted((one, other) => Number(other === 'title') - Number(one === 'title'));
      const naive = compareNaively(olds, news, tried);
      assert.equal(comparison.identity, naive.identity);
      const rows = Array.from({ length: found.rows }, (_, row): NaiveRow => {
        const cellAt = (column: string): Json | undefined =>
          store.cell({ run: 'compared', table: 'pages', row, column })?.value;
        const changes = cellAt(comparison.changes);
        const shown = [...new Set([...before, ...after])].flatMap((key): [string, Json][] => {
          const value = cellAt(key);
          return value === undefined ? [] : [[key, value]];
        });
        const state = cellAt(comparison.state);
        assert.ok(state === 'added' || state === 'gone' || state === 'changed' || state === 'same');
        return {
          state,
          cells: Object.fromEntries(shown),
          before: Object.fromEntries(
            (Array.isArray(changes) ? changes : []).map(key => {
              const earlier = comparison.before[String(key)];
              assert.ok(earlier !== undefined);
              return [String(key), cellAt(earlier)];
            }),
          ),
        };
      });
      const shown = [...new Set([...before, ...after])];
      assert.deepEqual(sorted(rows, shown), sorted(naive.rows, shown));
      assert.deepEqual(comparison.counts, {
        added: 0,
        gone: 0,
        changed: 0,
        same: 0,
        ...Object.fromEntries(
          Object.entries(Object.groupBy(naive.rows, ({ state }) => state)).map(([state, group]) => [
            state,
            group.length,
          ]),
        ),
      });
      assert.deepEqual(
        comparison.onlyBefore,
        before.filter(key => !after.includes(key)),
      );
      assert.deepEqual(
        comparison.onlyAfter,
        after.filter(key => !before.includes(key)),
      );
      store.close();
    }),
    { numRuns: cases(80, 400) },
  );
});
