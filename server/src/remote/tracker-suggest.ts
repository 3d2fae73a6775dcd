import type { Json } from '../protocol.ts';
import type { Edges, Listener, SiteAddress } from './exchange.ts';
import type { SuggestionOrder } from './remote.ts';
import { addressOf, trackerRequest } from './tracker-address.ts';
import { askTracker } from './tracker-ask.ts';
import type { TrackerSites } from './tracker-sites.ts';

const silent: Listener = { requests() {}, waiting() {} };

/**
 * What a tracker suggests while a value is typed, as it came.
 *
 * @returns undefined where it suggests nothing, whatever the reason
 */
export async function askSuggestions(
  edges: Edges,
  sites: TrackerSites,
  site: SiteAddress,
  { field, typed, predicate }: SuggestionOrder,
  signal: AbortSignal,
): Promise<Json | undefined> {
  const resource = sites.isCloud(site.url) ? 'cloudSuggestions' : 'suggestions';
  const value =
    predicate === undefined ? { fieldValue: typed } : { predicateName: predicate, predicateValue: typed };
  const parameters = { fieldName: field, ...value };
  const request = trackerRequest(addressOf(site.url, resource), parameters, edges.userAgent);
  const outcome = await askTracker(edges, site, () => request, silent, signal);
  return 'notice' in outcome || outcome.errors.length > 0 ? undefined : outcome.answer;
}
