import type { Catalogue } from './catalogue.ts';
import type { Rule } from './rules.ts';
import type { Texts } from './texts.ts';

/** What completion and hover know of the wiki: its modules, built in or a site's own, and what is told about them. */
export interface WikiKnowledge {
  readonly catalogue: Catalogue;
  readonly texts: Texts;
  /** By name of the module that they hold for. */
  readonly rules: ReadonlyMap<string, readonly Rule[]>;
}
