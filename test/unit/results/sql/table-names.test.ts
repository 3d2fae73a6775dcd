import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { columnNames } from '../../../../server/src/results/sql/nameable-tables.ts';
import { identifierOf, nameTables } from '../../../../server/src/results/sql/table-names.ts';

/** `@name`, title, query, rows of the tables. */
type Given = readonly [
  name: string,
  title: string,
  query: string,
  rows: readonly number[],
  isSnapshot?: true,
];

const names = (...given: readonly Given[]): string[] =>
  nameTables(
    given.map(([name, title, query, rows, isSnapshot = false]) => ({
      name,
      title,
      query,
      isSnapshot,
      tables: rows.map(count => ({ rows: count, header: { id: 'rows' } })),
    })),
  ).map(({ name, table, source }) => `${name} = ${source.query} ${table.rows}`);

describe('the names of tables', () => {
  for (const [about, given, expected] of [
    ['a name', [['issues', 'Issues', 'a', [5]]], ['issues = a 5']],
    ['a title', [['', 'Open bugs, by age', 'a', [5]]], ['open_bugs_by_age = a 5']],
    ['neither', [['', '', 'a', [5]]], ['r1 = a 5']],
    [
      'nothing that a name can have',
      [
        ['', '—', 'a', [5]],
        ['', '…', 'b', [6]],
      ],
      ['r1 = b 6', 'r1_2 = a 5'],
    ],
    [
      'several runs of a query: the latest',
      [
        ['x', '', 'a', [5]],
        ['x', '', 'a', [6]],
      ],
      ['x = a 6'],
    ],
    [
      'queries of two files: the one that ran last has the name',
      [
        ['x', '', 'a', [5]],
        ['x', '', 'b', [6]],
      ],
      ['x = b 6', 'x_2 = a 5'],
    ],
    ['several tables in their order', [['x', '', 'a', [5, 7]]], ['x = a 5', 'x_2 = a 7']],
    [
      'a number that is taken',
      [
        ['x', '', 'a', [5, 7]],
        ['x', '', 'b', [1]],
      ],
      ['x = b 1', 'x_2 = a 5', 'x_2_2 = a 7'],
    ],
    [
      'a name before a title',
      [
        ['', 'x', 'a', [5]],
        ['x', '', 'b', [6]],
        ['', 'x', 'c', [7]],
      ],
      ['x = b 6', 'x_2 = c 7', 'x_3 = a 5'],
    ],
    [
      'a result before a snapshot',
      [
        ['', 'Bugs', 'a', [5], true],
        ['', 'Bugs', 'b', [6]],
      ],
      ['bugs = b 6', 'bugs_2 = a 5'],
    ],
    [
      'upper and lower case',
      [
        ['Bugs', '', 'a', [5]],
        ['bugs', '', 'b', [6]],
      ],
      ['bugs = b 6', 'Bugs_2 = a 5'],
    ],
    ['a word of SQL', [['select', '', 'a', [5]]], ['t_select = a 5']],
    [
      'what the database has itself',
      [
        ['rows1', '', 'a', [5]],
        ['sqlite_schema', '', 'b', [6]],
      ],
      ['t_sqlite_schema = b 6', 't_rows1 = a 5'],
    ],
  ] as readonly (readonly [string, readonly Given[], readonly string[]])[])
    it(about, () => assert.deepEqual(names(...given), expected));

  it('are identifiers', () => {
    assert.equal(identifierOf('2026 plan'), 't_2026_plan');
    assert.equal(identifierOf('Änderungen (neu)'), 'Änderungen_neu');
    assert(identifierOf('x'.repeat(200)).length <= 40);
  });
});

it('the names of columns are those that SQL can have, and differ', () => {
  assert.deepEqual(columnNames(['a\0', 'A', '\ud800', '\ufffd', '\0', '#']), [
    'a',
    'A_2',
    '\ufffd',
    '\ufffd_2',
    '',
    '#_2',
  ]);
});
