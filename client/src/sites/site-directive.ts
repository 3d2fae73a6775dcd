/** The `# @site` directive of a query file. */
import { directiveLine, readDirectiveLine } from '#shared/base/queries/directive-line.ts';

export interface LineEdit {
  readonly line: number;
  /** Whether the line is replaced; otherwise a line is inserted before it. */
  readonly replaces: boolean;
  readonly text: string;
}

const namesSite = (line: string): boolean => readDirectiveLine(line)?.key === 'site';

/**
 * The edit that sets the site of the lines from `first` to `end` (exclusive): the header of a file, or one query. An
 * existing directive is replaced; otherwise one is inserted at the line `first`.
 */
export function siteEdit(lines: readonly string[], first: number, end: number, site: string): LineEdit {
  const text = directiveLine('site', site);
  const index = lines.slice(first, end).findIndex(namesSite);
  return index === -1
    ? { line: first, replaces: false, text }
    : { line: first + index, replaces: true, text };
}

/** The line after a file's header: its first query, or the end of the file. */
export function headerEnd(lines: readonly string[]): number {
  const index = lines.findIndex(line => line.startsWith('###'));
  return index === -1 ? lines.length : index;
}

/** The address in the comment directly above the directive that names a site, as a pasted query has it. */
export function addressAbove(lines: readonly string[], site: string): string | undefined {
  for (const [index, line] of lines.entries()) {
    const directive = readDirectiveLine(line);
    if (directive?.key !== 'site' || line.slice(directive.valueStart).trim() !== site) continue;
    const address = /^(?:#|\/\/)\s*(https?:\/\/\S+)\s*$/i.exec(lines[index - 1] ?? '')?.[1];
    if (address !== undefined) return address;
  }
  return undefined;
}
