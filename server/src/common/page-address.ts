/** Where pages of wikis and of trackers open in a browser. */
import { siteRoot } from './site-address.ts';

/** A wiki's address for its pages, with `$1` for the title. */
export function wikiPageUrl(api: string): string {
  const url = new URL('index.php', api);
  return `${url.href}?title=$1`;
}

/**
 * The address of a wiki's page: blanks are underscores, and everything that could end the title is encoded.
 *
 * @param pattern holds `$1` for the title
 */
export const wikiPageAddress = (pattern: string, title: string): string => {
  const encoded = encodeURIComponent(title.toWellFormed().replaceAll(' ', '_'))
    .replaceAll('%2F', '/')
    .replaceAll('%3A', ':');
  return pattern.replace('$1', () => encoded);
};

/** What precedes the key in the path of an issue's page. */
export const browsePath = '/browse/';

/** The address of an issue's page. */
export const issuePageAddress = (tracker: string, key: string): string =>
  siteRoot(tracker) + browsePath + encodeURIComponent(key.toWellFormed());
