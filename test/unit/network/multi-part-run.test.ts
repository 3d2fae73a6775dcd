/** Several requests whose rows are one result. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunOutcome } from '../../../server/src/network/backend.ts';
import { MultiPartRun } from '../../../server/src/network/multi-part-run.ts';
import type { TablePart } from '../../../server/src/results/store/result-table.ts';

const outcome: RunOutcome = {
  status: 'complete',
  rows: 1,
  requests: 1,
  milliseconds: 0,
  errors: [],
  warnings: [],
  notices: [],
};
const site = { name: 'wiki', kind: 'wiki', url: 'https://wiki.example' } as const;

/** The tables of a result, each request of which answers other ones. */
/** How many columns each table has, and the codes of the notices. */
async function resultOf(
  parts: readonly (readonly TablePart[])[],
): Promise<{ readonly tables: ReadonlyMap<string, number>; readonly codes: readonly string[] }> {
  const found = new Map<string, number>();
  const left = [...parts];
  const run = new MultiPartRun(
    {
      areIndependent: false,
      list: parts.map(() => ({
        site,
        request: { kind: 'wiki', parameters: [], post: false },
        added: { columns: [{ key: 'from', title: 'from', type: 'text' }], row: { from: 'x' } },
      })),
    },
    () => ({
      advance: async (_, sink) => {
        for (const part of left.shift() ?? []) sink.rows(part);
        return outcome;
      },
      merge: () => ({}),
    }),
  );
  const sink = {
    rows: ({ table }: TablePart): void => void found.set(table.id, table.columns.length),
    progress: () => undefined,
  };
  const { notices } = await run.advance(1000, sink, new AbortController().signal);
  return { tables: found, codes: notices.map(({ code }) => code) };
}

const part = (id: string, ...keys: string[]): TablePart => ({
  table: { id, title: id, columns: keys.map(key => ({ key, title: key, type: 'text' })) },
  offset: 0,
  rows: [Object.fromEntries(keys.map(key => [key, 'x']))],
});
const several = (count: number, beginning: string): string[] =>
  Array.from({ length: count }, (_, index) => `${beginning}${index}`);

test('all requests together have no more columns than one, besides those that are added', async () => {
  const { tables, codes } = await resultOf(
    ['a', 'b', 'c'].map(name => [part('pages', ...several(200, name))]),
  );
  assert.deepEqual([...tables], [['pages', 251]]);
  assert.deepEqual(codes, ['manyColumns']);
});

test('all requests together have no more tables than one', async () => {
  const { tables, codes } = await resultOf(
    ['a', 'b', 'c'].map(name => several(60, name).map(id => part(id, 'title'))),
  );
  assert.equal(tables.size, 100);
  assert.deepEqual(codes, ['manyColumns']);
});
