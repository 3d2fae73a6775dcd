import facts from '../../../catalogue/network/tracker-rest.json' with { type: 'json' };
import { maxUrlLength, browsePath, siteRoot } from '#shared/base/site-address.ts';
import { canonicalIssueKey, isIssueKey } from '#shared/base/issue-key.ts';
import type { HttpRequest } from '../http/http-client.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { arrayOf, textOf, type JsonObject } from '#shared/protocol/json-values.ts';

const { paths } = facts;

/** The resources of a tracker whose paths need no key. */
export type Resource = Exclude<keyof typeof paths, 'issue'>;

/** The URL of a resource of a tracker. */
export const addressOf = (base: string, resource: Resource): string => siteRoot(base) + paths[resource];

/**
 * The request for a resource, which only reads: GET with comma-separated lists, or POST with JSON if it is required or
 * the URL is too long.
 */
export function trackerRequest(
  address: string,
  parameters: JsonObject,
  userAgent: string,
  post = false,
): HttpRequest {
  const query = new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [
      name,
      arrayOf(value)?.map(textOf).join(',') ?? textOf(value),
    ]),
  ).toString();
  const url = query === '' ? address : `${address}?${query}`;
  const headers = { accept: 'application/json', 'content-type': 'application/json', 'user-agent': userAgent };
  if (!post && url.length < maxUrlLength) return { method: 'GET', url, headers, read: true };
  return { method: 'POST', url: address, headers, body: JSON.stringify(parameters), read: true };
}

/** The URLs of an issue: its page and its REST resource. */
export interface IssueAddress {
  readonly key: string;
  readonly browse: string;
  readonly rest: string;
}

/** The URLs of an issue, from its key or the URL of its page. */
export function issueAddress(
  site: Pick<Site, 'url' | 'pages'>,
  reference: string,
): IssueAddress | 'badKey' | 'otherSite' {
  const text = reference.trim();
  const root = siteRoot(site.pages ?? site.url);
  const browse = /^https?:/i.test(text) ? siteRoot(text) : `${root}${browsePath}${text}`;
  const at = browse.lastIndexOf(browsePath);
  if (at < 0) return 'badKey';
  const key = browse.slice(at + browsePath.length);
  if (!isIssueKey(key)) return 'badKey';
  if (browse.slice(0, at) !== root) return 'otherSite';
  const upper = canonicalIssueKey(key);
  return {
    key: upper,
    browse: `${root}${browsePath}${upper}`,
    rest: `${siteRoot(site.url)}${paths.issue}${upper}`,
  };
}
