import type { CheckedFile, UnreadFile } from '../finding.ts';

/** How findings are written: what comes before the files, each file as it is done, and what comes after them. */
export interface OutputFormat {
  head(): string;
  file(checked: CheckedFile): string;
  unread(unread: UnreadFile): string;
  foot(totals: Totals): string;
  /** Each finding has its fixes in it. */
  readonly hasFixes: boolean;
  /** Known findings are written too, marked as such; absent = they are left out. */
  readonly hasKnown?: boolean;
}

interface Totals {
  readonly files: number;
  readonly queries: number;
  /** Known findings; absent = there is no baseline. */
  readonly known?: number;
}

/** The options of all formats. */
export interface OutputOptions {
  readonly version: string;
  readonly hasColor: boolean;
}
