import { fetchJson } from '../../support/fetch-json.ts';
import type { JsonObject } from '../json.ts';

export interface FoundIssue {
  readonly id: string;
  readonly key: string;
  readonly fields: JsonObject;
  readonly renderedFields?: JsonObject;
}

/** An answer of the tracker's search, or its errors. */
export interface SearchAnswer {
  readonly startAt: number;
  readonly maxResults: number;
  readonly total: number;
  readonly issues: readonly FoundIssue[];
  readonly names?: JsonObject;
  readonly schema?: JsonObject;
  readonly warningMessages?: readonly string[];
  readonly errorMessages?: readonly string[];
  readonly nextPageToken?: string;
  readonly isLast?: boolean;
}

export const basic = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

export const search = (
  url: string,
  jql: string,
  more: Readonly<Record<string, string>> = {},
  init?: RequestInit,
): Promise<SearchAnswer> =>
  fetchJson(`${url}/rest/api/2/search?${new URLSearchParams({ jql, ...more }).toString()}`, init);

/** The session cookie of an answer, as it goes back; `''` = it has none. */
export const cookieOf = (response: Response): string =>
  response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
