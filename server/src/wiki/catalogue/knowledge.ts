import type { SiteLock } from '../../common/site-lock.ts';
import type { Catalogue } from './catalogue.ts';
import type { Rule } from './rule.ts';
import type { SiteFacts } from './site-facts.ts';
import type { WikiTexts } from './catalogue-texts.ts';
import type { WikiUsage } from './usage.ts';
import type { VersionProfile } from './profiles.ts';

/** What completion and hover know of a wiki: its modules, built in or as the site describes them, and their texts. */
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
  /** Where the modules are from, if they are stored: the site, and when it was asked. */
  readonly lock?: Pick<SiteLock, 'site' | 'time'>;
}

/** What is known of one wiki. */
export interface SiteKnowledge extends WikiKnowledge {
  readonly facts: SiteFacts;
}
