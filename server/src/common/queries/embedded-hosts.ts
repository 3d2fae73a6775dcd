/** Which files can hold queries, without their grammars. */
import data from '../../../catalogue/embedded/hosts.json' with { type: 'json' };

/** The host languages, by the ids that LSP has for them. */
export const hostLanguages: readonly string[] = data.languages;

const endings: ReadonlyMap<string, string> = new Map(
  Object.entries(data.endings).flatMap(([id, list]) => list.map(ending => [ending, id] as const)),
);

/** The host language of a file by the ending of its name; `undefined` = none. */
export function hostIdOf(file: string): string | undefined {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  if (dot <= 0 || /\.min\.[a-z]+$/.test(name)) return undefined;
  return endings.get(name.slice(dot + 1));
}

/** Longer code, in UTF-16 code units, is not read: an editor waits for it. In Markdown so much of its fences is read. */
export const longestCode = 500_000;
/** Longer Markdown, in UTF-16 code units, is not read. */
export const longestMarkdown = 2_000_000;

/** The length from which on a source of a host language is not read. */
export const longestHostOf = (languageId: string): number =>
  languageId === 'markdown' ? longestMarkdown : longestCode;

const markers = new RegExp(data.markers.join('|'), 'i');

/** A longer line was not written by hand. */
const longestLine = 20_000;

/** Whether a text was written by hand, as far as its lines say. */
function isHandWritten(text: string): boolean {
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at);
    if ((end < 0 ? text.length : end) - at > longestLine) return false;
    at = end < 0 ? text.length : end + 1;
  }
  return true;
}

/** Whether a text has a word that every embedded query has, and no lines that nobody wrote by hand: a cheap test before it is parsed. */
export const hasMarker = (text: string): boolean => markers.test(text) && isHandWritten(text);
