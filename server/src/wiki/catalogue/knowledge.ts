import type { SiteLock } from '#shared/base/site-lock.ts';
import type { Catalogue } from './wiki-catalogue.ts';
import type { Rule } from './rule.ts';
import type { WikiTexts } from './catalogue-texts.ts';
import type { WikiUsage } from './wiki-usage.ts';
import type { VersionProfile } from './profiles.ts';

/**
 * The facts about a wiki that completion and hover use: its modules, built in or as the site describes them, and
 * their texts.
 */
export interface WikiKnowledge {
  readonly catalogue: Catalogue;
  readonly texts: WikiTexts;
  readonly usage: WikiUsage;
  /** By name of the module that they hold for. */
  readonly rules: ReadonlyMap<string, readonly Rule[]>;
  /** Whether completion offers modules that only some of Wikimedia's wikis have. */
  readonly offersExtensions: boolean;
  /** The version of MediaWiki that queries are checked for; absent = not known. */
  readonly profile?: VersionProfile;
  /**
   * The site and the time of the stored description that the modules are from; absent = they are from no stored one.
   */
  readonly lock?: Pick<SiteLock, 'site' | 'time'>;
}

/** The knowledge of one wiki, with the facts that its validation needs. */
export interface SiteKnowledge extends WikiKnowledge {
  readonly facts: SiteFacts;
}

/** Facts about a site besides its modules. A rule that needs an absent fact is not checked. */
export interface SiteFacts {
  /** The site has described its modules itself: it has no others. */
  readonly describesItself?: boolean;
  /** The names of every namespace by its id; the main namespace has none. */
  readonly namespaces?: ReadonlyMap<number, readonly string[]>;
  /** The account has the right `apihighlimits`: 500 values and 5000 rows instead of 50 and 500. */
  readonly highLimits?: boolean;
  /** The version of MediaWiki that the query is checked for. */
  readonly profile?: VersionProfile;
}
