/** Answers as short JSON in, tables as short text out. */
import type { Row } from '#shared/protocol/json.ts';
import type { Column, TableHeader } from '#shared/protocol/run.ts';
import { withDefaults } from '../../../server/src/network/wiki/wiki-request.ts';
import type { JsonObject } from '#shared/protocol/json-values.ts';
import { WikiTables } from '../../../server/src/network/table/wiki-tables.ts';

export interface Seen {
  columns: readonly Column[];
  rows: Row[];
  header?: TableHeader;
}

/** The tables of a client that got the parts of these answers, `limit` rows of each. */
export function tablesOf(
  answers: readonly JsonObject[],
  parameters: Readonly<Record<string, string>> = {},
  limit = Infinity,
): Map<string, Seen> {
  const builder = new WikiTables(withDefaults(Object.entries(parameters)));
  const tables = new Map<string, Seen>();
  const take = (settle: boolean): void => {
    for (const { table, offset, rows } of builder.take(() => limit, settle)) {
      const seen = tables.get(table.id) ?? { columns: [], rows: [] };
      seen.columns = table.columns;
      seen.header = table;
      rows.forEach((row, index) => (seen.rows[offset + index] = row));
      tables.set(table.id, seen);
    }
  };
  for (const answer of answers) {
    builder.add(answer);
    take(false);
  }
  take(true);
  return tables;
}

/** `title:page ns:namespace pageid:id` */
export function columnsOf(seen: Seen | undefined): string {
  return seen?.columns.map(({ key, type }) => `${key}:${type}`).join(' ') ?? 'no table';
}

function cell(value: Row[string] | undefined): string {
  if (value === undefined) return '-';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Cells by column, rows one a line; nested ones as JSON, empty ones as `-`. */
export function textOf(seen: Seen | undefined): string {
  return (
    seen?.rows.map(row => seen.columns.map(({ key }) => cell(row[key])).join(' ')).join('\n') ?? 'no table'
  );
}
