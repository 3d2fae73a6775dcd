import texts from '../../../catalogue/messages/tracker-values.json' with { type: 'json' };
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
import { wordingOf } from '#shared/base/text/wording.ts';

const say = wordingOf(texts);

/** The values that a tracker suggests while one is typed; `undefined` = unavailable, for any reason. */
export async function askSuggestions(
  dependencies: BackoffDependencies,
  sites: TrackerSites,
  site: SiteAddress,
  suggestionRequest: SuggestionRequest,
  signal: AbortSignal,
): Promise<readonly Suggestion[] | undefined> {
  const { field, typed, predicate, versionsOf } = suggestionRequest;
  const versions = versionsOf && (await askVersions(dependencies, site, versionsOf, signal));
  if (versions) return versions;
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

interface Version {
  readonly name: string;
  readonly isReleased: boolean;
  /** The day of the release, as `2026-03-01`; empty = not planned. */
  readonly date: string;
}

/**
 * The versions of projects that are not archived: first the unreleased ones in the order of their dates, then the
 * released ones, the latest first. `undefined` = unavailable for one of the projects.
 */
async function askVersions(
  dependencies: BackoffDependencies,
  site: SiteAddress,
  projects: readonly string[],
  signal: AbortSignal,
): Promise<readonly Suggestion[] | undefined> {
  const versions: Version[] = [];
  for (const key of projects) {
    const address = `${addressOf(site.url, 'project')}${key}/versions`;
    const request = {
      ...trackerRequest(address, {}, dependencies.userAgent),
      maximumBytes: maximumBytes.suggestions,
    };
    const outcome = await askTracker(dependencies, site, () => request, silentListener, signal);
    const answer =
      'notice' in outcome || outcome.errors.list.length > 0 ? undefined : arrayOf(outcome.answer);
    if (answer === undefined) return undefined;
    versions.push(...answer.flatMap(versionIn));
  }
  const list = new SuggestionList();
  const unreleased = versions.filter(({ isReleased }) => !isReleased);
  const released = versions.filter(({ isReleased }) => isReleased);
  const ordered = [
    ...unreleased.toSorted((one, other) => (one.date || never).localeCompare(other.date || never)),
    ...released.toSorted((one, other) => other.date.localeCompare(one.date)),
  ];
  for (const version of ordered) list.add(version.name, undefined, releaseInWords(version));
  return list.suggestions;
}

function versionIn(version: Json): readonly Version[] {
  if (!isObject(version) || version['archived'] === true) return [];
  const date = textOf(version['releaseDate']);
  return [
    {
      name: textOf(version['name']),
      isReleased: version['released'] === true,
      date: /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : '',
    },
  ];
}

/** Sorts after every date. */
const never = '9999';

const releaseInWords = ({ isReleased, date }: Version): string =>
  say(`version.${isReleased ? 'released' : 'unreleased'}${date === '' ? '' : '.date'}`, { date });

const maxProjects = 5_000;

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
    ?.slice(0, maxProjects)
    .map(project => (isObject(project) ? textOf(project['key']) : ''))
    .filter(isProjectKey);
}
