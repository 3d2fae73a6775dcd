import facts from '../../../catalogue/network/tracker-rest.json' with { type: 'json' };
import { canonicalIssueKey, isIssueKey } from '../../common/issue-key.ts';
import { siteRoot } from '../../common/site-address.ts';
import type { HttpRequest } from '../../http/client.ts';
import { longestUrl } from '../wiki/request.ts';
import { arrayOf, textOf, type JsonObject } from '../json.ts';

const { paths } = facts;

/** The resources of a tracker that are asked for without a key. */
export type Resource = Exclude<keyof typeof paths, 'issue' | 'browse'>;

/** A resource of a tracker, under its context path. */
export const addressOf = (base: string, resource: Resource): string => siteRoot(base) + paths[resource];

/**
 * The request for a resource: GET where the URL stays short and nothing wants POST, lists with commas
 * between; by POST the parameters as JSON. It counts as a read.
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
  if (!post && url.length < longestUrl) return { method: 'GET', url, headers, read: true };
  return { method: 'POST', url: address, headers, body: JSON.stringify(parameters), read: true };
}

/** Where an issue is: its page and its REST resource. */
export interface IssueAddress {
  readonly key: string;
  readonly browse: string;
  readonly rest: string;
}

/**
 * The addresses of an issue at a tracker, from its key or the address of its page. The REST path is the
 * browse path with `/browse/` replaced. (spec/issue-tracker-access.md, "Endpoints")
 */
export function issueAddress(base: string, reference: string): IssueAddress | 'badKey' | 'otherSite' {
  const text = reference.trim();
  const root = siteRoot(base);
  const browse = /^https?:/i.test(text) ? siteRoot(text) : `${root}${paths.browse}${text}`;
  const at = browse.lastIndexOf(paths.browse);
  if (at < 0) return 'badKey';
  const key = browse.slice(at + paths.browse.length);
  if (!isIssueKey(key)) return 'badKey';
  if (browse.slice(0, at) !== root) return 'otherSite';
  const upper = canonicalIssueKey(key);
  return { key: upper, browse: `${root}${paths.browse}${upper}`, rest: `${root}${paths.issue}${upper}` };
}
