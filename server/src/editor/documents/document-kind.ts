/** The interface that every kind of open document implements: requests of the protocol ask it and know no kind. */
import type {
  CancellationToken,
  CodeAction,
  CodeActionKind,
  CodeLens,
  CompletionList,
  Diagnostic,
  DocumentLink,
  DocumentSymbol,
  FoldingRange,
  Hover,
  InlayHint,
  Position,
  Range,
  SelectionRange,
  SignatureHelp,
  TextEdit,
} from 'vscode-languageserver';
import type { EmbeddedQueryResult } from '#shared/protocol/documents/query-conversion.ts';
import type { QueryReference } from '#shared/protocol/run.ts';
import type { CompletionAbilities } from '../features/convert.ts';
import type { VariablePlace } from '../features/variable-places.ts';
import type { QueryFile, QueryPlace } from './query-views.ts';
import type { EncodedToken } from '../features/semantic-tokens.ts';
import type { Statement } from './statements.ts';

/** A query of a language or an SQL statement about results, to be run. */
export type RunTarget =
  | { readonly kind: 'query'; readonly place: QueryPlace }
  | { readonly kind: 'statement'; readonly statement: Statement };

/** A request for completions. */
export interface CompletionRequest {
  readonly abilities: CompletionAbilities;
  /** The user typed a dot: it begins the name of a column, in a reference and in SQL, and nothing elsewhere. */
  readonly isDot: boolean;
  readonly token: CancellationToken;
}

/** A request for code actions. */
export interface ActionRequest {
  readonly range: Range;
  /** The kinds that the client wants; `undefined` = those it shows at a cursor. */
  readonly only: readonly CodeActionKind[] | undefined;
  readonly token: CancellationToken;
}

/**
 * An open document, whatever holds its queries. A method that is absent has nothing to answer for this kind of document.
 * Methods that walk through the whole document reject with LSP's `ContentModified` where it is edited meanwhile.
 */
export interface DocumentKind {
  /** The document as a query file; absent where it is in another language. */
  readonly queryFile?: QueryFile;
  /** All diagnostics; `undefined` = no longer wanted, or the settings switch them off. */
  problems(isWanted: () => boolean): Promise<Diagnostic[] | undefined>;
  complete(position: Position, request: CompletionRequest): Promise<CompletionList | null>;
  hover(position: Position): Promise<Hover | null>;
  /** Fixes and refactorings. */
  actions?(request: ActionRequest): Promise<readonly CodeAction[]>;
  /**
   * The commands over each query.
   *
   * @param panels the client can also watch queries
   */
  lenses(panels: boolean, token: CancellationToken): Promise<readonly CodeLens[]>;
  /** The queries that can be listed and run, in the order of the document. */
  queries?(token: CancellationToken): Promise<readonly QueryReference[]>;
  /** The place in a query's text for language features; `undefined` = no text of a query file is there. */
  place?(position: Position): QueryPlace | undefined;
  /** The query of a query file or a fence that a command at a position means; `undefined` = none. */
  query?(position: Position): QueryPlace | undefined;
  /** Returns the query or the statement that runs at a position; `undefined` = none. */
  target(position: Position): Promise<RunTarget | undefined>;
  /** The query that is embedded at a position, as a query file of its own; `undefined` = none. */
  asQueryFile?(position: Position): Promise<EmbeddedQueryResult | undefined>;
  /** Every use and definition of a variable that has a name at a place. */
  variables?(place: QueryPlace, name: string, token: CancellationToken): Promise<readonly VariablePlace[]>;
  signature?(position: Position): SignatureHelp | null;
  selections?(positions: readonly Position[]): readonly SelectionRange[];
  symbols?(token: CancellationToken): Promise<readonly DocumentSymbol[]>;
  folds?(token: CancellationToken): Promise<readonly FoldingRange[]>;
  links?(token: CancellationToken): Promise<readonly DocumentLink[]>;
  inlays?(range: Range, token: CancellationToken): Promise<readonly InlayHint[]>;
  /** @param range the lines to format; absent = all */
  format?(token: CancellationToken, range?: Range): Promise<readonly TextEdit[]>;
  /** @param range the lines to colour; absent = all, and `[]` where the document is too long for that */
  tokens?(token: CancellationToken, range?: Range): Promise<readonly EncodedToken[]>;
}
