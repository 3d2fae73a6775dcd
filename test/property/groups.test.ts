/** Groups of random rows in the store, beside a naive computation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AggregateName } from '#shared/base/tables/aggregates.ts';
import type { Aggregate } from '#shared/protocol/grouping.ts';
import type { Json, Row } from '#shared/protocol/json.ts';
import type { View } from '#shared/protocol/results.ts';
import type { TableHeader } from '#shared/protocol/run.ts';
import { ResultStore } from '../../server/src/results/store/result-store.ts';

const table: TableHeader = {
  id: 't',
  title: 't',
  columns: [
    { key: 'a', title: 'a', type: 'text' },
    { key: 'A', title: 'A', type: 'json' },
    { key: 'n', title: 'n', type: 'number' },
    { key: 'count', title: 'count', type: 'size' },
  ],
};

const scalar = fc.constantFrom<Json>(
  null,
  '',
  'x',
  'X',
  'é',
  '1',
  1,
  0,
  -2.5,
  0.1,
  2 ** 53,
  true,
  false,
  'null',
);
const nested = fc.oneof(
  fc.array(scalar, { maxLength: 3 }),
  fc.constantFrom<Json>(
    { title: 'x' },
    { ns: 1 },
    {},
    [{ ns: 14, title: 'x' }, 'x'],
    [[1]],
    [{ ns: 1 }, { ns: 1 }],
    [[]],
  ),
);
const cell = fc.oneof({ weight: 3, arbitrary: scalar }, { weight: 1, arbitrary: nested });
const row = fc
  .record({ a: cell, A: cell, n: cell, count: fc.integer() }, { requiredKeys: [] })
  .map((cells): Row => cells);
const column = fc.constantFrom('a', 'A', 'n', 'count');
const aggregate = fc.oneof(
  fc.constant<Aggregate>({ name: 'count' }),
  fc.record({
    name: fc.constantFrom<AggregateName>('count', 'distinct', 'sum', 'average', 'min', 'max'),
    column,
  }),
);

const single = (value: Json | undefined): Json => {
  if (value === undefined || value === '' || value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.values(value).find(member => typeof member === 'string' && member !== '') ?? value;
};
const items = (value: Json | undefined): readonly Json[] => {
  const all = Array.isArray(value) && value.length > 0 ? value.map((item: Json) => single(item)) : [];
  const values = Array.isArray(value) ? all : [single(value)];
  const texts = new Set((values.length === 0 ? [null] : values).map(item => JSON.stringify(item)));
  return [...texts].map((text): Json => JSON.parse(text));
};
const isNumber = (type: string): boolean => type === 'number' || type === 'size';
const typeOf = (key: string | undefined): string => table.columns.find(each => each.key === key)?.type ?? '';

/** The value of an aggregate of some rows; `undefined` = it is empty. */
function naive({ name, column: key }: Aggregate, rows: readonly Row[]): Json | undefined {
  if (key === undefined) return rows.length;
  const filled = rows.map(each => items(each[key]).filter(item => item !== null));
  if (name === 'count') return filled.filter(list => list.length > 0).length;
  if (name === 'distinct') return new Set(filled.flat().map(item => JSON.stringify(item))).size;
  const numbers = rows.map(each => each[key]).filter(value => typeof value === 'number');
  if (numbers.length === 0) return undefined;
  const sum = numbers.reduce((before, number) => before + number, 0);
  if (name === 'sum') return sum;
  if (name === 'average') return sum / numbers.length;
  return name === 'min' ? Math.min(...numbers) : Math.max(...numbers);
}

test('groups, totals and the rows of each group are those of a naive computation', () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 30 }),
      fc.uniqueArray(column, { minLength: 1, maxLength: 3 }),
      fc.uniqueArray(aggregate, { maxLength: 4, selector: each => JSON.stringify(each) }),
      fc.constantFrom('', 'x', '1'),
      (rows, by, wanted, search) => {
        const aggregates = wanted.filter(
          ({ name, column: key }) => ['count', 'distinct'].includes(name) || isNumber(typeOf(key)),
        );
        const store = new ResultStore();
        store.put('run', { table, offset: 0, rows });
        const view: View = { sort: [], search: '', filters: {} };
        const ask = (given: View) =>
          store.window({ run: 'run', table: 't', view: given, offset: 0, count: 1000 });
        const passing = (ask({ ...view, search })?.rows ?? []).map(({ row: place }) => rows[place] ?? {});

        const expected = new Map<string, Row[]>();
        const add = (each: Row, values: readonly Json[], others: readonly string[]): void => {
          const [next, ...rest] = others;
          if (next !== undefined) for (const item of items(each[next])) add(each, [...values, item], rest);
          else expected.set(JSON.stringify(values), [...(expected.get(JSON.stringify(values)) ?? []), each]);
        };
        for (const each of passing) add(each, [], by);

        const found = ask({
          ...view,
          group: { by: by.map(key => ({ column: key })), aggregates, search, filters: {} },
        });
        assert.ok(found?.groups);
        const { columns, totals } = found.groups;
        const keys = columns.map(({ key }) => key);
        assert.equal(new Set(keys).size, by.length + aggregates.length);
        const computed = (cells: Row): (Json | undefined)[] => keys.slice(by.length).map(key => cells[key]);
        const groups = found.rows.map(({ cells }) => ({
          values: keys.slice(0, by.length).map(key => cells[key] ?? null),
          computed: computed(cells),
        }));
        assert.deepEqual(
          groups.map(({ values }) => JSON.stringify(values)).toSorted(),
          [...expected.keys()].toSorted(),
        );
        for (const group of groups) {
          const members = expected.get(JSON.stringify(group.values)) ?? [];
          assert.deepEqual(
            group.computed,
            aggregates.map(each => naive(each, members)),
          );
          const of = by.map((key, index) => {
            const value = group.values[index] ?? null;
            return { column: key, ...(value !== null && { value }) };
          });
          const opened = ask({ ...view, search, of })?.rows.map(({ row: place }) => rows[place]);
          assert.deepEqual(opened, members);
        }
        assert.deepEqual(
          computed(totals),
          aggregates.map(each => naive(each, passing)),
        );
        assert.equal(
          found.groups.overlap,
          passing.some(each => by.some(key => items(each[key]).length > 1)),
        );
        store.close();
      },
    ),
  );
});
