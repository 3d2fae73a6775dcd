import { buildPeople } from './people.ts';
import works from './works.json' with { type: 'json' };
import type {
  Category,
  IssueType,
  LinkType,
  Named,
  Person,
  Project,
  Sprint,
  Status,
  Version,
} from './types.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The midnight (UTC) before a point in time. */
export const midnight = (time: number): number => Math.floor(time / day) * day;

/** Everything that issues refer to. */
export interface TownData {
  readonly people: readonly Person[];
  readonly statuses: readonly Status[];
  readonly categories: readonly Category[];
  readonly priorities: readonly Named[];
  readonly resolutions: readonly Named[];
  readonly types: readonly IssueType[];
  readonly linkTypes: readonly LinkType[];
  readonly wards: readonly Named[];
  readonly tools: readonly Named[];
  readonly projects: readonly Project[];
  readonly groups: readonly string[];
}

/** The one of that name. @throws Error for an unknown name */
export function named<T extends { readonly name: string }>(items: readonly T[], name: string): T {
  const item = items.find(one => one.name === name);
  if (!item) throw new Error(`There is no ${name}.`);
  return item;
}

const numbered = (names: readonly string[], first: number): Named[] =>
  names.map((name, index) => ({ id: String(first + index), name }));

/** @param now the present, milliseconds since the epoch; sprints and versions lie around it. */
export function buildTownData(now: number): TownData {
  const people = buildPeople();
  const categories = works.statusCategories;
  const statuses = works.statuses.map(({ id, name, category }): Status => {
    const found = categories.find(({ key }) => key === category);
    if (!found) throw new Error(`There is no category ${category}.`);
    return { id, name, category: found };
  });
  const projects = works.projects.map((project, index): Project => {
    const { id, key, name, crew, open, members } = project;
    return {
      id,
      key,
      name,
      crew,
      open,
      members,
      lead: named(people, project.lead),
      components: numbered(project.components, 10_300 + index * 10),
      versions: project.versions.map((version, order) => versionOf(version, index * 10 + order, order, now)),
      sprints: [1, 2, 3].map(order => sprintOf(key, index * 10 + order, order, now)),
    };
  });
  return {
    people,
    categories,
    statuses,
    projects,
    priorities: works.priorities,
    resolutions: works.resolutions,
    types: works.types,
    linkTypes: works.linkTypes,
    wards: numbered(works.wards, 10_600),
    tools: numbered(works.tools, 10_700),
    groups: works.groups,
  };
}

const versionOf = (name: string, id: number, order: number, now: number): Version => ({
  id: String(10_400 + id),
  name,
  released: order === 0,
  releaseDate: midnight(now) + (order * 120 - 90) * day,
});

/** The first sprint is over, the second one runs, the third one is to come. */
const sprintStates = ['CLOSED', 'ACTIVE', 'FUTURE'] as const;

const sprintOf = (key: string, id: number, order: number, now: number): Sprint => ({
  id: String(id),
  name: `${key} Sprint ${order}`,
  state: sprintStates[order - 1] ?? 'FUTURE',
  start: midnight(now) + ((order - 2) * 14 - 6) * day,
  end: midnight(now) + ((order - 1) * 14 - 6) * day,
});
