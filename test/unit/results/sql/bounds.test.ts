/** Statements that others have written: reading them ends, however much they would mean. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { maxStatementLength } from '../../../../server/src/results/sql/safe-sql.ts';
import { completeSql } from '../../../../server/src/results/sql/sql-completion.ts';
import { hoverSql } from '../../../../server/src/results/sql/sql-hover.ts';
import { readStatement } from '../../../../server/src/results/sql/statement.ts';
import { tables } from './tables.ts';

/** As many repetitions as a statement has room for. */
const filled = (begin: string, part: (index: number) => string, end = ''): string => {
  let text = begin;
  for (let index = 0; text.length + part(index).length + end.length <= maxStatementLength; index++)
    text += part(index);
  return text + end;
};

/** Each table twice the one before it. */
const doubled = filled(
  'with a0 as (select * from issues)',
  index => `,a${index + 1} as (select * from a${index} a, a${index} b)`,
  ' select * from a9',
);

const statements: Readonly<Record<string, string>> = {
  'tables that double': doubled,
  'tables that double, in subqueries': filled(
    'select * from issues ',
    index => `join (select * from issues i${index}, pages) p${index} `,
  ),
  'a query in a query': filled('select ', () => '(select '),
  'a table in parentheses': filled('select * from ', () => '('),
  'a WITH in a WITH': filled('', () => 'with a as ('),
  'names for names': filled('select 1', () => ' as a'),
  'all columns, many times': filled('select ', () => '*,', '* from issues, pages'),
  'many tables': filled('select a.* from issues a', () => ',issues'),
  'many columns of many tables': filled(
    filled('select key', () => ',key').slice(0, maxStatementLength / 2),
    () => ',pages',
    '',
  ).replace(',pages', ' from pages'),
  brackets: filled('select ', () => '['),
  comments: filled('select ', () => '/* '),
  'more than a statement has room for': `select ${'(select '.repeat(maxStatementLength)}`,
};

describe('reading a statement ends', () => {
  for (const [name, sql] of Object.entries(statements))
    it(name, () => {
      const { queries } = readStatement(sql, tables);
      assert(queries.every(({ columns = [] }) => columns.length <= 2000));
      for (const offset of [7, sql.length]) {
        completeSql(sql, offset, tables);
        hoverSql(sql, offset, tables);
      }
    });

  it('and what has columns within the bounds has them', () => {
    const { queries } = readStatement(doubled, tables);
    const known = queries.map(({ columns }) => columns?.length);
    assert.deepEqual(known.slice(0, 4), [6, 12, 24, 48]);
    assert.equal(known.at(-1), undefined);
  });
});
