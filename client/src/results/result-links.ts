/** The addresses that the browser may open from a result. */
import { issuePageAddress, wikiPageAddress } from '#shared/base/site-address.ts';
import { webAddress } from '../../webview/web-address.ts';

/** The address of a page. @param pattern holds `$1` for the title */
export const pageAddress = (pattern: string, title: string): string | undefined =>
  webAddress(wikiPageAddress(pattern, title));

/** The address of a user's page. */
export const userAddress = (pattern: string, name: string): string | undefined =>
  pageAddress(pattern, `User:${name}`);

/** The address of an issue's page at a tracker. */
export const browseAddress = (tracker: string, key: string): string | undefined =>
  webAddress(issuePageAddress(tracker, key));
