/** A value that a query has for one run: the answer to a prompt, or values of another query's rows. */
export interface BoundValue {
  /** One or more values, without quotes and escapes. */
  readonly items: readonly string[];
  /** A number, which JQL takes without quotes. */
  readonly isNumber?: boolean;
}

/** Bound values by the name between the braces. */
export type BoundValues = ReadonlyMap<string, BoundValue>;

/**
 * False for a text that no site accepts as a value: it has an unpaired surrogate, or a control character that is not
 * white space.
 */
export const canBeBound = (text: string): boolean =>
  text.isWellFormed() && !controlCharacters.test(text) && text.length <= maxValueLength;

const controlCharacters = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F]/;
const maxValueLength = 10_000;

/** A number as both languages write it. */
export const isPlainNumber = (text: string): boolean => /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text);
