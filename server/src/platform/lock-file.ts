import type { SiteDescription } from '#shared/base/site-description.ts';
import { CatalogueError } from '#shared/base/text/json-reader.ts';
import { lockFolder, lockNameOf, lockOf, lockText } from '../sites/locks/lock-text.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { MadeLockFile } from '../editor/platform.ts';

/**
 * The lock of a site, to be stored.
 *
 * @param now milliseconds since 1970
 * @returns `undefined` = the description cannot be read
 */
export function lockFileOf(site: Site, description: SiteDescription, now: number): MadeLockFile | undefined {
  try {
    const text = lockText(lockOf(site, description, now));
    return { folder: lockFolder, name: lockNameOf(site.name), text };
  } catch (error) {
    if (error instanceof CatalogueError) return undefined;
    throw error;
  }
}
