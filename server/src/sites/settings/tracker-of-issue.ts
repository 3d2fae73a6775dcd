import { isWithinSite } from '#shared/base/site-address.ts';
import type { IssueParams } from '#shared/protocol/issue.ts';
import type { Settings } from '#shared/protocol/settings.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { sitesOf } from './read-settings.ts';

/**
 * Returns the tracker of an issue. For the address of a page it is the configured tracker with the longest address that
 * the page's address begins with; for a key the tracker that is named, else the default one, else the only one. `undefined` = none of them.
 */
export function trackerOf(settings: Settings, { site, reference }: IssueParams): Site | undefined {
  const trackers = sitesOf(settings).filter(({ kind }) => kind === 'tracker');
  if (isAddress(reference)) {
    const text = reference.trim();
    return trackers
      .filter(({ url, pages }) => isWithinSite(text, pages ?? url))
      .toSorted((one, other) => other.url.length - one.url.length)[0];
  }
  if (site !== undefined && site !== '') return trackers.find(({ name }) => name === site);
  return (
    trackers.find(({ name }) => name === settings.defaultSite) ??
    (trackers.length === 1 ? trackers[0] : undefined)
  );
}

/** Whether an issue is named by the address of its page, not by its key. */
export const isAddress = (reference: string): boolean => /^\s*https?:/i.test(reference);
