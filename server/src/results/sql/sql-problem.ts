import { nearest } from '#shared/base/text/nearest.ts';
import type { Span } from '#shared/base/text/span.ts';
import { rowNumber } from './nameable-tables.ts';
import { quotedSqlName } from './keywords.ts';
import type { SqlToken } from './tokens.ts';
import texts from '../../../catalogue/messages/sql.json' with { type: 'json' };
import { wordingOf } from '#shared/base/text/wording.ts';

export type SqlText = keyof typeof texts;

/** The messages about SQL. */
export const say = wordingOf(texts);

/** A problem in a part of a statement. */
export interface SqlProblem extends Span {
  readonly code: string;
  readonly message: string;
  /** The problem is information, not a mistake. */
  readonly isNotice?: true;
}

/** Makes a problem of a statement. */
export function problemAt(
  { start, end }: Span,
  text: SqlText,
  values: Readonly<Record<string, string>>,
): SqlProblem {
  return { start, end, code: text.split('.', 1)[0] ?? text, message: say(text, values) };
}

/** An unknown name, with the one that is probably meant. */
export function unknownAt(
  token: SqlToken,
  code: 'unknown-table' | 'unknown-alias' | 'unknown-column' | 'unknown-function',
  candidates: readonly string[],
): SqlProblem {
  const meant = nearest(token.text, candidates);
  return meant === undefined
    ? problemAt(token, code, { name: token.text })
    : problemAt(token, `${code}.nearest`, { name: token.text, nearest: meant });
}

/** The only name whose last part is a word: `revisions.user` for `user`. */
function lastPartOf(word: string, candidates: readonly string[]): string | undefined {
  const end = `.${word.toLowerCase()}`;
  const found = new Set(candidates.filter(candidate => candidate.toLowerCase().endsWith(end)));
  return found.size === 1 ? [...found][0] : undefined;
}

/** The names of the row number in other tables of SQLite. */
const rowIds: ReadonlySet<string> = new Set(['rowid', '_rowid_', 'oid']);

/**
 * Reports a column that no table has, with the one that is probably meant, also if only its last part is written; for
 * SQLite’s ids of rows that is the column with the number of the row.
 */
export function unknownColumnAt(token: SqlToken, columns: readonly string[]): SqlProblem {
  const name = token.text;
  if (rowIds.has(name.toLowerCase()) && columns.includes(rowNumber))
    return problemAt(token, 'unknown-column.row', { name, column: quotedSqlName(rowNumber) });
  const whole = nearest(name, columns) === undefined ? lastPartOf(name, columns) : undefined;
  return whole === undefined
    ? unknownAt(token, 'unknown-column', columns)
    : problemAt(token, 'unknown-column.part', { name, column: quotedSqlName(whole) });
}

/**
 * Replaces some places of a statement.
 *
 * @param places in the order of the text, without overlap
 */
export const substituted = (
  sql: string,
  places: readonly (Span & { readonly substitute: string })[],
): string =>
  places.reduceRight(
    (text, { start, end, substitute }) => text.slice(0, start) + substitute + text.slice(end),
    sql,
  );
