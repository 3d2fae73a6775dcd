import messages from '../../../catalogue/messages/wiki-hover.json' with { type: 'json' };
import { code } from '../../language/markdown.ts';
import { wordingOf } from '../../language/wording.ts';

export const word = wordingOf<string>(messages);

/** True where the table has a text of that key. */
export const hasWord = (key: string): boolean => Object.hasOwn(messages, key);

/** Paragraphs one below the other, without those that are undefined or empty. */
export const paragraphs = (...parts: readonly (string | undefined)[]): string =>
  parts.filter(Boolean).join('\n\n');

/** Lines of a list, without those that are undefined; undefined where none is left. */
export function bullets(...lines: readonly (string | undefined)[]): string | undefined {
  const told = lines.filter(line => line !== undefined);
  return told.length === 0 ? undefined : told.map(line => `- ${line}`).join('\n');
}

/** Names as code with commas between. */
export const codes = (names: readonly string[]): string => names.map(code).join(', ');

/** A link to the help of a module; undefined where it has none that is a plain web address. */
export function helpLink(urls: readonly string[]): string | undefined {
  const url = urls.find(each => /^https?:\/\/[^\s()<>[\]\\`"']+$/.test(each));
  return url === undefined ? undefined : word('help', { url });
}
