import { TokenKind } from './syntax/token-kinds.ts';
import { tokensOf } from './syntax/tokenize.ts';

/**
 * Whether two queries say the same word for word: white space, comments, and the case of what is not quoted make no
 * difference.
 */
export const isSameQuery = (one: string, other: string): boolean => wordsOf(one) === wordsOf(other);

/** No token has this character, so that tokens never run into each other. */
const separator = '\0';

const wordsOf = (jql: string): string =>
  tokensOf(jql)
    .filter(({ kind }) => kind !== TokenKind.Space && kind !== TokenKind.Comment)
    .map(({ kind, start, end }) => {
      const text = jql.slice(start, end);
      return kind === TokenKind.Quoted ? text : text.toLowerCase();
    })
    .join(separator);
