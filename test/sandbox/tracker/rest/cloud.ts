import { type Json, isList, isObject } from '../../json.ts';
import type { Reply } from '../../reply.ts';
import { worded } from '../jql/errors.ts';
import { searchIssues } from '../jql/search.ts';
import { errors, failure, json } from '../replies.ts';
import { type Visitor, sees } from '../visitor.ts';
import { expansionsIn, issueBean } from './issue.ts';
import { type Asked, parsed } from './search.ts';
import { namesOf, schemaOf, selectFields } from './selection.ts';

const maxIdsPage = 5000;
const maxFieldsPage = 100;

/** `/rest/api/3/search/jql`: pages by token, no total; what a query means is never an error. */
export function answerCloudSearch(asked: Asked, visitor: Visitor): Reply {
  const found = searchIssues(asked.jql, visitor);
  if ('syntax' in found) return errors(400, [found.syntax]);
  if (!found.bounded) return errors(400, [worded({ id: 'unbounded', args: [] })]);
  const start = asked.pageToken === undefined ? 0 : offsetIn(asked.pageToken, asked.jql);
  if (start === undefined) return failure(400, 'badPageToken');
  const ids = selectFields(asked.fields, 'id');
  const expand = expansionsIn(asked.expand);
  const count = Math.min(Math.max(1, asked.maxResults), ids.length === 0 ? maxIdsPage : maxFieldsPage);
  const visible = found.problems.length > 0 ? [] : found.issues.filter(issue => sees(visitor, issue));
  const isLast = start + count >= visible.length;
  return json({
    issues: visible.slice(start, start + count).map(issue => {
      const { fields, key, ...bare } = issueBean(issue, visitor, ids, expand);
      return asked.fields.length === 0
        ? { id: bare['id'] ?? '' }
        : { ...bare, key: key ?? '', fields: fields ?? {} };
    }),
    ...(isLast ? {} : { nextPageToken: tokenOf(start + count, asked.jql) }),
    isLast,
    ...(expand.has('names') && { names: namesOf(ids) }),
    ...(expand.has('schema') && { schema: schemaOf(ids) }),
  });
}

/** A token tells nothing to whoever holds it, and belongs to one query. */
const tokenOf = (offset: number, jql: string): string =>
  Buffer.from(`${offset}:${jql}`).toString('base64url');

function offsetIn(token: string, jql: string): number | undefined {
  const [, offset, query] = /^(\d+):([^]*)$/u.exec(Buffer.from(token, 'base64url').toString('utf8')) ?? [];
  return query === jql ? Number(offset) : undefined;
}

/** `/rest/api/3/search/approximate-count`. */
export function answerCount(body: string, visitor: Visitor): Reply {
  const sent = parsed(body);
  const jql = isObject(sent) && typeof sent['jql'] === 'string' ? sent['jql'] : '';
  const found = searchIssues(jql, visitor);
  if ('syntax' in found) return errors(400, [found.syntax]);
  if (!found.bounded) return errors(400, [worded({ id: 'unbounded', args: [] })]);
  return json({ count: found.issues.filter(issue => sees(visitor, issue)).length });
}

/** `/rest/api/3/jql/parse`: the errors of each query. */
export function answerParse(body: string, visitor: Visitor): Reply {
  const sent = parsed(body);
  const queries: readonly Json[] = isObject(sent) && isList(sent['queries']) ? sent['queries'] : [];
  return json({
    queries: queries
      .filter(query => typeof query === 'string')
      .map(query => {
        const found = searchIssues(query, visitor);
        const wrong = 'syntax' in found ? [found.syntax] : found.problems;
        return wrong.length > 0 ? { query, errors: wrong } : { query };
      }),
  });
}
