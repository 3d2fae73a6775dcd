import data from '../../catalogue/query-file/directives.json' with { type: 'json' };
import type { SiteName } from './language/language-service.ts';
import { wordingOf } from '#shared/base/text/wording.ts';

/** A directive that a query file can hold. */
export interface KnownDirective {
  /** Without the `@`. */
  readonly key: string;
  /** `site`, `sites`, `name`, `number`, `columns`, `group`, `view`, `report`, `interval`, `filter`, `expectation`, `prompt`, `codes`, or `nothing`. */
  readonly takes: string;
  /** A query can have several. Default: the last one counts. */
  readonly repeats?: boolean;
  /** The kinds of sites whose queries can have it. */
  readonly kinds: readonly string[];
  readonly summary: string;
  /** A value; empty where it takes none. */
  readonly example: string;
  /** The values that it takes with a phrase for each; absent = any. */
  readonly values?: Readonly<Record<string, string>>;
}

const directives: readonly KnownDirective[] = data.directives;

/** The directives of one kind of queries. */
export const directivesOf = (kind: SiteName['kind']): readonly KnownDirective[] =>
  directives.filter(({ kinds }) => kinds.includes(kind));

/** The directive of that key; `undefined` = unknown. */
export const knownDirective = (key: string): KnownDirective | undefined =>
  directives.find(directive => directive.key === key);

/** Numbers of rows that are worth offering. */
export const usualLimits: readonly string[] = data.limits;

/** Intervals that are worth offering. */
export const usualIntervals: readonly string[] = data.intervals;

/** The texts of completions and hovers in the preamble. */
export const say = wordingOf(data.texts);
