/** The files of other languages that can contain queries, recognized without parsing them. */
import data from '../../../server/catalogue/embedded/hosts.json' with { type: 'json' };

/** The host languages, by their LSP language ids. */
export const hostLanguages: readonly string[] = data.languages;

const endings: ReadonlyMap<string, string> = new Map(
  Object.entries(data.endings).flatMap(([id, list]) => list.map(ending => [ending, id] as const)),
);

/** The host language of a file by its extension; `undefined` = none. */
export function hostIdOf(file: string): string | undefined {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  if (dot < 0 || /\.min\.[a-z]+$/.test(name)) return undefined;
  return name.startsWith('.env.') ? 'dotenv' : endings.get(name.slice(dot + 1));
}

const hiddenFolders: ReadonlySet<string> = new Set(data.hiddenFolders);

/**
 * Whether a folder, by its name, has no queries to look for: `node_modules`, and all hidden folders but those of pipelines,
 * whose scripts and workflows people write.
 */
export const isSkippedFolder = (name: string): boolean =>
  name === 'node_modules' || (name.startsWith('.') && !hiddenFolders.has(name));

/**
 * The maximum length, in UTF-16 code units, of code that is read while an editor waits, and of all fences of a
 * Markdown file.
 */
export const maxCodeLength = 500_000;
/** The maximum length of a Markdown file that is read, in UTF-16 code units. */
export const maxMarkdownLength = 2_000_000;

/** The name of notebooks among the host languages; an editor shows their cells as documents of their own. */
export const notebookId = 'jupyter';

/** The maximum length of a source file of a host language that is read, in UTF-16 code units. */
export const maxHostLengthOf = (languageId: string): number =>
  languageId === 'markdown' || languageId === notebookId ? maxMarkdownLength : maxCodeLength;

/** Few words, one of which every marker has: most files have none, and finding that out takes half as long. */
const wordsOfMarkers = new RegExp(data.wordsOfMarkers.join('|'), 'i');
const markers = new RegExp(data.markers.join('|'), 'i');

/** Files with longer lines are minified or generated. */
const maxLineLength = 20_000;

/** Whether no line of a text is so long that the text must be minified or generated. */
function isHandWritten(text: string): boolean {
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at);
    if ((end < 0 ? text.length : end) - at > maxLineLength) return false;
    at = end < 0 ? text.length : end + 1;
  }
  return true;
}

/**
 * Whether a text has a word that every embedded query has, and is not minified or generated: a cheap test before
 * parsing.
 *
 * @param anyLine lines of any length can be written by hand
 */
export const hasMarker = (text: string, anyLine = false): boolean =>
  wordsOfMarkers.test(text) && markers.test(text) && (anyLine || isHandWritten(text));
