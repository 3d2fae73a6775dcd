import { type Chance, chance } from '../../world/random.ts';
import { type TownData, day, hour, midnight, named } from './town-data.ts';
import { cameIn, buildHistory } from './history.ts';
import { attachmentsOf, commentsOf, worklogsOf } from './documents.ts';
import type { Issue, Link, Project } from './types.ts';
import works from './works.json' with { type: 'json' };

const epicsEach = 3;

function typeOf(isEpic: boolean, isPart: boolean, luck: Chance): string {
  if (isEpic) return 'Epic';
  return isPart ? 'Sub-task' : luck.pick(['Bug', 'Bug', 'Task', 'Story']);
}

/**
 * The issues of one project, oldest first: first its epics, then bugs, tasks and stories, every ninth a sub-task of the
 * one before it.
 * @param count how many; @param firstId the id of the first one
 */
export function buildIssues(
  data: TownData,
  project: Project,
  count: number,
  firstId: number,
  now: number,
): Issue[] {
  const theme = works.projects.find(({ key }) => key === project.key) ?? works.projects[0];
  if (!theme) throw new Error('There is no project.');
  return Array.from({ length: count }, (_, index): Issue => {
    const id = firstId + index;
    const number = index + 1;
    const luck = chance(id * 31 + 5);
    const created = cameIn(now, number, count, id);
    const isEpic = index < epicsEach;
    const isPart = !isEpic && index > epicsEach && index % 9 === 0;
    const type = named(data.types, typeOf(isEpic, isPart, luck));
    const thing = luck.pick(theme.things);
    const chore = `${luck.pick(theme.chores)} ${thing.replace(/^The /u, 'the ').replace(/^L(?=amp|ock)/u, 'l')}`;
    const outcome = buildHistory({ data, project, seed: id, created, now });
    const reporter = luck.pick(data.people);
    const comments = commentsOf(data, id, created, now);
    const worklogs = worklogsOf(data, id, created, now);
    const attachments = attachmentsOf(data, id, created);
    const basics = {
      id,
      number,
      project,
      type,
      reporter,
      creator: reporter,
      created,
      comments,
      worklogs,
      attachments,
    };
    const more = extras(data, project, luck, index, outcome.status.category.key === 'done', now);
    const partSummary = !isEpic && type.name === 'Bug' ? `${thing} ${luck.pick(theme.faults)}` : chore;
    return {
      ...basics,
      ...outcome,
      ...more,
      key: `${project.key}-${number}`,
      summary: isEpic ? epicNameOf(project, index) : partSummary,
      description: luck.below(6) > 0 ? luck.pick(works.descriptions) : undefined,
      updated: Math.max(
        created,
        ...[outcome.history, comments, worklogs, attachments].flatMap(documents =>
          documents.map(({ at }) => at),
        ),
      ),
      due: luck.below(3) === 0 ? midnight(created) + (7 + luck.below(90)) * day : undefined,
      links: linksOf(data, project, luck, number, id),
      parent: isPart ? `${project.key}-${number - 1}` : undefined,
      epic: isEpic || isPart || luck.below(3) === 0 ? undefined : `${project.key}-${1 + (index % epicsEach)}`,
      epicName: isEpic ? epicNameOf(project, index) : undefined,
      rank: `0|i${String(id).padStart(5, '0')}:`,
      hostile: false,
    };
  });
}

const epicNameOf = (project: Project, index: number): string =>
  project.versions[index]?.name ?? `${project.name} upkeep`;

type Extras = Pick<
  Issue,
  | 'environment'
  | 'labels'
  | 'components'
  | 'versions'
  | 'voters'
  | 'watchers'
  | 'estimate'
  | 'sprints'
  | 'points'
  | 'ward'
  | 'tools'
  | 'inspected'
  | 'inspection'
  | 'foreman'
  | 'residents'
  | 'plan'
>;

function extras(
  data: TownData,
  project: Project,
  luck: Chance,
  index: number,
  done: boolean,
  now: number,
): Extras {
  const maybe = <T>(oneIn: number, value: () => T): T | undefined =>
    luck.below(oneIn) === 0 ? value() : undefined;
  const some = <T>(items: readonly T[], oneIn: number): T[] => items.filter(() => luck.below(oneIn) === 0);
  const [past, present, future] = project.sprints;
  const sprint = done ? past : [present, future][luck.below(2)];
  return {
    environment: maybe(3, () => luck.pick(works.environments)),
    labels: some(works.labels, 5),
    components: some(project.components, 3),
    versions: some(project.versions, 5),
    voters: some(data.people, 8),
    watchers: some(data.people, 6),
    estimate: maybe(2, () => (1 + luck.below(40)) * 1800),
    sprints: index > 10 && sprint && luck.below(2) === 0 ? [sprint] : [],
    points: maybe(2, () => luck.pick([0.5, 1, 2, 3, 5, 8])),
    ward: maybe(2, () => luck.pick(data.wards)),
    tools: some(data.tools, 4),
    inspected: maybe(3, () => midnight(now) - luck.below(60) * day),
    inspection: maybe(4, () => midnight(now) - luck.below(60) * day + 9 * hour),
    foreman: maybe(3, () => luck.pick(data.people)),
    residents: maybe(5, () => luck.pick(works.remarks)),
    plan: maybe(6, () => `https://plans.example.org/${project.key.toLowerCase()}/${index}`),
  };
}

function linksOf(
  { linkTypes }: TownData,
  project: Project,
  luck: Chance,
  number: number,
  id: number,
): Link[] {
  if (number < 2 || luck.below(4) > 0) return [];
  return [
    {
      id: 10_000 + id,
      type: luck.pick(linkTypes),
      outward: true,
      key: `${project.key}-${1 + luck.below(number - 1)}`,
    },
  ];
}
