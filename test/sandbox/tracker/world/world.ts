import { type TownData, buildTownData } from './town-data.ts';
import { buildHostile } from './hostile.ts';
import { buildIssues } from './issues.ts';
import type { Issue, Person, Project } from './types.ts';

/** All that the tracker knows, the same every time for the same present. */
export interface World extends TownData {
  /** By id, ascending. */
  readonly issues: readonly Issue[];
  /** By key or by id, in any case. */
  issue(reference: string): Issue | undefined;
  /** The issues below another one, in order. */
  partsOf(issue: Issue): readonly Issue[];
  person(name: string): Person | undefined;
  /** The issues whose links point at this one. */
  linkingTo(issue: Issue): readonly Issue[];
}

/** How many issues each of the town's projects has unless told otherwise. */
const each = 84;

export interface WorldOptions {
  /** The present, milliseconds since the epoch. */
  readonly now: number;
  /** How many issues in the first project, for long results; default 84. */
  readonly issues?: number;
  /** How many hostile issues `ODD-1`, `ODD-2`, …; default 1. The first one has a payload in every field. */
  readonly hostile?: number;
  /** Where the payloads of hostile issues try to call. */
  readonly beacon: string;
}

export function buildWorld({ now, issues = each, hostile = 1, beacon }: WorldOptions): World {
  const data = buildTownData(now);
  const ofTown = data.projects.flatMap((project, index) =>
    buildIssues(
      data,
      project,
      index === 0 ? issues : each,
      10_000 * (index + 1) * (index === 0 ? 100 : 1),
      now,
    ),
  );
  const odd = buildHostile(data, hostile, now, beacon);
  const projects = [...data.projects, odd.project];
  const all = [...ofTown, ...odd.issues].toSorted((a, b) => a.id - b.id);
  const byReference = new Map(
    all.flatMap(issue => [[issue.key, issue] as const, [String(issue.id), issue] as const]),
  );
  const parts = Map.groupBy(all, ({ parent }) => parent);
  const linking = new Map<string, Issue[]>();
  for (const issue of all)
    for (const { key } of issue.links) linking.set(key, [...(linking.get(key) ?? []), issue]);
  return {
    ...data,
    projects,
    issues: all,
    issue: reference => byReference.get(reference.toUpperCase()),
    partsOf: ({ key }) => parts.get(key) ?? [],
    person: name => data.people.find(person => person.name === name.toLowerCase()),
    linkingTo: ({ key }) => linking.get(key) ?? [],
  };
}

/** Whether a user may see a project; `undefined` = somebody who has not signed in. */
export const maySee = (person: Person | undefined, project: Project): boolean =>
  project.open ||
  (person !== undefined && (project.members === undefined || person.groups.includes(project.members)));
