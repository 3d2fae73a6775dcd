import type { Severity } from '../language/problem.ts';

/** A place in a file: lines and columns from 1, columns in UTF-16 code units. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface Replacement extends Place {
  readonly text: string;
}

export interface OfferedFix {
  readonly title: string;
  readonly preferred: boolean;
  readonly edits: readonly Replacement[];
}

/** A problem of a file, in words. */
export interface Finding extends Place {
  readonly file: string;
  /** The `@name` of its query, else its title, else its number. */
  readonly query: string;
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  /** The line that it begins in, at most so long as a reader sees. */
  readonly source: string;
  readonly fixes: readonly OfferedFix[];
}

/** A file that was checked. */
export interface CheckedFile {
  readonly file: string;
  /** The names of its queries, in their order. */
  readonly queries: readonly string[];
  readonly findings: readonly Finding[];
  /** How many fixes were made. */
  readonly fixed: number;
  /** Why locks beside the file cannot be used, as sentences; absent = all can. */
  readonly unusableLocks?: readonly string[];
}

/** A file that could not be checked, and why, as a sentence. */
export interface UnreadFile {
  readonly file: string;
  readonly failure: string;
}
