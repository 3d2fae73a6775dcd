import facts from '../../catalogue/network/tracker-rest.json' with { type: 'json' };
import { longestUrl, siteRoot } from '../common/site-address.ts';
import { chooseFields, defaultFields } from '../remote/tracker/fields.ts';
import { formEncoded } from './form-encoded.ts';

/** A JQL query with what code for it needs: what our own run would send, and when it would stop. */
export interface TrackerSource {
  /** The tracker's base address. */
  readonly base: string;
  /** Whether it pages by tokens, as Jira Cloud does. */
  readonly cloud: boolean;
  /** Without comments, with the values of its variables. */
  readonly jql: string;
  /** By id or name; absent = the default ones. */
  readonly fields?: readonly string[];
  /** The issues of a run; `Infinity` = all. */
  readonly limit: number;
}

/** What the forms of code are made from. */
export interface TrackerSample {
  readonly base: string;
  readonly cloud: boolean;
  readonly jql: string;
  /** Ids, and the names of `unknownFields`. */
  readonly fields: readonly string[];
  /** Names whose ids only the tracker knows. */
  readonly unknownFields: readonly string[];
  readonly limit: number;
  /** The address of the search. */
  readonly search: string;
  /** The parameters of the first page, which is the only one that a single request fetches. */
  readonly firstPage: readonly (readonly [name: string, value: string])[];
  /** Whether the search is too long for a URL. */
  readonly post: boolean;
}

/** Issues in a page. */
export const pageSize = facts.pages.first;

export function trackerSample({ base, cloud, jql, fields: named, limit }: TrackerSource): TrackerSample {
  const root = siteRoot(base);
  const choice = named === undefined ? { fields: defaultFields, unknown: [] } : chooseFields(named);
  const ids = [...choice.fields.map(({ id }) => id), ...choice.unknown];
  const fields = ids.length > 0 ? ids : ['key'];
  const search = root + (cloud ? facts.paths.cloudSearch : facts.paths.search);
  const firstPage: readonly (readonly [string, string])[] = [
    ['jql', jql.toWellFormed()],
    ['fields', fields.join(',')],
    ...(cloud ? [] : [['startAt', '0'] as const]),
    ['maxResults', String(Math.min(limit, pageSize))],
  ];
  const form = formEncoded(firstPage);
  return {
    base: root,
    cloud,
    jql,
    fields,
    unknownFields: choice.unknown,
    limit,
    search,
    firstPage,
    // Room for the token of a page, which may contain the query.
    post: search.length + form.length + (cloud ? 2 * jql.length + roomForToken : roomForOffset) > longestUrl,
  };
}

const roomForToken = 1000;
const roomForOffset = 20;

/** The variables of the environment from which code takes credentials. */
export const variables = {
  email: 'JIRA_EMAIL',
  apiToken: 'JIRA_API_TOKEN',
  accessToken: 'JIRA_ACCESS_TOKEN',
};
