import type { VersionProfile } from './profiles.ts';

/** What is known of a site besides its modules. Whatever is absent is not checked. */
export interface SiteFacts {
  /** The site has described its modules itself: it has no others. */
  readonly own?: boolean;
  /** The names of every namespace by its id; the main namespace has none. */
  readonly namespaces?: ReadonlyMap<number, readonly string[]>;
  /** The account has the right `apihighlimits`: 500 values and 5000 rows instead of 50 and 500. */
  readonly highLimits?: boolean;
  /** The version of MediaWiki that the query is checked for. */
  readonly profile?: VersionProfile;
}
