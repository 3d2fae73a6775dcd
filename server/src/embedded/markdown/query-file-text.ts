/**
 * The fences of a language as one query file of the same length: all other text is blank, so that offsets are the same in both.
 */
import type { FileSyntax } from '../../query-file/query-document.ts';
import type { Fence } from './fences.ts';

/** The first characters of the line that opens a fence: a `###` line that users do not write. */
const fenceLine = '###\v';
const fenceLines = /(?<=^|[\n\r])###\v/g;

/**
 * Returns the query file of the fences.
 *
 * @param fences the fences of one language, in the order of the file
 */
export function queryFileText(text: string, fences: readonly Fence[]): string {
  const parts: string[] = [];
  let done = 0;
  const blankUntil = (end: number): void => {
    parts.push(blank(text.slice(done, end)));
    done = end;
  };
  for (const { opening, content } of fences) {
    blankUntil(opening.start);
    parts.push(fenceLine);
    done += fenceLine.length;
    for (const { start, end } of content) {
      const before = blank(text.slice(done, start));
      const part = text.slice(start, end);
      parts.push(part.startsWith('###') ? titleFirst(before, part) : before + part);
      done = end;
    }
  }
  blankUntil(text.length);
  return parts.join('');
}

/** Writes a `###` line before its indent: only at the start of a line it begins a query. */
function titleFirst(before: string, part: string): string {
  const indent = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1);
  return `${before.slice(0, before.length - indent.length)}###${indent}${part.slice(3)}`;
}

/** Keeps the line ends alone. */
const blank = (text: string): string => text.replaceAll(/[^\r\n]/g, ' ');

/** Returns a language's syntax in such a file: a fence ends at its end, also where a quote is open. */
export function fencedSyntax(syntax: FileSyntax): FileSyntax {
  return {
    ...syntax,
    separators(text) {
      const cuts = [0, ...Array.from(text.matchAll(fenceLines), match => match.index), text.length];
      return cuts.slice(0, -1).flatMap((start, index) => {
        const separators = syntax.separators(text.slice(start, cuts[index + 1]));
        const offsets = separators.map(offset => start + offset);
        return start === 0 ? offsets : [start, ...offsets];
      });
    },
  };
}

/** Whether a block of such a file is the first of a fence. */
export const beginsFence = (block: string): boolean => block.startsWith(fenceLine);

/** Returns the content of a fence, with blanks for the marks before its lines; it begins at `start` of the file. */
export function fenceText(
  text: string,
  { content }: Fence,
): { readonly text: string; readonly start: number } {
  const start = content[0]?.start ?? 0;
  const parts: string[] = [];
  let done = start;
  for (const part of content) {
    parts.push(blank(text.slice(done, part.start)), text.slice(part.start, part.end));
    done = part.end;
  }
  return { text: parts.join(''), start };
}

const directive = /^([ \t]*)--(?=[ \t]{0,20}@[A-Za-z])/gm;

/**
 * Returns the comments `-- @key value` of a statement as directives of a query file, at the same offsets; other text is blank.
 */
export function sqlDirectives(sql: string): string {
  return sql
    .replaceAll(directive, '$1# ')
    .split(/(?<=[\r\n])/)
    .map(line => (/^[ \t]*# {0,20}@/.test(line) ? line : line.replaceAll(/[^\r\n]/g, ' ')))
    .join('');
}
