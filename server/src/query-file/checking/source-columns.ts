/** Finds the columns of the query whose rows another query uses, as far as they are known. */
import { findColumn } from '#shared/base/tables/table-columns.ts';
import { nameList } from '#shared/base/text/name-list.ts';
import { nearest } from '#shared/base/text/nearest.ts';
import type { Fix, Problem } from '#shared/base/text/problem.ts';
import { columnNamed, type ResultColumn, type ResultColumns } from '../language/result-columns.ts';
import type { TableHeader } from '#shared/protocol/run.ts';
import { isReference, usesIn } from '../variables.ts';
import type { Reference } from './references.ts';

/** The tables of a query's last run. */
export interface LastResult {
  readonly tables: readonly { readonly header: TableHeader; readonly rows: number }[];
}

/** Columns before a query runs, and as it ran last. */
export interface SourceColumns {
  readonly predicted: ResultColumns;
  /** Absent = it did not run in this session. */
  readonly lastRun?: LastResult;
}

/** The columns that can be used, those that the result surely has first; each once. */
export function usableColumns({ predicted, lastRun }: SourceColumns): readonly ResultColumn[] {
  const ranColumns = (lastRun?.tables ?? []).flatMap(({ header }) => header.columns);
  const columns: ResultColumn[] = [
    ...predicted.columns.filter(({ lacks }) => lacks === undefined),
    ...ranColumns.map(({ key, title, type }) => ({
      name: isUsable(title) ? title : key,
      aliases: [key, title],
      type,
    })),
    ...predicted.columns.filter(({ lacks }) => lacks !== undefined),
  ];
  const usedNames = new Set<string>();
  return columns.flatMap(column => {
    const names = [column.name, ...column.aliases];
    const name = names.find(isUsable);
    const isTaken = names.some(spelling => usedNames.has(spelling.toLowerCase()));
    for (const spelling of names) usedNames.add(spelling.toLowerCase());
    return name === undefined || isTaken ? [] : [{ ...column, name }];
  });
}

/** Whether a name can be between the braces. */
function isUsable(name: string): boolean {
  const text = `{{q.${name}}}`;
  const [use, ...others] = usesIn(text, 0, text.length);
  return use?.name === `q.${name}` && isReference(use.name) && others.length === 0;
}

/** The column that a reference names, with how many rows its table had; `undefined` = nothing is known of it. */
export function describedColumn(
  { column: name }: Pick<Reference, 'column'>,
  source: SourceColumns,
): { readonly column: ResultColumn; readonly rows?: number } | undefined {
  const column = columnNamed(name, { columns: usableColumns(source) });
  const table = source.lastRun?.tables.find(({ header }) => findColumn(name, header.columns) !== undefined);
  return column && { column, ...(table && { rows: table.rows }) };
}

/**
 * Checks the column that a reference names. A name without a similar one is reported only where all columns are
 * known: a tracker's field can have a name and an id.
 */
export function columnProblems(
  reference: Reference,
  { predicted, lastRun }: SourceColumns,
  isTracker: boolean,
): readonly Problem[] {
  const { query, column: name, span } = reference;
  if (!predicted.complete || predicted.possible.has(name.toLowerCase())) return [];
  if (describedColumn(reference, { predicted: { ...predicted, columns: [] }, ...(lastRun && { lastRun }) }))
    return [];
  const problem = (code: string, args: Readonly<Record<string, string>>): Problem => ({
    code,
    severity: 'warning',
    span,
    arguments: { query, column: name, ...args },
  });
  const column = columnNamed(name, predicted);
  if (column?.lacks) return [problem('reference-column-not-requested', { needed: column.lacks.join(', ') })];
  if (column !== undefined) return [];
  const names = usableColumns({ predicted })
    .filter(({ lacks }) => lacks === undefined)
    .map(usable => usable.name);
  const inner = names.filter(candidate => candidate.toLowerCase().endsWith(`.${name.toLowerCase()}`));
  const similar = inner.length === 1 ? inner[0] : nearest(name, names);
  if (similar !== undefined)
    return [
      {
        ...problem('reference-column', { nearest: similar }),
        message: 'reference-column.nearest',
      },
    ];
  return isTracker ? [] : [problem('reference-column', { names: nameList(names) })];
}

/** Fixes of a problem with a reference: the name that is most likely meant. */
export function referenceFixes({ code, span, arguments: args }: Problem): readonly Fix[] {
  const { nearest: similar, query, column } = args;
  if (similar === undefined) return [];
  const names: Readonly<Record<string, string>> = {
    'reference-column': `{{${query}.${similar}}}`,
    'unknown-query': `{{${similar}.${column}}}`,
  };
  const to = Object.hasOwn(names, code) ? names[code] : undefined;
  if (to === undefined) return [];
  return [
    {
      kind: 'variable',
      title: 'fix.replace',
      arguments: { to },
      edits: [{ span, newText: to }],
      preferred: true,
    },
  ];
}
