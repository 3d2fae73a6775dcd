import type { CancellationToken, Connection, Range } from 'vscode-languageserver';
import { codeActions } from './code-actions.ts';
import { formatted } from './formatting.ts';
import type { Guard } from './guard.ts';
import type { Workspace } from './workspace.ts';
import { folds, inlays, lenses, links, outline } from './structure.ts';
import { encoded, longestColoured, tokens } from './tokens.ts';

/** Answers LSP's requests that walk through a file, query by query. */
export function registerDocumentRequests(connection: Connection, session: Workspace, safe: Guard): void {
  connection.onDocumentFormatting(
    safe('formatting', [], ({ textDocument: { uri } }, token) =>
      session.walk(uri, token, file => formatted(file, session.views)),
    ),
  );
  connection.onDocumentRangeFormatting(
    safe('range formatting', [], ({ textDocument: { uri }, range }, token) =>
      session.walk(uri, token, file => formatted(file, session.views, range)),
    ),
  );
  connection.onDocumentSymbol(
    safe('outline', [], ({ textDocument: { uri } }, token) => session.walk(uri, token, outline)),
  );
  connection.onFoldingRanges(
    safe('folding', [], ({ textDocument: { uri } }, token) => session.walk(uri, token, folds)),
  );
  connection.onDocumentLinks(
    safe('links', [], ({ textDocument: { uri } }, token) => session.walk(uri, token, links)),
  );
  connection.onCodeLens(
    safe('lenses', [], ({ textDocument: { uri } }, token) => session.walk(uri, token, lenses)),
  );
  connection.languages.inlayHint.on(
    safe('inlay hints', [], ({ textDocument: { uri }, range }, token) =>
      session.walk(uri, token, file => inlays(file, session.views, range)),
    ),
  );

  const coloured = async (uri: string, range: Range, token: CancellationToken) =>
    encoded(await session.walk(uri, token, file => tokens(file, range)));
  connection.languages.semanticTokens.onRange(
    safe('tokens', { data: [] }, ({ textDocument: { uri }, range }, token) => coloured(uri, range, token)),
  );
  connection.languages.semanticTokens.on(
    safe('tokens', { data: [] }, ({ textDocument: { uri } }, token) => {
      const lines = session.file(uri)?.document.lineCount ?? 0;
      if (lines > longestColoured) return { data: [] };
      const whole = { start: { line: 0, character: 0 }, end: { line: lines, character: 0 } };
      return coloured(uri, whole, token);
    }),
  );
  connection.onCodeAction(safe('code actions', [], (params, token) => codeActions(session, params, token)));
}
