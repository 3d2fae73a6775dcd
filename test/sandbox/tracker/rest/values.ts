import type { Json } from '../../json.ts';
import { valuesOf } from '../jql/values.ts';
import type { Visitor } from '../visitor.ts';
import type { Issue, Named, Person } from '../world/types.ts';
import {
  attachmentBean,
  componentBean,
  optionBean,
  personBean,
  priorityBean,
  projectBean,
  resolutionBean,
  sprintBean,
  statusBean,
  typeBean,
  versionBean,
} from './beans.ts';
import { commentBean, issueReference, links, richText, timeTracking, worklogBean } from './parts.ts';
import { date, stamp } from './stamps.ts';

type Write = (issue: Issue, visitor: Visitor) => Json;

const maybe = <T>(value: T | undefined, bean: (value: T) => Json): Json =>
  value === undefined ? null : bean(value);
const person =
  (select: (issue: Issue) => Person | undefined): Write =>
  (issue, visitor) =>
    maybe(select(issue), one => personBean(visitor, one));
const time =
  (select: (issue: Issue) => number | undefined): Write =>
  issue =>
    maybe(select(issue), stamp);
const day =
  (select: (issue: Issue) => number | undefined): Write =>
  issue =>
    maybe(select(issue), date);
const rich =
  (select: (issue: Issue) => string | undefined): Write =>
  (issue, visitor) =>
    maybe(select(issue), text => richText(text, visitor));
const option =
  (visitor: Visitor) =>
  (one: Named): Json =>
    optionBean(visitor, one);
const first =
  (field: string): Write =>
  (issue, { world }) =>
    valuesOf(field, issue, world)[0] ?? null;

/** The JSON value of each field of an issue, by the field's id. */
export const fieldValues: Readonly<Record<string, Write>> = {
  summary: ({ summary }) => summary,
  issuetype: ({ type }, visitor) => typeBean(visitor, type),
  project: ({ project }, visitor) => projectBean(visitor, project),
  status: ({ status }, visitor) => statusBean(visitor, status),
  priority: ({ priority }, visitor) => priorityBean(visitor, priority),
  resolution: ({ resolution }, visitor) => maybe(resolution, one => resolutionBean(visitor, one)),
  assignee: person(({ assignee }) => assignee),
  reporter: person(({ reporter }) => reporter),
  creator: person(({ creator }) => creator),
  created: time(({ created }) => created),
  updated: time(({ updated }) => updated),
  resolutiondate: time(({ resolved }) => resolved),
  duedate: day(({ due }) => due),
  lastViewed: () => null,
  labels: ({ labels }) => labels,
  components: ({ components }, visitor) => components.map(one => componentBean(visitor, one)),
  versions: ({ versions }, visitor) => versions.map(one => versionBean(visitor, one)),
  fixVersions: ({ fixVersions }, visitor) => fixVersions.map(one => versionBean(visitor, one)),
  description: rich(({ description }) => description),
  environment: rich(({ environment }) => environment),
  comment: (issue, visitor) => ({
    comments: issue.comments.map(comment => commentBean(visitor, issue, comment, null)),
    maxResults: issue.comments.length,
    total: issue.comments.length,
    startAt: 0,
  }),
  attachment: ({ attachments }, visitor) => attachments.map(one => attachmentBean(visitor, one)),
  issuelinks: links,
  subtasks: (issue, visitor) => visitor.world.partsOf(issue).map(part => issueReference(part, visitor)),
  parent: ({ parent }, visitor) =>
    maybe(parent && visitor.world.issue(parent), one => (one ? issueReference(one, visitor) : null)),
  votes: ({ key, voters }, { base, version, person: me }) => ({
    self: `${base}/rest/api/${version}/issue/${key}/votes`,
    votes: voters.length,
    hasVoted: voters.some(one => one === me),
  }),
  watches: ({ key, watchers }, { base, version, person: me }) => ({
    self: `${base}/rest/api/${version}/issue/${key}/watchers`,
    watchCount: watchers.length,
    isWatching: watchers.some(one => one === me),
  }),
  worklog: (issue, visitor) => ({
    startAt: 0,
    maxResults: 20,
    total: issue.worklogs.length,
    worklogs: issue.worklogs.map(one => worklogBean(visitor, issue, one)),
  }),
  timetracking: timeTracking,
  timeoriginalestimate: first('timeoriginalestimate'),
  timeestimate: first('timeestimate'),
  timespent: first('timespent'),
  workratio: (issue, visitor) => first('workratio')(issue, visitor) ?? -1,
  customfield_10100: ({ epic }) => epic ?? null,
  customfield_10101: ({ epicName }) => epicName ?? null,
  customfield_10102: ({ sprints }, visitor) =>
    sprints.length > 0 ? sprints.map(one => sprintBean(visitor, one)) : null,
  customfield_10103: ({ rank }) => rank,
  customfield_10104: ({ points }) => points ?? null,
  customfield_10105: ({ ward }, visitor) => maybe(ward, option(visitor)),
  customfield_10106: ({ tools }, visitor) => (tools.length > 0 ? tools.map(option(visitor)) : null),
  customfield_10107: day(({ inspected }) => inspected),
  customfield_10108: time(({ inspection }) => inspection),
  customfield_10109: person(({ foreman }) => foreman),
  customfield_10110: rich(({ residents }) => residents),
  customfield_10111: ({ plan }) => plan ?? null,
};
