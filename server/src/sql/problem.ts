import { nearest } from '../language/nearest.ts';
import type { Span } from '../language/span.ts';
import { rowNumber } from './tables.ts';
import type { SqlToken } from './tokens.ts';
import { say, type SqlText } from './wording.ts';

/** What is wrong with a part of a statement. */
export interface SqlProblem extends Span {
  readonly code: string;
  readonly message: string;
  /** It is no mistake, only said. */
  readonly isNotice?: true;
}

export function problemAt(
  { start, end }: Span,
  text: SqlText,
  values: Readonly<Record<string, string>>,
): SqlProblem {
  return { start, end, code: text.split('.', 1)[0] ?? text, message: say(text, values) };
}

/** A name that is not known, with the one that is probably meant. */
export function unknownAt(
  token: SqlToken,
  code: 'unknown-table' | 'unknown-alias' | 'unknown-column' | 'unknown-function',
  known: readonly string[],
): SqlProblem {
  const meant = nearest(token.text, known);
  return meant === undefined
    ? problemAt(token, code, { name: token.text })
    : problemAt(token, `${code}.nearest`, { name: token.text, nearest: meant });
}

/** What other tables of SQLite call the number of a row. */
const rowIds: ReadonlySet<string> = new Set(['rowid', '_rowid_', 'oid']);

export const unknownColumnAt = (token: SqlToken, known: readonly string[]): SqlProblem =>
  rowIds.has(token.text.toLowerCase()) && known.includes(rowNumber)
    ? problemAt(token, 'unknown-column.row', { name: token.text, column: `"${rowNumber}"` })
    : unknownAt(token, 'unknown-column', known);

/**
 * A statement with something else in some places.
 *
 * @param places in their order in the text, beside each other
 */
export const substituted = (
  sql: string,
  places: readonly (Span & { readonly substitute: string })[],
): string =>
  places.reduceRight(
    (text, { start, end, substitute }) => text.slice(0, start) + substitute + text.slice(end),
    sql,
  );
