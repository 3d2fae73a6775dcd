import type { CancellationToken, Connection, Range } from 'vscode-languageserver';
import { codeActions } from './code-actions.ts';
import { formatted } from './formatting.ts';
import type { Guard } from './guard.ts';
import type { Workspace } from './workspace.ts';
import { lenses } from './code-lenses.ts';
import { folds, inlays, links, outline } from './document-structure.ts';
import { statementLenses } from './statement-features.ts';
import { encoded, longestColoured, tokens } from './semantic-tokens.ts';

/** Answers LSP's requests that walk through a file, query by query. */
export function registerDocumentRequests(
  connection: Connection,
  workspace: Workspace,
  guard: Guard,
  panels: boolean,
): void {
  connection.onDocumentFormatting(
    guard('formatting', [], ({ textDocument: { uri } }, token) =>
      workspace.walk(uri, token, file => formatted(file, workspace.views)),
    ),
  );
  connection.onDocumentRangeFormatting(
    guard('range formatting', [], ({ textDocument: { uri }, range }, token) =>
      workspace.walk(uri, token, file => formatted(file, workspace.views, range)),
    ),
  );
  connection.onDocumentSymbol(
    guard('outline', [], ({ textDocument: { uri } }, token) => workspace.walk(uri, token, outline)),
  );
  connection.onFoldingRanges(
    guard('folding', [], ({ textDocument: { uri } }, token) => workspace.walk(uri, token, folds)),
  );
  connection.onDocumentLinks(
    guard('links', [], ({ textDocument: { uri } }, token) => workspace.walk(uri, token, links)),
  );
  connection.onCodeLens(
    guard('lenses', [], async ({ textDocument: { uri } }, token) => {
      const found = await workspace.walkFences(uri, token, file => lenses(file, panels));
      if (workspace.file(uri)) return found;
      return [...found, ...statementLenses(workspace, uri), ...(await workspace.embedded.lenses(uri))];
    }),
  );
  connection.languages.inlayHint.on(
    guard('inlay hints', [], ({ textDocument: { uri }, range }, token) =>
      workspace.walk(uri, token, file => inlays(file, workspace.views, range)),
    ),
  );

  const coloured = async (uri: string, range: Range, token: CancellationToken) =>
    encoded(await workspace.walk(uri, token, file => tokens(file, range)));
  connection.languages.semanticTokens.onRange(
    guard('tokens', { data: [] }, ({ textDocument: { uri }, range }, token) => coloured(uri, range, token)),
  );
  connection.languages.semanticTokens.on(
    guard('tokens', { data: [] }, ({ textDocument: { uri } }, token) => {
      const lines = workspace.file(uri)?.document.lineCount ?? 0;
      if (lines > longestColoured) return { data: [] };
      const whole = { start: { line: 0, character: 0 }, end: { line: lines, character: 0 } };
      return coloured(uri, whole, token);
    }),
  );
  connection.onCodeAction(
    guard('code actions', [], (params, token) => codeActions(workspace, params, token)),
  );
}
