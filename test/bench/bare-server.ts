/**
 * A language server that knows nothing: for whatever is opened it sends the diagnostics that a file holds. What it costs is
 * the protocol alone.
 */
import { readFileSync } from 'node:fs';
import {
  createConnection,
  type Diagnostic,
  ProposedFeatures,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';

const diagnostics: Diagnostic[] = JSON.parse(readFileSync(process.argv[2]!, 'utf8'));
const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
connection.onInitialize(() => ({ capabilities: { textDocumentSync: TextDocumentSyncKind.Incremental } }));
connection.onDidOpenTextDocument(({ textDocument: { uri, version } }) => {
  void connection.sendDiagnostics({ uri, version, diagnostics });
});
connection.listen();
