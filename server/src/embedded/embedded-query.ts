import type { MappedText } from '../language/mapped-text.ts';
import type { Span } from '../language/span.ts';
import type { HostEntry, Segment } from './host-value.ts';

/** What may be added to a query where the host can do more with it than its text says. */
export type Completeness =
  /** All of it is here. */
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
   * As the body of a query file. What the host computes is a variable that nothing defines. Its span is that of the host's
   * expression.
   */
  readonly text: MappedText;
  readonly completeness: Completeness;
  /** Where the host has text of it, in order. */
  readonly segments: readonly Segment[];
  /** The parameters, where the host has names and values; absent = the text is that of the segments. */
  readonly entries?: readonly EmbeddedEntry[];
  /** What is above the first query of the fence that holds it; absent = nothing. */
  readonly header?: string;
}

/** A place in a query: where the host has text of it. */
export interface PlacedOffset {
  readonly index: number;
  readonly query: EmbeddedQuery;
  readonly segment: Segment;
  /** In the query's text. */
  readonly offset: number;
}

/** Whether the host computes a part of a query. */
export const hasPlaceholders = ({ text }: EmbeddedQuery): boolean =>
  text.pieces.some(({ variable }) => variable !== undefined);

/** A query as a query file of its own: what the host computes are variables, defined above it without a value. */
export function asQueryFile({ text, header }: EmbeddedQuery): string {
  if (header !== undefined) return header + text.text;
  const names = [...new Set(text.pieces.flatMap(({ variable }) => variable ?? []))];
  const definitions = names.map(name => `@${name} = \n`).join('');
  const body = text.text.replace(/^[\r\n]+/, '').trimEnd();
  return `${definitions}${definitions === '' ? '' : '\n'}${body}\n`;
}
