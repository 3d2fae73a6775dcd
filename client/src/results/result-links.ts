/** Addresses that the browser may open from a result. */
import { replaceHidden } from '../../../server/src/common/visible-text.ts';
import { siteRoot } from '../../../server/src/common/site-address.ts';
import { trimEndOf } from '../../../server/src/common/trim.ts';
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

/** Names that Windows keeps for devices, whatever extension follows. */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])$/i;
const longestFileName = 80;

/** A file name that every system takes; `result` where nothing of the title can be used. */
export function fileName(title: string, extension: string): string {
  const shortened = replaceHidden(title.slice(0, 10 * longestFileName).normalize('NFC'), () => ' ')
    .replace(/[<>:"/\\|?*\s]+/g, ' ')
    .replace(/^[ .]+/, '')
    .slice(0, longestFileName)
    .replace(/\p{Cs}$/u, '');
  const name = trimEndOf(shortened, ' .');
  const [base = ''] = name.split('.', 1);
  return `${name === '' || deviceName.test(base.trimEnd()) ? 'result' : name}.${extension}`;
}
