/** The `# @site` directive of a query file. */
import { directiveLine, readDirectiveLine } from '../../../server/src/common/queries/directive-line.ts';

export interface LineEdit {
  readonly line: number;
  /** Whether the line is replaced; else a line is put before it. */
  readonly replaces: boolean;
  readonly text: string;
}

const namesSite = (line: string): boolean => readDirectiveLine(line)?.key === 'site';

/**
 * The edit that names a site in the lines from `first` up to `end` (exclusive): the header of a file, or one query.
 * A directive that is there is replaced; else a new one goes to the line `first`.
 */
export function siteEdit(lines: readonly string[], first: number, end: number, site: string): LineEdit {
  const text = directiveLine('site', site);
  const found = lines.slice(first, end).findIndex(namesSite);
  return found === -1
    ? { line: first, replaces: false, text }
    : { line: first + found, replaces: true, text };
}

/** Where a file's header ends: at its first query, or at the end of the file. */
export function headerEnd(lines: readonly string[]): number {
  const found = lines.findIndex(line => line.startsWith('###'));
  return found === -1 ? lines.length : found;
}
