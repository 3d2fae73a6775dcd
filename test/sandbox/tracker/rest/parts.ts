import type { Json, JsonObject } from '../../json.ts';
import { valuesOf } from '../jql/values.ts';
import { markupDocument } from '../markup/document.ts';
import { type Visitor, sees } from '../visitor.ts';
import type { Comment, Issue, Worklog } from '../world/types.ts';
import { linkTypeBean, personBean, priorityBean, statusBean, typeBean } from './beans.ts';
import { shownDuration, stamp } from './stamps.ts';

/** Wiki markup, or a document in the third version. */
export const richText = (text: string, { version }: Visitor): Json =>
  version === 3 ? markupDocument(text) : text;

/** An issue as a reference in lists and links. */
export const issueReference = (issue: Issue, visitor: Visitor): JsonObject => ({
  id: String(issue.id),
  key: issue.key,
  self: `${visitor.base}/rest/api/${visitor.version}/issue/${issue.id}`,
  fields: {
    summary: issue.summary,
    status: statusBean(visitor, issue.status),
    priority: priorityBean(visitor, issue.priority),
    issuetype: typeBean(visitor, issue.type),
  },
});

/** @param shown HTML to be shown for the text; null = the text itself */
export const commentBean = (
  visitor: Visitor,
  issue: Issue,
  { id, author, at, body }: Comment,
  shown: Json,
): JsonObject => ({
  self: `${visitor.base}/rest/api/${visitor.version}/issue/${issue.id}/comment/${id}`,
  id: String(id),
  author: personBean(visitor, author),
  body: shown ?? richText(body, visitor),
  updateAuthor: personBean(visitor, author),
  created: stamp(at),
  updated: stamp(at),
});

export const worklogBean = (
  visitor: Visitor,
  issue: Issue,
  { id, author, at, comment, seconds }: Worklog,
): JsonObject => ({
  self: `${visitor.base}/rest/api/${visitor.version}/issue/${issue.id}/worklog/${id}`,
  author: personBean(visitor, author),
  updateAuthor: personBean(visitor, author),
  comment: richText(comment, visitor),
  created: stamp(at),
  updated: stamp(at),
  started: stamp(at),
  timeSpent: shownDuration(seconds),
  timeSpentSeconds: seconds,
  id: String(id),
  issueId: String(issue.id),
});

/** The links from and to an issue, as far as the visitor sees the other side. */
export function links(issue: Issue, visitor: Visitor): JsonObject[] {
  const { world } = visitor;
  const outward = issue.links.map(({ id, type, key }) => ({
    id,
    type,
    other: world.issue(key),
    side: 'outwardIssue',
  }));
  const inward = world
    .linkingTo(issue)
    .flatMap(other =>
      other.links
        .filter(({ key }) => key === issue.key)
        .map(({ id, type }) => ({ id, type, other, side: 'inwardIssue' })),
    );
  return [...outward, ...inward].flatMap(({ id, type, other, side }) =>
    other && sees(visitor, other)
      ? [
          {
            id: String(id),
            self: `${visitor.base}/rest/api/${visitor.version}/issueLink/${id}`,
            type: linkTypeBean(visitor, type),
            [side]: issueReference(other, visitor),
          },
        ]
      : [],
  );
}

const inBoth = (name: string, seconds: unknown): JsonObject =>
  typeof seconds === 'number' ? { [name]: shownDuration(seconds), [`${name}Seconds`]: seconds } : {};

/** The estimates of an issue and the time spent, in words and in seconds. */
export function timeTracking(issue: Issue, { world }: Visitor): JsonObject {
  const [left] = valuesOf('timeestimate', issue, world);
  const [spent] = valuesOf('timespent', issue, world);
  return {
    ...inBoth('originalEstimate', issue.estimate),
    ...inBoth('remainingEstimate', left),
    ...inBoth('timeSpent', spent),
  };
}
