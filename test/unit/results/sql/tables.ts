import type { SqlTable } from '../../../../server/src/results/sql/nameable-tables.ts';

const of = (table: Pick<SqlTable, 'name' | 'title' | 'columns'>, rows: number): SqlTable => ({
  kind: 'result',
  file: 'release.wikiquery',
  site: 'wiki',
  rows,
  time: Date.UTC(2026, 9, 1, 12),
  ...table,
});

/** Tables of two sites, as a session has them. */
export const tables: readonly SqlTable[] = [
  of(
    {
      name: 'issues',
      title: 'Closed issues',
      columns: [
        { name: 'key', title: 'Key', type: 'issue' },
        { name: 'status', title: 'Status', type: 'text' },
        { name: 'created', title: 'Created', type: 'date' },
        { name: 'labels', title: 'Labels', type: 'json' },
        { name: 'Story Points', title: 'Story Points', type: 'number' },
      ],
    },
    40,
  ),
  of(
    {
      name: 'pages',
      title: 'Pages that cite issues',
      columns: [
        { name: 'title', title: 'Title', type: 'page' },
        { name: 'key', title: 'Key', type: 'text' },
        { name: 'order', title: 'Order', type: 'number' },
      ],
    },
    200,
  ),
];
