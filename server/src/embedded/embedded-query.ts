import type { MappedText } from '#shared/base/text/mapped-text.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { HostEntry, Segment } from './hosts/host-value.ts';

/** How complete a query is: the program may add parameters to it elsewhere. */
export type Completeness =
  /** The text is the whole query. */
  | 'complete'
  /** Parameters that change nothing about these may be added elsewhere. */
  | 'extended'
  /** Anything may be added. */
  | 'open';

/** A parameter of a request in the query's text: one line. */
export interface EmbeddedEntry {
  /** The name and its value as the host has them. */
  readonly host: HostEntry;
  /** The line in the text of the query, without its end. */
  readonly line: Span;
}

/** A query in a file of another language. All spans but those of `line` are of the host's source. */
export interface EmbeddedQuery {
  readonly language: 'wikiquery' | 'jql';
  /**
   * The body of a query file, with undefined variables for the computed parts. Its span is that of the host's expression.
   */
  readonly text: MappedText;
  readonly completeness: Completeness;
  /** The parts of the host with its text, in order. */
  readonly segments: readonly Segment[];
  /** The parameters of a query that the host writes as names and values; absent = it is one text. */
  readonly entries?: readonly EmbeddedEntry[];
  /** The header of a query in a fence that is a query file; absent = it is in no such fence. */
  readonly header?: string;
}

/** A place in a query, where the host has text of it. */
export interface PlacedOffset {
  readonly index: number;
  readonly query: EmbeddedQuery;
  readonly segment: Segment;
  /** In the query's text. */
  readonly offset: number;
}

/** Whether a part of a query is computed. */
export const hasPlaceholders = ({ text }: EmbeddedQuery): boolean =>
  text.pieces.some(({ variable }) => variable !== undefined);

/** Returns a query as a query file of its own, with definitions without a value for its computed parts. */
export function asQueryFile({ text, header }: EmbeddedQuery): string {
  if (header !== undefined) return header + text.text;
  const names = [...new Set(text.pieces.flatMap(({ variable }) => variable ?? []))];
  const definitions = names.map(name => `@${name} = \n`).join('');
  const body = text.text.replace(/^[\r\n]+/, '').trimEnd();
  return `${definitions}${definitions === '' ? '' : '\n'}${body}\n`;
}
