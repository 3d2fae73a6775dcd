/** The languages that the server serves, and the kinds of their sites. */
import type * as vscode from 'vscode';
import type { SiteKind } from '#shared/protocol/sites.ts';

const kinds: ReadonlyMap<string, SiteKind> = new Map([
  ['wikiquery', 'wiki'],
  ['jql', 'tracker'],
]);

/** The scheme of read-only documents with saved filters, whose queries can run. */
export const filterScheme = 'wikijql-filter';

/** The schemes of documents that are edited or run, unlike older versions in a comparison. */
export const schemes = ['file', 'untitled', 'vscode-vfs', filterScheme];

/** The scheme of cells of notebooks. */
export const cellScheme = 'vscode-notebook-cell';

/** The type of Markdown notebooks, which can have cells of SQL about their results. */
export const runbookType = 'wikijql.runbook';

export const sqlLanguage = 'sql';

/** The cells of SQL, as document filters of the editor and of the protocol. */
export const sqlCells: vscode.DocumentFilter = { language: sqlLanguage, notebookType: runbookType };
export const sqlCellFilter = { language: sqlLanguage, notebook: runbookType };

export const documentSelector = [...kinds.keys()].flatMap(language =>
  [...schemes, cellScheme].map(scheme => ({ language, scheme })),
);

/** The kind of site of a language; `undefined` = not a language of the server. */
export const siteKindOf = (languageId: string): SiteKind | undefined => kinds.get(languageId);
