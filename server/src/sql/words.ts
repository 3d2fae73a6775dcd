import words from '../../catalogue/sql/words.json' with { type: 'json' };

const reserved: ReadonlySet<string> = new Set(words.reserved);

/** True for a word that is not a name without quotes. */
export const isKeyword = (word: string): boolean => reserved.has(word.toLowerCase());

/** A name as a statement has it: in quotes where it needs them. */
export const nameInSql = (name: string): string =>
  /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && !isKeyword(name) ? name : `"${name.replaceAll('"', '""')}"`;
