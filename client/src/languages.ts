/** The languages that the server serves, and the kind of site that each is for. */
import type { SiteKind } from '../../server/src/protocol/sites.ts';

const kinds: ReadonlyMap<string, SiteKind> = new Map([
  ['wikiquery', 'wiki'],
  ['jql', 'tracker'],
]);

/** The saved filters of trackers, as documents that are read and run. */
export const filterScheme = 'wikijql-filter';

/** Where documents come from that are edited or run, as opposed to older versions shown in a comparison. */
export const schemes = ['file', 'untitled', 'vscode-vfs', filterScheme];

/** The cells of notebooks. */
export const cellScheme = 'vscode-notebook-cell';

export const documentSelector = [...kinds.keys()].flatMap(language =>
  [...schemes, cellScheme].map(scheme => ({ language, scheme })),
);

/** `undefined` = not one of our languages. */
export const siteKindOf = (languageId: string): SiteKind | undefined => kinds.get(languageId);
