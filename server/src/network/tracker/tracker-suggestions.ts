import { maximumBytes } from '../http/limits.ts';
import type { Json } from '#shared/protocol/json.ts';
import type { SiteAddress } from '#shared/protocol/sites.ts';
import { silentListener, type BackoffDependencies } from '../send-with-backoff.ts';
import { arrayOf, isObject, textOf } from '#shared/protocol/json-values.ts';
import type { Suggestion } from '#shared/protocol/request.ts';
import type { SuggestionRequest } from '../backend.ts';
import { SuggestionList } from '../suggestions.ts';
import { addressOf, trackerRequest } from './tracker-request.ts';
import { askTracker } from './ask-tracker.ts';
import type { TrackerSites } from './describe-tracker.ts';
import { isProjectKey } from '#shared/base/issue-key.ts';

/** The values that a tracker suggests while one is typed; `undefined` = unavailable, for any reason. */
export async function askSuggestions(
  dependencies: BackoffDependencies,
  sites: TrackerSites,
  site: SiteAddress,
  { field, typed, predicate }: SuggestionRequest,
  signal: AbortSignal,
): Promise<readonly Suggestion[] | undefined> {
  const resource = sites.isCloud(site.url) ? 'cloudSuggestions' : 'suggestions';
  const value =
    predicate === undefined ? { fieldValue: typed } : { predicateName: predicate, predicateValue: typed };
  const parameters = { fieldName: field, ...value };
  const request = {
    ...trackerRequest(addressOf(site.url, resource), parameters, dependencies.userAgent),
    maximumBytes: maximumBytes.suggestions,
  };
  const outcome = await askTracker(dependencies, site, () => request, silentListener, signal);
  if ('notice' in outcome || outcome.errors.list.length > 0) return undefined;
  return suggestionsIn(outcome.answer);
}

function suggestionsIn(answer: Json): readonly Suggestion[] | undefined {
  const results = isObject(answer) ? arrayOf(answer['results']) : undefined;
  if (results === undefined) return undefined;
  const list = new SuggestionList();
  for (const result of results) if (isObject(result)) list.add(result['value'], result['displayName']);
  return list.suggestions;
}

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
