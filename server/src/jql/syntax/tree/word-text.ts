import type { NameTable } from '../name-table.ts';
import type { WordForm } from '../nodes.ts';
import { unescaped } from '../escapes.ts';

/** The text of a word, a number or something quoted: without its quotes, the closing of which may be missing, and without escapes. */
export function textIn(source: string, start: number, end: number, form: WordForm): string {
  if (form === 'number') return source.slice(start, end);
  const isQuoted = form === 'quoted';
  const written = isQuoted
    ? source.slice(start + 1, isClosed(source, start, end) ? end - 1 : end)
    : source.slice(start, end);
  return written.includes('\\') ? unescaped(written) : written;
}

const isClosed = (source: string, start: number, end: number): boolean =>
  end - start > 1 && source.charCodeAt(end - 1) === source.charCodeAt(start);

export const findIn = <T>(
  table: NameTable<T>,
  source: string,
  start: number,
  end: number,
  form: WordForm | 'custom',
): T | undefined =>
  form === 'quoted'
    ? table.at(source, start + 1, isClosed(source, start, end) ? end - 1 : end)
    : table.at(source, start, end);
