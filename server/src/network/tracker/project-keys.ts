import { isProjectKey } from '#shared/base/issue-key.ts';
import { maximumBytes } from '../http/limits.ts';
import type { SiteAddress } from '#shared/protocol/sites.ts';
import { arrayOf, isObject, textOf } from '#shared/protocol/json-values.ts';
import { silentListener, type BackoffDependencies } from '../send-with-backoff.ts';
import { askTracker } from './ask-tracker.ts';
import { addressOf, trackerRequest } from './tracker-request.ts';

const mostProjects = 5_000;

/** The keys of the projects of a tracker; `undefined` = unavailable, for any reason. */
export async function askProjects(
  dependencies: BackoffDependencies,
  site: SiteAddress,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const request = {
    ...trackerRequest(addressOf(site.url, 'projects'), {}, dependencies.userAgent),
    maximumBytes: maximumBytes.description,
  };
  const outcome = await askTracker(dependencies, site, () => request, silentListener, signal);
  if ('notice' in outcome || outcome.errors.list.length > 0) return undefined;
  return arrayOf(outcome.answer)
    ?.slice(0, mostProjects)
    .map(project => (isObject(project) ? textOf(project['key']) : ''))
    .filter(isProjectKey);
}
