import type { Json } from '../../protocol/json.ts';
import type { BackoffDependencies, Listener, SiteAddress } from '../send-with-backoff.ts';
import type { SuggestionRequest } from '../remote.ts';
import { addressOf, trackerRequest } from './request.ts';
import { askTracker } from './ask.ts';
import type { TrackerSites } from './sites.ts';

const silent: Listener = { requests() {}, waiting() {} };

/**
 * What a tracker suggests while a value is typed, as it came.
 *
 * @returns undefined where it suggests nothing, whatever the reason
 */
export async function askSuggestions(
  edges: BackoffDependencies,
  sites: TrackerSites,
  site: SiteAddress,
  { field, typed, predicate }: SuggestionRequest,
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
