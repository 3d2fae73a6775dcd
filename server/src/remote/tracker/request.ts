import facts from '../../../catalogue/network/tracker-rest.json' with { type: 'json' };
import { parseUrl, type HttpRequest } from '../../http/client.ts';
import { longestUrl } from '../wiki/request.ts';
import { arrayOf, textOf, type JsonObject } from '../json.ts';

const { paths, cloudHosts } = facts;
const keyPattern = new RegExp(facts.keyPattern);

/** The resources of a tracker that are asked for without a key. */
export type Resource = Exclude<keyof typeof paths, 'issue' | 'browse'>;

/** A resource of a tracker, under its context path. */
export const addressOf = (base: string, resource: Resource): string => baseOf(base) + paths[resource];

/** A site of Atlassian's Cloud, as its address tells: the old search is gone there. */
export const isCloudAddress = (base: string): boolean =>
  cloudHosts.some(ending => parseUrl(base)?.hostname.endsWith(ending));

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
  const root = baseOf(base);
  const browse = /^https?:/i.test(text) ? pageOf(text) : `${root}${paths.browse}${text}`;
  const at = browse?.lastIndexOf(paths.browse) ?? -1;
  if (browse === undefined || at < 0) return 'badKey';
  const key = browse.slice(at + paths.browse.length);
  if (!keyPattern.test(key)) return 'badKey';
  if (browse.slice(0, at) !== root) return 'otherSite';
  const upper = key.toUpperCase();
  return { key: upper, browse: `${root}${paths.browse}${upper}`, rest: `${root}${paths.issue}${upper}` };
}

/** The address of a page without what follows its path; `undefined` = it cannot be read. */
function pageOf(text: string): string | undefined {
  const url = parseUrl(text);
  return url && url.origin + url.pathname.replace(/\/+$/, '');
}

/** Origin and context path, without a slash at the end. */
export function baseOf(base: string): string {
  const url = parseUrl(base);
  return url ? url.origin + url.pathname.replace(/\/+$/, '') : base;
}
