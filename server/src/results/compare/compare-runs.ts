/** Compares two results, table by table. The comparison is a result too, whose rows are added, gone, changed or the same. */
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Comparison, ComparisonCounts, RowState } from '#shared/protocol/table-comparison.ts';
import type { Column, TableHeader } from '#shared/protocol/run.ts';
import { type Pairs, pairRows, type Sides } from './compare-rows.ts';
import type { ResultStore, TableFiller } from '../store/result-store.ts';
import type { ResultTable } from '../store/result-table.ts';
import { sameSql } from '../views/sql-functions.ts';
import { groupsOf, maxArguments } from '../sql-helpers.ts';

/** Rows compared at once. */
const batch = 20_000;

/** The ids of the two runs to compare, and of the run that gets the comparison. */
export interface RunsToCompare {
  readonly run: string;
  readonly before: string;
  readonly after: string;
}

/** A table of a comparison. */
export interface ComparedTable {
  readonly header: TableHeader & { readonly comparison: Comparison };
  readonly rows: number;
}

/**
 * Compares all tables of two runs by their ids; a table that only one run has is compared with an empty one. Yields to
 * other work between batches. If one run has no tables, the comparison has those of the other.
 *
 * @param titles the titles of the columns that a comparison adds
 */
export async function compareRuns(
  store: ResultStore,
  { run, before, after }: RunsToCompare,
  titles: ComparisonTitles,
  progress: (rows: number) => void,
  signal: AbortSignal,
): Promise<ComparedTable[]> {
  const olds = new Map(store.tablesOf(before).map(table => [table.header.id, table]));
  const news = new Map(store.tablesOf(after).map(table => [table.header.id, table]));
  const compared: ComparedTable[] = [];
  let done = 0;
  for (const id of new Set([...news.keys(), ...olds.keys()])) {
    const work = compareTables(store, run, olds.get(id), news.get(id), titles);
    for (let step = work.next(); ; step = work.next()) {
      if (step.done === true) {
        if (step.value) compared.push(step.value);
        break;
      }
      done += step.value;
      progress(done);
      await nextTurn();
      signal.throwIfAborted();
    }
  }
  return compared;
}

/** Titles of the columns that a comparison adds. */
export interface ComparisonTitles {
  readonly state: string;
  readonly changes: string;
  before(title: string): string;
}

/** Compares two tables; yields the number of rows of each batch. */
function* compareTables(
  store: ResultStore,
  run: string,
  before: ResultTable | undefined,
  after: ResultTable | undefined,
  titles: ComparisonTitles,
): Generator<number, ComparedTable | undefined> {
  const existing = after ?? before;
  if (existing === undefined) return undefined;
  const layout = layoutOf(before, after, titles);
  const { database } = store;
  const pairs =
    before && after
      ? pairRows(database, { before, after, common: layout.common })
      : oneSided(existing.rows, after === undefined);
  yield 0;
  const { header, keys } = layout;
  const filler = store.begin(run, header, keys);
  const total = pairs.before.length;
  const write = writerOf(database, filler, { before, after }, layout);
  for (let from = 0; from < total; from += batch) {
    const to = Math.min(total, from + batch);
    filler.write(to, () => write(pairs, from, to));
    yield to - from;
  }
  const finished = finish(database, filler, layout, pairs);
  filler.write(total, () => undefined, finished);
  return { header: finished, rows: total };
}

const oneSided = (count: number, isGone: boolean): Pairs => {
  const places = Int32Array.from({ length: count }, (_, place) => place);
  const none = new Int32Array(count).fill(-1);
  return { before: isGone ? places : none, after: isGone ? none : places, identity: undefined };
};

/** The columns of a comparison. */
interface Layout {
  readonly header: TableHeader;
  /** All columns in the database: the state, the changes, the columns of either side, the earlier values. */
  readonly keys: readonly string[];
  readonly columns: readonly Column[];
  readonly common: Sides['common'];
  readonly comparison: Comparison;
}

function layoutOf(
  before: ResultTable | undefined,
  after: ResultTable | undefined,
  titles: ComparisonTitles,
): Layout {
  const [olds, news] = [before?.header.columns ?? [], after?.header.columns ?? []];
  const oldKeys = new Set(olds.map(({ key }) => key));
  const newKeys = new Set(news.map(({ key }) => key));
  const onlyBefore = after ? olds.filter(({ key }) => !newKeys.has(key)) : [];
  const onlyAfter = before ? news.filter(({ key }) => !oldKeys.has(key)) : [];
  const columns = after ? [...news, ...onlyBefore] : olds;
  const common = columns.filter(({ key }) => oldKeys.has(key) && newKeys.has(key));
  const usedKeys = new Set(columns.map(({ key }) => key));
  const [state, changes] = [newKey('change', usedKeys), newKey('changes', usedKeys)];
  const earlier = new Map(common.map(({ key }) => [key, newKey(`${key} (before)`, usedKeys)]));
  const { id, title } = (after ?? before)?.header ?? { id: '', title: '' };
  const comparison: Comparison = {
    state,
    changes,
    before: Object.fromEntries(earlier),
    counts: { added: 0, gone: 0, changed: 0, same: 0 },
    onlyBefore: onlyBefore.map(column => column.title),
    onlyAfter: onlyAfter.map(column => column.title),
  };
  return {
    keys: [state, changes, ...columns.map(({ key }) => key), ...earlier.values()],
    columns,
    common,
    comparison,
    header: {
      id,
      title,
      columns: [
        { key: state, title: titles.state, type: 'text' },
        ...columns,
        { key: changes, title: titles.changes, type: 'json', hidden: true },
        ...common.map((column): Column => ({
          key: earlier.get(column.key) ?? '',
          title: titles.before(column.title),
          type: column.type,
          hidden: true,
        })),
      ],
    },
  };
}

