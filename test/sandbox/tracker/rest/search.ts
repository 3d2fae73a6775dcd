import { type Json, isList, isObject } from '../../json.ts';
import type { Reply } from '../../reply.ts';
import { searchIssues } from '../jql/search.ts';
import { errors, failure, json } from '../replies.ts';
import texts from '../texts.json' with { type: 'json' };
import { type Visitor, sees } from '../visitor.ts';
import { expansionsIn, issueBean } from './issue.ts';
import { namesOf, schemaOf, selectFields } from './selection.ts';

/** The parameters of a search, from the URL or from the body. */
export interface Asked {
  readonly jql: string;
  readonly startAt: number;
  readonly maxResults: number;
  readonly fields: readonly string[];
  readonly expand: readonly string[];
  readonly validate: boolean;
  readonly pageToken: string | undefined;
}

const usualPage = 50;

export const askedInAddress = (query: URLSearchParams): Asked => ({
  jql: query.get('jql') ?? '',
  startAt: wholeOr(query.get('startAt'), 0),
  maxResults: wholeOr(query.get('maxResults'), usualPage),
  fields: query.getAll('fields'),
  expand: query.getAll('expand'),
  validate: query.get('validateQuery') !== 'false',
  pageToken: query.get('nextPageToken') ?? undefined,
});

const wholeOr = (value: unknown, fallback: number): number => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : fallback;
};

function textsIn(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value];
  return isList(value) ? value.filter(item => typeof item === 'string') : [];
}

/** @returns `undefined` for a body that is not what a search takes */
export function askedInBody(body: string): Asked | undefined {
  const sent = parsed(body);
  if (!isObject(sent)) return undefined;
  const { jql, startAt, maxResults, fields, expand, validateQuery, nextPageToken } = sent;
  if (jql !== undefined && typeof jql !== 'string') return undefined;
  return {
    jql: jql ?? '',
    startAt: wholeOr(startAt, 0),
    maxResults: wholeOr(maxResults, usualPage),
    fields: textsIn(fields),
    expand: textsIn(expand),
    validate: validateQuery !== false && validateQuery !== 'false',
    pageToken: typeof nextPageToken === 'string' ? nextPageToken : undefined,
  };
}

export function parsed(body: string): Json | undefined {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** `/rest/api/2/search`. */
export function answerSearch(asked: Asked, visitor: Visitor): Reply {
  const { settled } = visitor;
  const found = searchIssues(asked.jql, visitor);
  if ('syntax' in found) return errors(400, [found.syntax]);
  if (found.problems.length > 0 && asked.validate) return errors(400, found.problems);
  const startAt = Math.max(0, asked.startAt);
  const maxResults = Math.min(Math.max(0, asked.maxResults), settled.maxResults);
  if (startAt + maxResults > settled.resultWindow)
    return errors(500, [texts.windowExceeded.replace('{0}', String(settled.resultWindow))]);
  const ids = selectFields(asked.fields, '*navigable');
  const expand = expansionsIn(asked.expand);
  const visible = found.issues.filter(issue => sees(visitor, issue));
  return json({
    expand: 'schema,names',
    startAt,
    maxResults,
    total: visible.length,
    issues: visible.slice(startAt, startAt + maxResults).map(issue => issueBean(issue, visitor, ids, expand)),
    ...(found.problems.length > 0 && { warningMessages: found.problems }),
    ...(expand.has('names') && { names: namesOf(ids) }),
    ...(expand.has('schema') && { schema: schemaOf(ids) }),
  });
}

export const badBody = (): Reply => failure(400, 'badJson');
