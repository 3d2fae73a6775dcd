/** Addresses that the browser may open from a result. */
import { sessionSite } from '../../../server/src/protocol.ts';
import { webAddress } from '../../webview/address.ts';

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
  webAddress(`${sessionSite(tracker)}/browse/${encodeURIComponent(key.toWellFormed())}`);

/** A name for a file that every system takes; `result` where nothing is left. */
export function fileName(title: string, extension: string): string {
  const kept = title
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '')
    .slice(0, 80)
    .trim();
  const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(kept);
  return `${kept === '' || reserved ? 'result' : kept}.${extension}`;
}
