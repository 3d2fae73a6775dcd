import type { Problem } from '../language/problem.ts';
import type { EmbeddedQuery } from './embedded-query.ts';
import type { FenceReferences } from './fence-references.ts';

/** A language whose files can hold queries. */
export interface HostLanguage {
  /** The length, in UTF-16 code units, of the longest source that is read. */
  readonly longest: number;
  /** The queries in a source, in its order; none where it is too much to read. */
  queries(source: string): readonly EmbeddedQuery[];
  /**
   * What is wrong with a source as a whole, worded by the messages of reports; spans are of the source. Absent: nothing can be.
   */
  problems?(source: string): readonly Problem[];
  /** The check of how the queries of a source use each other's rows. Absent: they cannot. */
  references?(source: string): FenceReferences;
}