/** Returns a key that no column has, and adds it to `used`. */
function newKey(wanted: string, used: Set<string>): string {
  let key = wanted;
  for (let number = 2; used.has(key); number++) key = `${wanted} ${number}`;
  used.add(key);
  return key;
}

/** Returns a function that writes the rows of some pairs. */
function writerOf(
  database: DatabaseSync,
  { name }: TableFiller,
  { before, after }: { readonly before: ResultTable | undefined; readonly after: ResultTable | undefined },
  { columns, common, keys }: Layout,
): (pairs: Pairs, from: number, to: number) => void {
  const both = new Set(common.map(({ key }) => key));
  const oldOf = (column: Column): string => (before ? `b.${before.nameOf(column)}` : 'NULL');
  const newOf = (column: Column): string => (after ? `a.${after.nameOf(column)}` : 'NULL');
  const value = (column: Column): string => {
    if (both.has(column.key)) return `iif(p.after IS NULL, ${oldOf(column)}, ${newOf(column)})`;
    const isOld = before?.header.columns.some(({ key }) => key === column.key) ?? false;
    return isOld ? oldOf(column) : newOf(column);
  };
  const same = (column: Column): string => sameSql(oldOf(column), newOf(column));
  const list = joined(
    common.map(column => `iif(${same(column)}, NULL, ${literal(JSON.stringify(column.key))})`),
  );
  const sql = `
    INSERT INTO ${name} (place${keys.map((_, index) => `, c${index}`).join('')})
    SELECT p.place,
      CASE WHEN p.before IS NULL THEN 'added' WHEN p.after IS NULL THEN 'gone' WHEN ${list} = '' THEN 'same' ELSE 'changed' END,
      iif(p.before IS NULL OR p.after IS NULL OR ${list} = '', NULL, CAST('[' || ${list} || ']' AS BLOB))
      ${columns.map(column => `, ${value(column)}`).join('')}
      ${common.map(column => `, iif(p.before IS NULL OR p.after IS NULL OR ${same(column)}, NULL, ${oldOf(column)})`).join('')}
    FROM compared_pairs p
      ${before ? `LEFT JOIN ${before.name} b ON b.place = p.before` : ''}
      ${after ? `LEFT JOIN ${after.name} a ON a.place = p.after` : ''}`;
  database.exec(
    'CREATE TEMP TABLE IF NOT EXISTS compared_pairs (place INTEGER PRIMARY KEY, before INTEGER, after INTEGER)',
  );
  const clear = database.prepare('DELETE FROM compared_pairs');
  // One list is read many times as fast as a row for each pair.
  const add = database.prepare(`
    INSERT INTO compared_pairs
    SELECT key + ?, nullif(value / ${span} - 1, -1), nullif(value % ${span} - 1, -1) FROM json_each(?)`);
  const insert = database.prepare(sql);
  return (pairs, from, to) => {
    clear.run();
    const numbers = Array.from({ length: to - from }, (_, index) => pairNumber(pairs, from + index));
    add.run(from, JSON.stringify(numbers));
    insert.run();
    clear.run();
  };
}

/** More than the maximum number of rows of a table. */
const span = 2 ** 26;

/** Encodes the two places of a pair as one number; 0 in either half = no row. */
const pairNumber = ({ before, after }: Pairs, place: number): number =>
  ((before[place] ?? -1) + 1) * span + (after[place] ?? -1) + 1;

/** SQL that joins texts with commas, without those that are NULL. */
function joined(texts: readonly string[]): string {
  if (texts.length === 0) return "''";
  if (texts.length <= maxArguments) return `concat_ws(',', ${texts.join(', ')})`;
  return joined(groupsOf(texts, maxArguments).map(group => `nullif(${joined(group)}, '')`));
}

const literal = (text: string): string => `'${text.replaceAll('\0', '').replaceAll("'", "''")}'`;

/** The final header: with the counts, and with `before` columns only for columns in which a value changed. */
function finish(
  database: DatabaseSync,
  { name }: TableFiller,
  { header, comparison }: Layout,
  { identity }: Pairs,
): ComparedTable['header'] {
  const counts: Record<RowState, number> = { ...comparison.counts };
  const changed = new Set<string>();
  for (const { state, changes, count } of database
    .prepare(
      `SELECT c0 AS state, CAST(c1 AS TEXT) AS changes, count(*) AS count FROM ${name} GROUP BY c0, c1`,
    )
    .iterate()) {
    counts[rowStateOf(state)] += Number(count);
    const keys: readonly string[] = JSON.parse(String(changes ?? '[]'));
    for (const key of keys) changed.add(key);
  }
  const before = Object.fromEntries(Object.entries(comparison.before).filter(([key]) => changed.has(key)));
  const unused = new Set(
    Object.values(comparison.before).filter(key => !Object.values(before).includes(key)),
  );
  const finalCounts: ComparisonCounts = counts;
  return {
    ...header,
    columns: header.columns.filter(({ key }) => !unused.has(key)),
    comparison: {
      ...comparison,
      before,
      counts: finalCounts,
      ...(identity && { identity: identity.key }),
    },
  };
}

const states: ReadonlySet<unknown> = new Set(['added', 'gone', 'changed']);
const isState = (value: unknown): value is RowState => states.has(value);
const rowStateOf = (value: unknown): RowState => (isState(value) ? value : 'same');
