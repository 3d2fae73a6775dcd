import type {
  CancellationToken,
  CodeAction,
  CodeActionParams,
  Connection,
  Range,
} from 'vscode-languageserver';
import type { DocumentKind } from '../documents/document-kind.ts';
import type { Guard } from '../guard.ts';
import { encoded } from '../features/semantic-tokens.ts';
import type { Workspace } from '../workspace.ts';

/** Answers LSP's requests about a whole document or a range of it: each asks the document. */
export function registerDocumentRequests(
  connection: Connection,
  workspace: Workspace,
  guard: Guard,
  panels: boolean,
): void {
  /** A handler that answers with a list; empty where the document has nothing of the kind. */
  const list = <Params extends { readonly textDocument: { readonly uri: string } }, Item>(
    feature: string,
    ask: (
      document: DocumentKind,
      params: Params,
      token: CancellationToken,
    ) => Promise<readonly Item[]> | undefined,
  ) =>
    guard(feature, [], async (params: Params, token): Promise<Item[]> => {
      const document = workspace.document(params.textDocument.uri);
      return [...((document && (await ask(document, params, token))) ?? [])];
    });

  connection.onDocumentFormatting(list('formatting', (document, _, token) => document.format?.(token)));
  connection.onDocumentRangeFormatting(
    list('range formatting', (document, { range }: WithRange, token) => document.format?.(token, range)),
  );
  connection.onDocumentSymbol(list('outline', (document, _, token) => document.symbols?.(token)));
  connection.onFoldingRanges(list('folding', (document, _, token) => document.folds?.(token)));
  connection.onDocumentLinks(list('links', (document, _, token) => document.links?.(token)));
  connection.onCodeLens(list('lenses', (document, _, token) => document.lenses(panels, token)));
  connection.languages.inlayHint.on(
    list('inlay hints', (document, { range }: WithRange, token) => document.inlays?.(range, token)),
  );
  connection.onCodeAction(
    list('code actions', async (document, { range, context: { only } }: CodeActionParams, token) => {
      return withoutRepetitions((await document.actions?.({ range, only, token })) ?? []);
    }),
  );

  const coloured = async (uri: string, token: CancellationToken, range?: Range) =>
    encoded((await workspace.document(uri)?.tokens?.(token, range)) ?? []);
  connection.languages.semanticTokens.onRange(
    guard('tokens', { data: [] }, ({ textDocument: { uri }, range }, token) => coloured(uri, token, range)),
  );
  connection.languages.semanticTokens.on(
    guard('tokens', { data: [] }, ({ textDocument: { uri } }, token) => coloured(uri, token)),
  );
}

interface WithRange {
  readonly textDocument: { readonly uri: string };
  readonly range: Range;
}

/** The same edits under the same title are one action, about all of their problems. */
function withoutRepetitions(actions: readonly CodeAction[]): CodeAction[] {
  const byContent = new Map<string, CodeAction>();
  for (const action of actions) {
    const content = JSON.stringify([action.title, action.kind, action.edit]);
    const same = byContent.get(content);
    const diagnostics = [...(same?.diagnostics ?? []), ...(action.diagnostics ?? [])];
    byContent.set(content, { ...same, ...action, ...(diagnostics.length > 0 && { diagnostics }) });
  }
  return [...byContent.values()];
}
