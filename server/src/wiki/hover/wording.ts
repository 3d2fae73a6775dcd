import messages from '../../../catalogue/messages/wiki-hover.json' with { type: 'json' };
import { code } from '../../language/markdown.ts';
import { optionalWordingOf, wordingOf } from '../../language/wording.ts';

/** The sentences that explanations are made of. */
export const word = wordingOf(messages);

/** The same by a key from the data of a catalogue; undefined if there is no such sentence. */
export const optionalWord = optionalWordingOf(messages);

/** Paragraphs without those that are undefined or empty. */
export const paragraphs = (...parts: readonly (string | undefined)[]): string =>
  parts.filter(Boolean).join('\n\n');

/** The lines of a list without those that are undefined; undefined if none is left. */
export function bullets(...lines: readonly (string | undefined)[]): string | undefined {
  const present = lines.filter(line => line !== undefined);
  return present.length === 0 ? undefined : present.map(line => `- ${line}`).join('\n');
}

/** Names as code, separated by commas. */
export const codes = (names: readonly string[]): string => names.map(code).join(', ');

/** A link to the documentation of a module; undefined if it has no plain URL. */
export function helpLink(urls: readonly string[]): string | undefined {
  const url = urls.find(each => /^https?:\/\/[^\s()<>[\]\\`"']+$/.test(each));
  return url === undefined ? undefined : word('help', { url });
}
