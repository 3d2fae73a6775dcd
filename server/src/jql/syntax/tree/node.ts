import type { MappedText } from '../../../language/mapped-text.ts';
import type { Span } from '../../../language/span.ts';
import type { Missing } from '../nodes.ts';

/** What was read, for all nodes of a query. */
export interface Source {
  readonly text: string;
  /** Absent = the offsets of the text are those of the block. */
  readonly map: MappedText | undefined;
}

/** The place in the block of a part of the read text. */
export const spanIn = ({ map }: Source, start: number, end: number): Span =>
  map === undefined ? { start, end } : map.sourceOf(start, end);

/** The empty place in the block after what ends at an offset of the read text. */
export function missingSpanIn({ map }: Source, at: number): Span {
  let place = at;
  if (map !== undefined) place = at === 0 ? map.sourceOf(at, at).start : map.sourceOf(at - 1, at).end;
  return { start: place, end: place };
}

/**
 * A node of a tree. It keeps its place in the read text; spans, names and values are made when they are asked
 * for, as most never are. Fields are only declared here: a field that a class defines is written twice, which made
 * parsing take half as long again.
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

  get span(): Span {
    return spanIn(this.source, this.start, this.end);
  }
}

/** Something missing after what ends at its offset. */
export class MissingNode extends Node implements Missing {
  declare readonly kind: 'missing';

  constructor(source: Source, at: number) {
    super(source, at, at);
    this.kind = 'missing';
  }

  override get span(): Span {
    return missingSpanIn(this.source, this.start);
  }
}
