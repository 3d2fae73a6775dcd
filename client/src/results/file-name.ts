/** Makes file names from the titles of queries. */
import { isDeviceName } from '#shared/base/device-name.ts';
import { trimEndOf } from '#shared/base/shorten.ts';
import { replaceHidden } from '#shared/base/visible-text.ts';

const maxFileNameLength = 80;

/** A file name that every system accepts; `result` if no character of the title can be used. */
export function fileName(title: string, extension: string): string {
  const shortened = replaceHidden(title.slice(0, 10 * maxFileNameLength).normalize('NFC'), () => ' ')
    .replace(/[<>:"/\\|?*\s]+/g, ' ')
    .replace(/^[ .]+/, '')
    .slice(0, maxFileNameLength)
    .replace(/\p{Cs}$/u, '');
  const name = trimEndOf(shortened, ' .');
  return `${name === '' || isDeviceName(name) ? 'result' : name}.${extension}`;
}
