/** Stored descriptions of sites (locks), by which queries are checked without a network. */
import { siteRoot } from './site-address.ts';
import type { SiteDescription } from './site-description.ts';

/** A site's description of itself, stored in the workspace. */
export interface SiteLock {
  /** The path of the file. */
  readonly file: string;
  readonly site: string;
  readonly url: string;
  /** The software of the site, such as `MediaWiki 1.43.0`; empty = unknown. */
  readonly software: string;
  /** The time of the description, in ISO 8601. */
  readonly time: string;
  readonly description: SiteDescription;
}

/** The reason why a lock cannot be used. */
export type LockFault =
  'unreadable' | 'not-a-file' | 'too-large' | 'too-much' | 'not-json' | 'version' | 'shape' | 'other-site';

/** A lock that cannot be used, with the reason and the values of the placeholders in its message. */
export interface UnusableLock {
  readonly file: string;
  readonly fault: LockFault;
  readonly values: Readonly<Record<string, string | number>>;
}

/** The locks that apply to a file, by the names of their sites. */
export interface SiteLocks {
  readonly locks: ReadonlyMap<string, SiteLock>;
  readonly unusable: ReadonlyMap<string, UnusableLock>;
}

/** Whether a lock belongs to the site at an address, or (`undefined`) to a site that is not configured. */
export const isLockOf = (lock: SiteLock, address: string | undefined): boolean =>
  address === undefined || siteRoot(address) === siteRoot(lock.url);
