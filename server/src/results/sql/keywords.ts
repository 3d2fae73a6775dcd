import words from '../../../catalogue/sql/words.json' with { type: 'json' };

const reserved: ReadonlySet<string> = new Set(words.reserved);

/** Whether a word must be quoted to be a name. */
export const isKeyword = (word: string): boolean => reserved.has(word.toLowerCase());

/** Quotes a name for SQL. */
export const quotedSqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A name in SQL: quoted if necessary. */
export const nameInSql = (name: string): string =>
  /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && !isKeyword(name) ? name : quotedSqlName(name);
