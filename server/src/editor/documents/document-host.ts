/** The part of the workspace that open documents depend on, and the walk through one of them. */
import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import { collectInSlices } from '../../query-file/checking/time-slices.ts';
import type { QueryContext } from '../../query-file/language/language-service.ts';
import type { RunnableLanguage } from '../../runs/languages/served-language.ts';
import type { QueryDocument } from '../../query-file/query-document.ts';
import type { ServerSettings } from '../../sites/settings/read-settings.ts';
import type { Diagnostics } from './query-file-diagnostics.ts';
import type { FaultLog } from '../guard.ts';
import type { PlacedView, QueryPlace, Views } from './query-views.ts';
import type { RanResults } from '../ran-results.ts';
import type { Runtime } from '../platform.ts';
import type { SessionTables } from '../session-tables.ts';
import type { Statements } from './statements.ts';

/** The part of the workspace that open documents depend on. */
export interface DocumentHost {
  readonly runtime: Runtime;
  readonly settings: ServerSettings;
  /** False: nothing is sent over the network. */
  readonly trusted: boolean;
  readonly fault: FaultLog;
  readonly views: Views;
  readonly lastResults: RanResults;
  readonly diagnostics: Diagnostics;
  readonly tables: SessionTables;
  readonly statements: Statements;
  contextOf(uri: string): QueryContext;
  /** The context of a place, with the words of other queries, which completion offers too. */
  completionContext(place: QueryPlace): QueryContext;
  /** Fetches the catalogue of a query's site, where that is allowed. */
  wantCatalogue(place: PlacedView, language: RunnableLanguage): void;
  isOpen(document: QueryDocument): boolean;
  /** The cells of the notebook that a cell is in, in their order; `[]` = the document is no cell. */
  cellsBeside(uri: string): readonly string[];
}

/**
 * Collects what a walk through a document finds, with turns for other requests in between.
 *
 * @throws LSP's `ContentModified` where the document is edited or closed, or the request cancelled, meanwhile
 */
export async function walk<T>(
  host: Pick<DocumentHost, 'runtime' | 'isOpen'>,
  document: QueryDocument,
  token: CancellationToken,
  parts: Iterable<readonly T[]>,
): Promise<T[]> {
  const { version } = document;
  const isWanted = (): boolean =>
    !token.isCancellationRequested && host.isOpen(document) && document.version === version;
  const items = await collectInSlices(parts, isWanted, host.runtime.yieldTurn);
  if (items === undefined) throw new ResponseError(LSPErrorCodes.ContentModified, 'Content modified');
  return items;
}
