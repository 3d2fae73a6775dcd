/** Reads a tracker's description of its query language. */
import { visibleLine } from '#shared/base/visible-text.ts';
import { hostOf } from '../http/http-client.ts';
import { maximumBytes } from '../http/limits.ts';
import type { Json } from '#shared/protocol/json.ts';
import type { SiteAddress } from '#shared/protocol/sites.ts';
import { trackerNotices } from '../network-notices.ts';
import { silentListener, type BackoffDependencies, type Refusal } from '../send-with-backoff.ts';
import { isObject, textOf, arrayOf, type JsonObject } from '#shared/protocol/json-values.ts';
import type { TrackerDescription, TrackerValues } from '#shared/base/site-description.ts';
import { fieldIds, type FieldIds } from '../../jql/requested-fields.ts';
import { addressOf, trackerRequest, type Resource } from './tracker-request.ts';
import { askTracker } from './ask-tracker.ts';
import { isCloudAddress, siteRoot } from '#shared/base/site-address.ts';

/** An IANA name; other names of time zones are not supported. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+-]{0,31}(?:\/[A-Za-z0-9_+-]{1,32}){0,2}$/;

/** UTF-16 code units. */
const maxSoftwareLength = 100;

/** The dependencies of a description. */
export interface TrackerQuestions {
  readonly dependencies: BackoffDependencies;
  /** Like `dependencies`, but sends nothing without a session: for the user's time zone. */
  readonly signedIn: BackoffDependencies;
  readonly sites: TrackerSites;
  /** Also requests the values of fields. */
  readonly hasValues: boolean;
}

/**
 * A tracker's description of its query language: fields, functions, reserved words.
 *
 * @returns the reason instead, if its fields are unavailable
 */
export async function describeTracker(
  { dependencies, signedIn, sites, hasValues }: TrackerQuestions,
  site: SiteAddress,
  signal: AbortSignal,
): Promise<TrackerDescription | Refusal> {
  const ask = async (address: string, through = dependencies): Promise<Answered> => {
    const request = {
      ...trackerRequest(address, {}, through.userAgent),
      maximumBytes: maximumBytes.description,
    };
    const outcome = await askTracker(through, site, () => request, silentListener, signal);
    if ('notice' in outcome) return outcome;
    const [error] = outcome.errors.list;
    if (error === undefined) return outcome;
    return {
      notice: trackerNotices.of('undescribed', { site: site.name, host: hostOf(site.url), text: error.text }),
    };
  };
  const answerOf = async (resource: Resource, through = dependencies): Promise<Json | undefined> => {
    const outcome = await ask(addressOf(site.url, resource), through);
    return 'answer' in outcome ? outcome.answer : undefined;
  };
  const autocomplete = await ask(addressOf(site.url, 'autocomplete'));
  if ('notice' in autocomplete) return autocomplete;
  const fields = await answerOf('fields');
  const info = await answerOf('serverInfo');
  const deploymentType = isObject(info) ? textOf(info['deploymentType']) : '';
  const myself = await answerOf('myself', signedIn);
  const timeZone = isObject(myself) ? textOf(myself['timeZone']) : '';
  sites.rememberFields(site.url, fields);
  if (deploymentType === 'Cloud') sites.rememberCloud(site.url);
  const software = softwareOf(info, deploymentType);
  const values = hasValues ? await trackerValues(site.url, isObject(myself), ask) : undefined;
  return {
    kind: 'tracker',
    autocompleteData: autocomplete.answer,
    ...(fields !== undefined && { fields }),
    ...(deploymentType !== '' && { deploymentType }),
    ...(zoneName.test(timeZone) && { timeZone }),
    ...(software !== '' && { software }),
    ...(values !== undefined && { values }),
  };
}

/** The name and version of the software; empty = unknown. The version of Cloud changes every day, so it is left out. */
function softwareOf(info: Json | undefined, deploymentType: string): string {
  if (deploymentType === 'Cloud') return 'Jira Cloud';
  const version = isObject(info) ? visibleLine(textOf(info['version'])).slice(0, maxSoftwareLength) : '';
  return version === '' ? '' : `Jira ${version}`;
}

/** A tracker's answer to a request without parameters, or why it failed. */
type Answered = { readonly answer: Json } | Refusal;

/** Maximum numbers. Versions are requested only for up to `projectsAsked` projects, since each takes a request. */
const limits = { projects: 5_000, projectsAsked: 200, statuses: 5_000, versions: 20_000, text: 500 };

/**
 * The projects, statuses and versions of a tracker that the account can see.
 *
 * @returns `undefined` = projects or statuses are unavailable
 */
async function trackerValues(
  base: string,
  hasAccount: boolean,
  ask: (address: string) => Promise<Answered>,
): Promise<TrackerValues | undefined> {
  const listOf = async (address: string, maximum: number): Promise<JsonObject[] | undefined> => {
    const outcome = await ask(address);
    const list = 'answer' in outcome ? arrayOf(outcome.answer) : undefined;
    return list === undefined || list.length > maximum ? undefined : list.filter(isObject);
  };
  const projectEntries = await listOf(addressOf(base, 'projects'), limits.projects);
  const statuses = await listOf(addressOf(base, 'statuses'), limits.statuses);
  if (projectEntries === undefined || statuses === undefined) return undefined;
  const projects = projectEntries.map(project => ({ ...idAndName(project), key: text(project['key']) }));
  const versions = await versionsOf(projects, key =>
    listOf(
      `${addressOf(base, 'project')}${encodeURIComponent(key.toWellFormed())}/versions`,
      limits.versions,
    ),
  );
  return {
    hasAccount,
    projects: projects.filter(({ key, name }) => key !== '' && name !== ''),
    statuses: statuses.map(idAndName).filter(({ name }) => name !== ''),
    ...(versions !== undefined && { versions }),
  };
}

/** The versions of all projects; `undefined` = those of a project are unavailable, or there are too many projects. */
async function versionsOf(
  projects: TrackerValues['projects'],
  listOf: (key: string) => Promise<readonly JsonObject[] | undefined>,
): Promise<TrackerValues['versions']> {
  if (projects.length > limits.projectsAsked) return undefined;
  const versions = [];
  for (const { key } of projects) {
    const list = await listOf(key);
    if (list === undefined || versions.length + list.length > limits.versions) return undefined;
    versions.push(...list.map(version => ({ ...idAndName(version), project: key })));
  }
  return versions.filter(({ name }) => name !== '');
}

const text = (value: Json | undefined): string => visibleLine(textOf(value).slice(0, limits.text));
const idAndName = (entry: JsonObject) => ({ id: text(entry['id']), name: text(entry['name']) });

/** Facts about trackers that responses have revealed, by URL. */
export class TrackerSites {
  readonly #cloud = new Set<string>();
  readonly #fields = new Map<string, FieldIds>();

  /** Whether the old search was removed: by the URL, or because the tracker said so. */
  isCloud(base: string): boolean {
    return isCloudAddress(base) || this.#cloud.has(siteRoot(base));
  }

  rememberCloud(base: string): void {
    this.#cloud.add(siteRoot(base));
  }

  /** The names of the tracker's fields; `undefined` = not requested yet. */
  fields(base: string): FieldIds | undefined {
    return this.#fields.get(siteRoot(base));
  }

  /** Takes an answer about fields; one of another shape does not count. */
  rememberFields(base: string, answer: Json | undefined): void {
    if (arrayOf(answer)) this.#fields.set(siteRoot(base), fieldIds(answer ?? null));
  }
}
