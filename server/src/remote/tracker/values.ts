import { visibleLine } from '../../common/visible-text.ts';
import type { TrackerValues } from '../../common/site-description.ts';
import type { Json } from '../../protocol/json.ts';
import { arrayOf, isObject, type JsonObject, textOf } from '../json.ts';
import type { Refusal } from '../send-with-backoff.ts';
import { addressOf } from './request.ts';

/** A tracker's answer to a request without parameters, or why it failed. */
export type Answered = { readonly answer: Json } | Refusal;

/** Maximum numbers. Versions are requested only for up to `projectsAsked` projects, since each takes a request. */
const most = { projects: 5_000, projectsAsked: 200, statuses: 5_000, versions: 20_000, text: 500 };

/**
 * The projects, statuses and versions of a tracker that the account can see.
 *
 * @returns `undefined` = projects or statuses are unavailable
 */
export async function trackerValues(
  base: string,
  hasAccount: boolean,
  ask: (address: string) => Promise<Answered>,
): Promise<TrackerValues | undefined> {
  const listOf = async (address: string, maximum: number): Promise<JsonObject[] | undefined> => {
    const outcome = await ask(address);
    const list = 'answer' in outcome ? arrayOf(outcome.answer) : undefined;
    return list === undefined || list.length > maximum ? undefined : list.filter(isObject);
  };
  const projectEntries = await listOf(addressOf(base, 'projects'), most.projects);
  const statuses = await listOf(addressOf(base, 'statuses'), most.statuses);
  if (projectEntries === undefined || statuses === undefined) return undefined;
  const projects = projectEntries.map(project => ({ ...idAndName(project), key: text(project['key']) }));
  const versions = await versionsOf(projects, key =>
    listOf(`${addressOf(base, 'project')}${encodeURIComponent(key.toWellFormed())}/versions`, most.versions),
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
  if (projects.length > most.projectsAsked) return undefined;
  const versions = [];
  for (const { key } of projects) {
    const list = await listOf(key);
    if (list === undefined || versions.length + list.length > most.versions) return undefined;
    versions.push(...list.map(version => ({ ...idAndName(version), project: key })));
  }
  return versions.filter(({ name }) => name !== '');
}

const text = (value: Json | undefined): string => visibleLine(textOf(value).slice(0, most.text));
const idAndName = (entry: JsonObject) => ({ id: text(entry['id']), name: text(entry['name']) });
