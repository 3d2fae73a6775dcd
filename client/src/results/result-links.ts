/** Addresses that the browser may open from a result. */
import { siteRoot } from '../../../server/src/common/site-address.ts';
import { webAddress } from '../../webview/web-address.ts';

/**
 * The address of a page by its title: blanks are underscores, and everything that could end the path is encoded.
 * `pattern` holds `$1` for the title.
 */
export const pageAddress = (pattern: string, title: string): string | undefined => {
  const encoded = encodeURIComponent(title.toWellFormed().replaceAll(' ', '_'))
    .replaceAll('%2F', '/')
    .replaceAll('%3A', ':');
  return webAddress(pattern.replace('$1', () => encoded));
};

/** The address of a user's page. */
export const userAddress = (pattern: string, name: string): string | undefined =>
  pageAddress(pattern, `User:${name}`);

/** The address of an issue's page at a tracker. */
export const browseAddress = (tracker: string, key: string): string | undefined =>
  webAddress(`${siteRoot(tracker)}/browse/${encodeURIComponent(key.toWellFormed())}`);
