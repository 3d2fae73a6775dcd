import { type Chance, chance } from '../../world/random.ts';
import { membersOf } from './people.ts';
import { type TownData, hour, named } from './town-data.ts';
import type { Change, ChangeItem, Named, Person, Project, Status, Version } from './types.ts';

/** The current state of an issue, and its changes. */
export interface IssueHistory {
  readonly status: Status;
  readonly priority: Named;
  readonly resolution: Named | undefined;
  readonly assignee: Person | undefined;
  readonly fixVersions: readonly Version[];
  readonly resolved: number | undefined;
  readonly history: readonly Change[];
}

interface Start {
  readonly data: TownData;
  readonly project: Project;
  readonly seed: number;
  readonly created: number;
  readonly now: number;
}

const paths: readonly (readonly string[])[] = [
  [],
  [],
  ['In Progress'],
  ['In Progress', 'In Review'],
  ['In Progress', 'Closed'],
  ['In Progress', 'In Review', 'Closed'],
  ['Closed', 'Reopened'],
  ['In Progress', 'Closed', 'Reopened', 'Closed'],
];

const toNamed = (field: string, from: Named | undefined, to: Named | undefined): ChangeItem => ({
  field,
  from: from?.id,
  fromName: from?.name,
  to: to?.id,
  toName: to?.name,
});

const toPerson = (from: Person | undefined, to: Person | undefined): ChangeItem => ({
  field: 'assignee',
  from: from?.name,
  fromName: from?.displayName,
  to: to?.name,
  toName: to?.displayName,
});

/** Lets an issue go through the town's hands; equal seeds give equal lives. */
export function buildHistory({ data, project, seed, created, now }: Start): IssueHistory {
  const luck = chance(seed * 7919 + 13);
  const crew = membersOf(data, project.crew);
  const history: Change[] = [];
  let at = created;
  const record = (author: Person, items: readonly ChangeItem[]): void => {
    history.push({ id: seed * 20 + history.length + 1, at, author, items });
  };
  const later = (): boolean => {
    at += hour * (2 + luck.below(200));
    return at < now - hour;
  };

  let status = named(data.statuses, 'Open');
  let priority = luck.pick(data.priorities);
  let assignee: Person | undefined = luck.below(4) > 0 ? luck.pick(crew) : undefined;
  let resolution: Named | undefined;
  let resolved: number | undefined;
  let fixVersions: readonly Version[] = [];

  if (luck.below(3) === 0 && later()) {
    const next = luck.pick(data.people);
    if (next !== assignee) record(project.lead, [toPerson(assignee, next)]);
    assignee = next;
  }
  if (luck.below(4) === 0 && later()) {
    const next = luck.pick(data.priorities);
    if (next !== priority) record(luck.pick(data.people), [toNamed('priority', priority, next)]);
    priority = next;
  }
  for (const name of luck.pick(paths)) {
    if (!later()) break;
    const next = named(data.statuses, name);
    const items = [toNamed('status', status, next)];
    const outcome = next.category.key === 'done' ? pickOutcome(luck, data) : undefined;
    if (outcome !== resolution) items.push(toNamed('resolution', resolution, outcome));
    if (outcome && fixVersions.length === 0 && luck.below(2) === 0) {
      fixVersions = [luck.pick(project.versions)];
      items.push({ ...toNamed('Fix Version', undefined, fixVersions[0]) });
    }
    record(assignee ?? project.lead, items);
    resolution = outcome;
    resolved = outcome ? at : undefined;
    status = next;
  }
  return { status, priority, resolution, assignee, fixVersions, resolved, history };
}

/** Most things are mended in the end. */
const pickOutcome = (luck: Chance, { resolutions }: TownData): Named =>
  luck.below(3) > 0 ? named(resolutions, 'Fixed') : luck.pick(resolutions);

/** When an issue came in: the newest today, the oldest some two years ago, few of them old. */
export function cameIn(now: number, place: number, of: number, seed: number): number {
  const age = 700 * ((of - place) / of) ** 2;
  return Math.floor(now / hour) * hour - Math.floor(age * 24) * hour - chance(seed).below(20) * hour - hour;
}
