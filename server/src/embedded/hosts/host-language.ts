/** The interface of the languages whose files can hold queries. */
import type { Problem } from '#shared/base/text/problem.ts';
import type { MarkdownSource } from '../markdown/markdown-source.ts';
import type { EmbeddedQuery } from '../embedded-query.ts';
import type { FenceReferences } from '../fence-problems.ts';
import type { HostComments } from './host-comments.ts';

/** A language whose files can hold queries. */
export interface HostLanguage {
  /** The length, in UTF-16 code units, of the longest source that is read. */
  readonly longest: number;
  /** Sources with lines of any length are read: they are not generated. */
  readonly anyLine?: boolean;
  /** The queries in a source, in its order; none where it is too much to read. */
  queries(source: string): readonly EmbeddedQuery[];
  /** The comments of a source. Absent in a language that has none. */
  comments?(source: string): HostComments;
  /** Markdown: all that its fences say, from one parse. Absent in other languages. */
  readMarkdown?(source: MarkdownSource): MarkdownReading;
}

/** A Markdown source as a host of queries. */
export interface MarkdownReading {
  /** The queries in its fences, in its order; none where it is too much to read. */
  readonly queries: readonly EmbeddedQuery[];
  /** Problems of the source as a whole, worded by the messages of reports; spans are of the source. */
  readonly problems: readonly Problem[];
  /** Checks how the queries use each other's rows. */
  readonly references: FenceReferences;
}
