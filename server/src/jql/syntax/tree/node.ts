/** The base class of the nodes of a query's tree, the places of nodes, and the node for something missing. */
import type { MappedText } from '#shared/base/text/mapped-text.ts';
import type { Span } from '#shared/base/text/span.ts';
import { unescaped } from '../escapes.ts';
import type { NameTable } from '../name-table.ts';

/** The text that was parsed; all nodes of a query share it. */
export interface Source {
  readonly text: string;
  /** Undefined = the offsets of the text are those of the block. */
  readonly map: MappedText | undefined;
}

/** Returns the span in the block of a part of the parsed text. */
export const spanIn = ({ map }: Source, start: number, end: number): Span =>
  map === undefined ? { start, end } : map.sourceOf(start, end);

/** Returns the empty span in the block after the text that ends at an offset of the parsed text. */
export function missingSpanIn({ map }: Source, at: number): Span {
  let place = at;
  if (map !== undefined) place = at === 0 ? map.sourceOf(at, at).start : map.sourceOf(at - 1, at).end;
  return { start: place, end: place };
}

/**
 * A node of a tree. It stores only its offsets in the parsed text; spans, names and values are computed by getters,
 * because most of them are never read. Fields are only declared here: a field that a class defines is written twice,
 * which made parsing take half as long again.
 */
export class Node {
  declare readonly source: Source;
  declare readonly start: number;
  declare readonly end: number;

  constructor(source: Source, start: number, end: number) {
    this.source = source;
    this.start = start;
    this.end = end;
  }

  /** The place in the text of the block; text from a variable has the span of its reference. */
  get span(): Span {
    return spanIn(this.source, this.start, this.end);
  }
}

/** Something expected that is missing; its empty span is directly after what precedes it. */
export class Missing extends Node {
  declare readonly kind: 'missing';

  constructor(source: Source, at: number) {
    super(source, at, at);
    this.kind = 'missing';
  }

  override get span(): Span {
    return missingSpanIn(this.source, this.start);
  }
}

/** How a name or a value is written; `number` is digits alone, with or without `-`. */
export type WordForm = 'word' | 'quoted' | 'number';

/** Returns the text of a word, a number or a quoted text, without quotes (the closing one may be missing) and escapes. */
export function textIn(source: string, start: number, end: number, form: WordForm): string {
  if (form === 'number') return source.slice(start, end);
  const isQuoted = form === 'quoted';
  const writtenForm = isQuoted
    ? source.slice(start + 1, isClosed(source, start, end) ? end - 1 : end)
    : source.slice(start, end);
  return writtenForm.includes('\\') ? unescaped(writtenForm) : writtenForm;
}

const isClosed = (source: string, start: number, end: number): boolean =>
  end - start > 1 && source.charCodeAt(end - 1) === source.charCodeAt(start);

/**
 * Looks a word up in a table without creating its text; undefined = the table has no such name. `custom` = a custom field
 * by number, `cf[10010]`.
 */
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
