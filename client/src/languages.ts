/** The languages that the server serves, and the kind of site that each is for. */
import type * as vscode from 'vscode';
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

/** The type of notebooks of Markdown, which have cells of SQL about their results. */
export const runbookType = 'wikijql.runbook';

export const sqlLanguage = 'sql';

/** The cells of SQL, as the editor and as the protocol names them. */
export const sqlCells: vscode.DocumentFilter = { language: sqlLanguage, notebookType: runbookType };
export const sqlCellFilter = { language: sqlLanguage, notebook: runbookType };

export const documentSelector = [...kinds.keys()].flatMap(language =>
  [...schemes, cellScheme].map(scheme => ({ language, scheme })),
);

/** `undefined` = not one of our languages. */
export const siteKindOf = (languageId: string): SiteKind | undefined => kinds.get(languageId);
