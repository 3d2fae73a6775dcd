/** Checks the rows of a run against an expectation, row by row; keeps only the few offending rows that are reported. */
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import identities from '../../catalogue/network/identities.json' with { type: 'json' };
import { findColumn } from '#shared/base/tables/table-columns.ts';
import { visibleLine } from '#shared/base/visible-text.ts';
import { type Cell, cellTest, isCommaList, isFlag } from '../query-file/expectations/cell-condition.ts';
import type { CellExpectation, UniqueExpectation } from '../query-file/expectations/expectation.ts';
import type { CellFindings, OffendingRow, UnknownColumn } from '../query-file/expectations/verdict.ts';
import type { Column } from '#shared/protocol/run.ts';
import { fromDatabase } from './store/cell-value.ts';
import type { ResultStore } from './store/result-store.ts';
import type { ResultTable } from './store/result-table.ts';
import { shorten } from '#shared/base/shorten.ts';

/** Maximum offending rows reported. */
export const maxOffendingRows = 5;
/** Rows read before other work has its turn. */
const rowsAtOnce = 5000;
/** Maximum characters reported of a value. */
const maxShownLength = 80;

/** A table with the columns that an expectation names; `undefined` = a flag that no row has. */
interface NamedColumns {
  readonly table: ResultTable;
  readonly columns: readonly (Column | undefined)[];
}

/**
 * Checks the rows of a run against an expectation; yields between batches. Tables without its columns are skipped.
 *
 * @param now milliseconds since 1970
 */
export function* findExpected(
  store: ResultStore,
  run: string,
  expectation: CellExpectation | UniqueExpectation,
  now: number,
): Generator<void, CellFindings | UnknownColumn> {
  const tables = store.tablesOf(run).filter(({ rows }) => rows > 0);
  const names = expectation.kind === 'unique' ? expectation.columns : [expectation.column];
  let namedTables = tables.flatMap((table): NamedColumns[] => {
    const columns = names.map(name => findColumn(name, table.header.columns));
    return columns.every(column => column !== undefined) ? [{ table, columns }] : [];
  });
  if (namedTables.length === 0 && names.every(isFlag))
    namedTables = tables.map(table => ({ table, columns: [undefined] }));
  if (namedTables.length === 0 && tables.length > 0) return unknownColumn(names, tables);
  let [checked, matching, unfit] = [0, 0, 0];
  const rows: OffendingRow[] = [];
  for (const namedTable of namedTables) {
    const part: CellFindings =
      expectation.kind === 'unique'
        ? findRepeated(store, namedTable)
        : yield* findCells(store, namedTable, expectation, now);
    checked += part.checked;
    matching += part.matching;
    unfit += part.unfit;
    rows.push(...part.rows.slice(0, maxOffendingRows - rows.length));
    yield;
  }
  return { checked, matching, unfit, rows };
}

function unknownColumn(names: readonly string[], tables: readonly ResultTable[]): UnknownColumn {
  const isMissing = (name: string): boolean =>
    tables.every(({ header }) => findColumn(name, header.columns) === undefined);
  const titles = tables.flatMap(({ header }) => header.columns.map(({ title }) => title));
  return { unknown: names.find(isMissing) ?? names[0] ?? '', columns: [...new Set(titles)] };
}

function* findCells(
  store: ResultStore,
  { table, columns: [column] }: NamedColumns,
  { kind, condition }: CellExpectation,
  now: number,
): Generator<void, CellFindings> {
  const hasLists = column !== undefined && [column.key, column.title].some(isCommaList);
  const test = cellTest(condition, now, hasLists);
  const name = column === undefined ? 'NULL' : table.nameOf(column);
  const statement = store.database.prepare(
    `SELECT ${name} AS value FROM ${table.name} WHERE place >= ? AND place < ? ORDER BY place`,
  );
  const total = table.rows;
  const places: { readonly place: number; readonly cell: Cell }[] = [];
  let [matching, unfit, place] = [0, 0, 0];
  for (let start = 0; start < total; start += rowsAtOnce) {
    for (const { value } of statement.iterate(start, Math.min(total, start + rowsAtOnce))) {
      const cell = fromDatabase(value);
      const answer = test(cell);
      if (answer === 'yes') matching++;
      if (answer === 'unfit') unfit++;
      const isOffending = answer === 'unfit' || (answer === 'yes') === (kind === 'none');
      if (isOffending && kind !== 'any' && places.length < maxOffendingRows) places.push({ place, cell });
      place++;
    }
    yield;
  }
  const rows = places.map(offender => offendingRow(store, table, offender.place, cellText(offender.cell)));
  return { checked: total, matching, unfit, rows };
}

