import { TokenKind } from '../jql/syntax/token-kinds.ts';
import { type JqlToken, tokensOf } from '../jql/syntax/tokenize.ts';

/** A query in two parts. */
export interface OrderedJql {
  readonly where: string;
  /** The text after `ORDER BY`; empty = none. */
  readonly orderBy: string;
}

/** Splits a query at its `ORDER BY`: these are reserved words, so that no clause contains them unquoted. */
export function splitOrderBy(jql: string): OrderedJql {
  const tokens = significant(jql);
  const at = tokens.findIndex(
    (token, index) => isWord(jql, token, 'order') && isWord(jql, tokens[index + 1], 'by'),
  );
  if (at < 0) return { where: jql.trim(), orderBy: '' };
  return { where: jql.slice(0, tokens[at]!.start).trim(), orderBy: jql.slice(tokens[at + 1]!.end).trim() };
}

/** Splits the fields to sort by from the direction of the last one. */
export function lastDirection(orderBy: string): {
  readonly fields: string;
  readonly direction: 'ASC' | 'DESC';
} {
  const last = significant(orderBy).at(-1);
  const isDescending = isWord(orderBy, last, 'desc');
  const isNamed = isDescending || isWord(orderBy, last, 'asc');
  return {
    fields: isNamed && last ? orderBy.slice(0, last.start).trim() : orderBy,
    direction: isDescending ? 'DESC' : 'ASC',
  };
}

const significant = (text: string): readonly JqlToken[] =>
  tokensOf(text).filter(({ kind }) => kind !== TokenKind.Space && kind !== TokenKind.Comment);

const isWord = (text: string, token: JqlToken | undefined, word: string): boolean =>
  token !== undefined && text.slice(token.start, token.end).toLowerCase() === word;
