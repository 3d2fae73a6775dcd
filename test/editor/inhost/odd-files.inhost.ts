/** Files that are hardly a query: what is written into them is completed all the same. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../../support/until.ts';
import { ask, labelOf } from './ask.ts';
import type { HostTests } from './runner.ts';
import { openFile } from './workspace.ts';

const bytes = Uint8Array.from({ length: 4096 }, (_, index) => (index * 131) % 256);

const odd: Readonly<Record<string, string | Uint8Array>> = {
  'control characters': bytes.filter(byte => byte > 0 && byte < 0x80),
  'text in another encoding': Uint8Array.from(bytes, byte => byte | 0x80),
  'a letter': 'Dear all,\n\nthis is a letter = not a query.\nYours\n',
  'a line of ten million characters': `list=search\nsrsearch=${'x'.repeat(10_000_000)}`,
};

/** Writes a query at the end of a document, and asks for a completion there. */
const assertCompletes = async (document: vscode.TextDocument): Promise<void> => {
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, document.positionAt(Infinity), '\n### Next\nlist=catmem');
  await vscode.workspace.applyEdit(edit);
  const end = document.lineAt(document.lineCount - 1).range.end;
  const { items } = await ask<vscode.CompletionList>('CompletionItemProvider', document.uri, end);
  assert.ok(items.some(item => labelOf(item) === 'categorymembers'));
};

export const oddFileTests: HostTests = {
  ...Object.fromEntries(
    Object.entries(odd).map(([what, content], index) => [
      `${what} do not end completion`,
      async () => assertCompletes(await openFile(`odd-${index}.wikiquery`, content)),
    ]),
  ),

  'a text that is not a query has problems': async () => {
    const document = await openFile('letter.wikiquery', odd['a letter'] ?? '');
    await vscode.window.showTextDocument(document);
    await until('problems', async () => vscode.languages.getDiagnostics(document.uri).length > 0);
  },
};