/** SQL for a value: NULL if the cell is empty. */
const filled = (name: string): string => `nullif(nullif(nullif(${name}, ''), x'6e756c6c'), x'5b5d')`;

/** Finds rows whose values in all of the columns occur in another row too. */
function findRepeated(store: ResultStore, { table, columns }: NamedColumns): CellFindings {
  const values = columns.map(column => (column ? filled(table.nameOf(column)) : 'NULL'));
  const keys = values.map((_, index) => `v${index}`).join(', ');
  const hasAll = values.map((_, index) => `v${index} IS NOT NULL`).join(' AND ');
  const groups = `
    SELECT ${keys}, count(*) AS count, min(place) AS first
    FROM (SELECT place, ${values.map((value, index) => `${value} AS v${index}`).join(', ')} FROM ${table.name})
    WHERE ${hasAll} GROUP BY ${keys} HAVING count(*) > 1`;
  let matching = 0;
  let first: RepeatedValue[] = [];
  for (const group of store.database.prepare(groups).iterate()) {
    matching += Number(group['count']);
    first.push({
      place: Number(group['first']),
      values: values.map((_, index) => group[`v${index}`] ?? null),
    });
    if (first.length > 20 * maxOffendingRows) first = firstOf(first);
  }
  const rows: OffendingRow[] = [];
  for (const group of firstOf(first)) {
    const value = group.values.map(cell => cellText(fromDatabase(cell))).join(', ');
    for (const place of placesWith(store, table, values, group.values, maxOffendingRows - rows.length))
      rows.push(offendingRow(store, table, place, value));
  }
  return { checked: table.rows, matching, unfit: 0, rows };
}

/** A value that several rows have, and the place of the first of them. */
interface RepeatedValue {
  readonly place: number;
  readonly values: readonly SQLOutputValue[];
}

const firstOf = (groups: readonly RepeatedValue[]): RepeatedValue[] =>
  groups.toSorted((a, b) => a.place - b.place).slice(0, maxOffendingRows);

function placesWith(
  store: ResultStore,
  table: ResultTable,
  values: readonly string[],
  wanted: readonly SQLOutputValue[],
  most: number,
): number[] {
  const conditions = values.map(value => `${value} = ?`).join(' AND ');
  return store.database
    .prepare(`SELECT place FROM ${table.name} WHERE ${conditions} ORDER BY place LIMIT ${most}`)
    .all(...wanted.map((value): SQLInputValue => value))
    .map(({ place }) => Number(place));
}

/** Columns that name a row for the user; the first one with a value is used. */
const naming: readonly string[] = [...identities.tracker, 'title', 'name', 'user', ...identities.wiki];

/** Describes an offending row for the report. */
export function offendingRow(
  store: ResultStore,
  table: ResultTable,
  place: number,
  value: string,
): OffendingRow {
  const { columns, title } = table.header;
  const first = columns.find(({ hidden }) => hidden !== true);
  const candidates = [
    ...naming.flatMap(key => columns.find(column => column.key === key) ?? []),
    ...(first ? [first] : []),
  ];
  for (const column of candidates) {
    const cell = table.nameOf(column);
    const text = `iif(typeof(${cell}) = 'blob', NULL, substr(${cell}, 1, ${maxNameLength}))`;
    const nameCell = store.database
      .prepare(`SELECT ${text} AS value FROM ${table.name} WHERE place = ?`)
      .get(place)?.['value'];
    const name = cellText(fromDatabase(nameCell), maxNameLength);
    if (name !== '') return { table: title, row: place, name, kind: kindOf(column), value };
  }
  return { table: title, row: place, name: String(place + 1), kind: 'other', value };
}

/** Maximum characters of a name, which may be part of an address. */
const maxNameLength = 255;

function kindOf({ type }: Column): OffendingRow['kind'] {
  return type === 'issue' || type === 'page' ? type : 'other';
}

/** A cell as one line of text. */
function cellText(cell: Cell, most = maxShownLength): string {
  if (cell === undefined || cell === null) return '';
  const text = visibleLine(typeof cell === 'object' ? JSON.stringify(cell) : String(cell));
  return shorten(text, most);
}
