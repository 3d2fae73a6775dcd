import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Column, TableHeader } from '#shared/protocol/run.ts';
import { applyGroup, groupProblems } from '../../../server/src/runs/apply-directives.ts';
import { view } from '../../support/wiki.ts';

const columns: readonly Column[] = [
  { key: 'status', title: 'Status', type: 'text' },
  { key: 'customfield_1', title: 'Story Points', type: 'number' },
  { key: 'created', title: 'Created', type: 'date' },
];
const table: TableHeader = { id: 't', title: 't', columns };

const groups: readonly (readonly [directive: string, group: TableHeader['group']])[] = [
  ['status', { by: [{ column: 'status' }], aggregates: [{ name: 'count' }] }],
  [
    'STATUS: sum "story points", max Created',
    {
      by: [{ column: 'status' }],
      aggregates: [
        { name: 'sum', column: 'customfield_1' },
        { name: 'max', column: 'created' },
      ],
    },
  ],
  [
    'created by month, gone: count, sum status, sum gone',
    { by: [{ column: 'created', unit: 'month' }], aggregates: [{ name: 'count' }] },
  ],
  ['gone', undefined],
];
for (const [directive, group] of groups)
  test(`@group ${directive} groups a table`, () =>
    assert.deepEqual(applyGroup(table, view(`# @group ${directive}\n¦`)).group, group));

const problems: readonly (readonly [directive: string, ...problems: string[]])[] = [
  ['status: count, sum "Story Points"'],
  ['gone: count', 'unknown-group-column gone'],
  ['status: sum gone, sum status', 'unknown-group-column gone', 'unfit-group-column.numbers status'],
  [
    'status: sum created, min status',
    'unfit-group-column.numbers created',
    'unfit-group-column.dates status',
  ],
];
for (const [directive, ...expected] of problems)
  test(`@group ${directive} of a result: ${expected.join(', ') || 'nothing'}`, () => {
    const query = view(`# @group ${directive}\n¦`);
    const found = groupProblems(query, [table, { ...table, id: 'u', columns: [] }]);
    assert.deepEqual(
      found.map(({ message, span }) => `${message} ${query.block.text.slice(span?.start, span?.end)}`),
      expected,
    );
    assert.deepEqual(groupProblems(query, [{ ...table, columns: [] }]), []);
  });
