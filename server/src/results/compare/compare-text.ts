/** Writes a comparison as text, in the style of a unified diff. */
import type { Comparison } from '#shared/protocol/table-comparison.ts';
import type { Json } from '#shared/protocol/json.ts';
import type { Column } from '#shared/protocol/run.ts';
import { visibleLine } from '#shared/base/visible-text.ts';
import type { RowScope, ResultStore } from '../store/result-store.ts';
import type { Line } from '../export/export-formats.ts';
import { shorten } from '#shared/base/shorten.ts';

/** Maximum rows written of a table. */
const maxRows = 10_000;
/** Maximum characters written of a value. */
const maxValueLength = 300;

/** The texts around the rows of a comparison. */
export interface ComparisonWording {
  summary(table: string, comparison: Comparison): string;
  readonly empty: string;
  more(count: number): string;
}

/** The rows of a comparison that differ, as text; `undefined` = no such run. */
export function comparisonText(
  store: ResultStore,
  run: string,
  sides: { readonly before: string; readonly after: string },
  wording: ComparisonWording,
): string | undefined {
  const tables = store.tablesOf(run).flatMap(({ header }) => {
    const { comparison } = header;
    if (comparison === undefined) return [];
    const view = { sort: [], search: '', filters: { [comparison.state]: '!same' } };
    const keys = header.columns.map(({ key }) => key);
    const scope = store.extract(run, header.id, view, keys);
    return scope ? [{ title: header.title, comparison, scope }] : [];
  });
  if (tables.length === 0) return undefined;
  const lines = [`--- ${visibleLine(sides.before)}`, `+++ ${visibleLine(sides.after)}`];
  for (const { title, comparison, scope } of tables) {
    lines.push(`@@ ${visibleLine(wording.summary(title, comparison))} @@`);
    lines.push(...tableLines(scope, comparison, wording));
  }
  return `${lines.join('\n')}\n`;
}

function tableLines(
  { columns, total, batches }: RowScope,
  comparison: Comparison,
  wording: ComparisonWording,
): string[] {
  const lines: string[] = [];
  let rows = 0;
  const layout = layoutOf(columns, comparison);
  for (const batch of batches)
    for (const row of batch) {
      if (rows === maxRows) return [...lines, `  ${wording.more(total - rows)}`];
      rows++;
      lines.push(...rowLines(row, layout, wording.empty));
    }
  return lines;
}

/** Where a row of a comparison has its values: indexes; -1 = the row has no such value. */
interface RowLayout {
  /** `added`, `gone` or `changed`. */
  readonly state: number;
  /** The keys of the columns that differ. */
  readonly changes: number;
  /** The value by which rows were paired. */
  readonly identity: number;
  /** The columns of the compared results. */
  readonly resultColumns: readonly {
    readonly column: Column;
    /** The value after, or the only one. */
    readonly at: number;
    /** The value before. */
    readonly before: number;
  }[];
}

function layoutOf(columns: readonly Column[], { state, changes, before, identity }: Comparison): RowLayout {
  const indexes = new Map(columns.map(({ key }, index) => [key, index]));
  const at = (key: string | undefined): number => indexes.get(key ?? '') ?? -1;
  const added = new Set([state, changes, ...Object.values(before)]);
  const resultColumns = columns.filter(({ key }) => !added.has(key));
  return {
    state: at(state),
    changes: at(changes),
    identity: at(identity),
    resultColumns: resultColumns.map(column => ({
      column,
      at: at(column.key),
      before: Object.hasOwn(before, column.key) ? at(before[column.key]) : -1,
    })),
  };
}

function rowLines(
  row: Line,
  { state, changes, identity, resultColumns }: RowLayout,
  empty: string,
): string[] {
  const named = (column: Column, value: Json | undefined): string =>
    `${visibleLine(column.title)}: ${valueText(value) ?? empty}`;
  const cells = (): string =>
    resultColumns
      .flatMap(({ column, at }) => (row[at] === undefined ? [] : [named(column, row[at])]))
      .join(' | ');
  if (row[state] === 'added') return [`+ ${cells()}`];
  if (row[state] === 'gone') return [`- ${cells()}`];
  const list = row[changes];
  const changed = new Set<unknown>(Array.isArray(list) ? list : []);
  const differing = resultColumns.filter(({ column }) => changed.has(column.key));
  const head = resultColumns.find(({ at }) => at === identity);
  return [
    ...(head ? [`  ${named(head.column, row[identity])}`] : []),
    ...differing.flatMap(({ column, at, before }) => [
      `-   ${named(column, row[before])}`,
      `+   ${named(column, row[at])}`,
    ]),
  ];
}

/** A value as one line; `undefined` = an empty cell. */
function valueText(value: Json | undefined): string | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return visibleLine(shorten(text, maxValueLength));
}
