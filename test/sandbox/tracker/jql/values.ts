import type { Issue } from '../world/types.ts';
import type { World } from '../world/world.ts';

/** A value that queries compare: an id, a name, a text, a number, or a time in milliseconds. */
export type Value = string | number;

type Read = (issue: Issue, world: World) => readonly (Value | undefined)[];

const ids = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);
const names = (people: readonly { readonly name: string }[]): string[] => people.map(({ name }) => name);
const spent = ({ worklogs }: Issue): number => worklogs.reduce((sum, { seconds }) => sum + seconds, 0);

const readers: Readonly<Record<string, Read>> = {
  issuekey: issue => [issue.key],
  summary: issue => [issue.summary],
  issuetype: issue => [issue.type.id],
  project: issue => [issue.project.id],
  status: issue => [issue.status.id],
  statuscategory: issue => [issue.status.category.id],
  priority: issue => [issue.priority.id],
  resolution: issue => [issue.resolution?.id],
  assignee: issue => [issue.assignee?.name],
  reporter: issue => [issue.reporter.name],
  creator: issue => [issue.creator.name],
  created: issue => [issue.created],
  updated: issue => [issue.updated],
  resolutiondate: issue => [issue.resolved],
  duedate: issue => [issue.due],
  labels: issue => issue.labels,
  components: issue => ids(issue.components),
  versions: issue => ids(issue.versions),
  fixVersions: issue => ids(issue.fixVersions),
  description: issue => [issue.description],
  environment: issue => [issue.environment],
  comment: issue => issue.comments.map(({ body }) => body),
  text: issue => [
    issue.summary,
    issue.description,
    issue.environment,
    issue.residents,
    ...issue.comments.map(({ body }) => body),
  ],
  attachment: issue => issue.attachments.map(({ id }) => id),
  issuelinks: issue => ids(issue.links.map(({ type }) => type)),
  parent: issue => [issue.parent],
  votes: issue => [issue.voters.length],
  watches: issue => [issue.watchers.length],
  voter: issue => names(issue.voters),
  watcher: issue => names(issue.watchers),
  worklogAuthor: issue => names(issue.worklogs.map(({ author }) => author)),
  worklogComment: issue => issue.worklogs.map(({ comment }) => comment),
  worklogDate: issue => issue.worklogs.map(({ at }) => at),
  timeoriginalestimate: issue => [issue.estimate],
  timeestimate: issue => [
    issue.estimate === undefined ? undefined : Math.max(0, issue.estimate - spent(issue)),
  ],
  timespent: issue => [spent(issue) || undefined],
  workratio: issue => [issue.estimate ? Math.floor((spent(issue) / issue.estimate) * 100) : undefined],
  customfield_10100: issue => [issue.epic],
  customfield_10101: issue => [issue.epicName],
  customfield_10102: issue => ids(issue.sprints),
  customfield_10103: issue => [issue.rank],
  customfield_10104: issue => [issue.points],
  customfield_10105: issue => [issue.ward?.id],
  customfield_10106: issue => ids(issue.tools),
  customfield_10107: issue => [issue.inspected],
  customfield_10108: issue => [issue.inspection],
  customfield_10109: issue => [issue.foreman?.name],
  customfield_10110: issue => [issue.residents],
  customfield_10111: issue => [issue.plan],
};

/** The values of an issue in a field; none = the field is empty. */
export const valuesOf = (field: string, issue: Issue, world: World): Value[] =>
  (readers[field]?.(issue, world) ?? []).filter(value => value !== undefined);
