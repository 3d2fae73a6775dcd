/** Files that are hardly a query: what is written into them is completed all the same. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { findFiles } from '../../../client/src/find-files.ts';
import { RunbookList } from '../../../client/src/queries/runbook-list.ts';
import { until } from '../../support/until.ts';
import { ask, labelOf } from './ask.ts';
import type { HostTests } from './runner.ts';
import { openFile, write } from './workspace.ts';

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

const runbook = '# Notes\n\n```jql\n### All\nproject = A\n```\n';

export const oddFileTests: HostTests = {
  'runbooks and query files are found and read where links lead, pipes are not read': async () => {
    const real = await write('real/book.md', runbook);
    await write('real/deep/inner.md', runbook);
    await write('real/query.jql', 'project = A\n');
    const folder = path.dirname(path.dirname(real.fsPath));
    symlinkSync(real.fsPath, path.join(folder, 'linked-book.md'));
    symlinkSync(path.join(folder, 'real/query.jql'), path.join(folder, 'linked-query.jql'));
    symlinkSync(path.join(folder, 'real'), path.join(folder, 'linked-folder'));
    execFileSync('mkfifo', [path.join(folder, 'pipe.md')]);
    const names = [
      'linked-book.md',
      'linked-folder/book.md',
      'linked-folder/deep/inner.md',
      'real/book.md',
      'pipe.md',
      'real',
    ];
    const uris = names.map(name => vscode.Uri.file(path.join(folder, name)));
    assert.deepEqual(await new RunbookList().among(uris), uris.slice(0, 4));
    const found = await findFiles(
      { pattern: '**/*.{md,jql}', pathPattern: /\.(?:md|jql)$/ },
      undefined,
      1000,
    );
    const foundNames = new Set(found.map(({ fsPath }) => path.relative(folder, fsPath)));
    for (const name of [...names.slice(0, 4), 'linked-query.jql', 'linked-folder/query.jql'])
      assert.ok(foundNames.has(name), name);
    const linked = await vscode.workspace.openTextDocument(
      vscode.Uri.file(path.join(folder, 'linked-query.jql')),
    );
    assert.equal(linked.languageId, 'jql');
  },

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
