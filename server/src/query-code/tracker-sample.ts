/** The data from which code for a JQL query is made. */
import facts from '../../catalogue/network/tracker-rest.json' with { type: 'json' };
import { maxUrlLength, siteRoot } from '#shared/base/site-address.ts';
import { chooseFields, defaultFields } from '../jql/requested-fields.ts';
import { formEncoded } from './literals.ts';

/** A JQL query, and how our own run would send it. */
export interface TrackerSource {
  /** The tracker's base address. */
  readonly base: string;
  /** The address below which its pages are; absent = `base`. */
  readonly pages?: string | undefined;
  /** Whether it pages by tokens, as Jira Cloud does. */
  readonly cloud: boolean;
  /** The query without comments, with the values of its variables. */
  readonly jql: string;
  /** The fields, by id or name; absent = the default ones. */
  readonly fields?: readonly string[];
  /** The issues of a run; `Infinity` = all. */
  readonly limit: number;
}

/** The data from which the forms of code are made. */
export interface TrackerSample {
  readonly base: string;
  readonly pages: string;
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

/** Issues per page. */
export const pageSize = facts.pages.first;

/** Prepares the data for all forms of code that request a JQL query. */
export function trackerSample({
  base,
  pages = base,
  cloud,
  jql,
  fields: named,
  limit,
}: TrackerSource): TrackerSample {
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
    pages,
    cloud,
    jql,
    fields,
    unknownFields: choice.unknown,
    limit,
    search,
    firstPage,
    // Leaves room for the token of a page, which may contain the query.
    post:
      search.length + form.length + (cloud ? 2 * jql.length + roomForToken : roomForOffset) > maxUrlLength,
  };
}

const roomForToken = 1000;
const roomForOffset = 20;

/** The environment variables from which code reads credentials. */
export const credentialVariables = {
  email: 'JIRA_EMAIL',
  apiToken: 'JIRA_API_TOKEN',
  accessToken: 'JIRA_ACCESS_TOKEN',
};
