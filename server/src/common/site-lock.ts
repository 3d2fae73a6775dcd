import { siteRoot } from './site-address.ts';
import type { SiteDescription } from './site-description.ts';

/** A site's description of itself, stored in the workspace: queries are checked by it without a network. */
export interface SiteLock {
  /** Where it is stored. */
  readonly file: string;
  readonly site: string;
  readonly url: string;
  /** What the site runs on, such as `MediaWiki 1.43.0`; empty = not known. */
  readonly software: string;
  /** When the site was asked, in ISO 8601. */
  readonly time: string;
  readonly description: SiteDescription;
}

/** Why a lock cannot be used. */
export type LockFault =
  'unreadable' | 'not-a-file' | 'too-large' | 'too-much' | 'not-json' | 'version' | 'shape' | 'other-site';

/** A lock that cannot be used: what is wrong with it, with the values of the placeholders in its message. */
export interface UnusableLock {
  readonly file: string;
  readonly fault: LockFault;
  readonly values: Readonly<Record<string, string | number>>;
}

/** The locks that hold for a file, by the names of their sites. */
export interface SiteLocks {
  readonly locks: ReadonlyMap<string, SiteLock>;
  readonly unusable: ReadonlyMap<string, UnusableLock>;
}

/** Whether a lock is of the site that the settings have by this name; of a site that they do not have it is. */
export const isLockOf = (lock: SiteLock, address: string | undefined): boolean =>
  address === undefined || siteRoot(address) === siteRoot(lock.url);
