import type { JsonObject } from '../../json.ts';
import type { Reply } from '../../reply.ts';
import { errors, failure, json, realm } from '../replies.ts';
import texts from '../texts.json' with { type: 'json' };
import { type Visitor, sees } from '../visitor.ts';
import type { Issue } from '../world/types.ts';
import { personBean } from './beans.ts';
import { renderedValue } from './rendered.ts';
import { namesOf, schemaOf, selectFields } from './selection.ts';
import { stamp } from './stamps.ts';
import { fieldValues } from './values.ts';

const expandable = 'renderedFields,names,schema,operations,editmeta,changelog,versionedRepresentations';

export const expansionsIn = (asked: readonly string[]): ReadonlySet<string> =>
  new Set(asked.flatMap(text => text.split(',')).map(word => word.trim()));

/** One issue with the fields asked for. `names` and `schema` are not in it: they are beside it or above it. */
export function issueBean(
  issue: Issue,
  visitor: Visitor,
  ids: readonly string[],
  expand: ReadonlySet<string>,
): JsonObject {
  const present = ids.filter(id => id !== 'parent' || issue.parent !== undefined);
  return {
    expand: expandable,
    id: String(issue.id),
    self: `${visitor.base}/rest/api/${visitor.version}/issue/${issue.id}`,
    key: issue.key,
    fields: Object.fromEntries(present.map(id => [id, fieldValues[id]?.(issue, visitor) ?? null])),
    ...(expand.has('renderedFields') && {
      renderedFields: Object.fromEntries(present.map(id => [id, renderedValue(id, issue, visitor)])),
    }),
    ...(expand.has('changelog') && { changelog: changelog(issue, visitor) }),
  };
}

function changelog({ history }: Issue, visitor: Visitor): JsonObject {
  return {
    startAt: 0,
    maxResults: history.length,
    total: history.length,
    histories: history.map(({ id, author, at, items }) => ({
      id: String(id),
      author: personBean(visitor, author),
      created: stamp(at),
      items: items.map(({ field, from, fromName, to, toName }) => ({
        field,
        fieldtype: 'jira',
        from: from ?? null,
        fromString: fromName ?? null,
        to: to ?? null,
        toString: toName ?? null,
      })),
    })),
  };
}

/** `issue/KEY`: 404 for what is not there or may not be seen, 401 where signing in might help. */
export function answerIssue(reference: string, query: URLSearchParams, visitor: Visitor): Reply {
  const issue = visitor.world.issue(reference);
  if (!issue) return failure(404, 'noIssue');
  if (!sees(visitor, issue)) {
    if (visitor.person) return failure(404, 'noIssue');
    return { ...errors(401, [texts.noPermission, texts.loginRequired]), headers: realm(visitor.base) };
  }
  const ids = selectFields(query.getAll('fields'), '*all');
  const expand = expansionsIn(query.getAll('expand'));
  return json({
    ...issueBean(issue, visitor, ids, expand),
    ...(expand.has('names') && { names: namesOf(ids) }),
    ...(expand.has('schema') && { schema: schemaOf(ids) }),
  });
}
