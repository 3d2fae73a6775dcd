import texts from '../../../catalogue/messages/expectations.json' with { type: 'json' };
import { optionalWordingOf, wordingOf } from '#shared/base/text/wording.ts';

export const say = wordingOf(texts);

/** The text of a key that is composed at run time. */
export const sayByKey = wordingOf<string>(texts);

/** The text of a key that is composed at run time; `undefined` = there is no such text. */
export const sayIfKnown = optionalWordingOf(texts);

/** A number of rows. */
export const rowsInWords = (count: number): string =>
  count === 1 ? say('words.row') : say('words.rows', { count: count.toLocaleString('en-US') });

/** Milliseconds as `1.5 s`. */
export function timeInWords(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} ms`;
  const seconds = milliseconds / 1000;
  return seconds < 60 ? `${Number(seconds.toFixed(1))} s` : `${Number((seconds / 60).toFixed(1))} min`;
}

/** Items with commas, and a word before the last one. */
export function listInWords(items: readonly string[], word: 'or' | 'and'): string {
  const last = items.at(-1) ?? '';
  if (items.length < 2) return last;
  return say(`words.${word}`, { values: items.slice(0, -1).join(', '), last });
}
