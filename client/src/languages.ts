/** The languages that the server serves, and the kind of site that each is for. */
import type { SiteKind } from '../../server/src/protocol/sites.ts';

const kinds: ReadonlyMap<string, SiteKind> = new Map([
  ['wikiquery', 'wiki'],
  ['jql', 'tracker'],
]);

/** Where documents come from that are edited, as opposed to older versions shown in a comparison. */
const schemes = ['file', 'untitled', 'vscode-vfs'];

export const documentSelector = [...kinds.keys()].flatMap(language =>
  schemes.map(scheme => ({ language, scheme })),
);

/** `undefined` = not one of our languages. */
export const siteKindOf = (languageId: string): SiteKind | undefined => kinds.get(languageId);
