/** Which query a command is about, and where a query is that ran before. */
import * as vscode from 'vscode';
import { isPosition, type Position } from '#shared/protocol/notice.ts';
import { positionNow } from '#shared/protocol/run.ts';
import { isHostDocument } from '../embedded/embedded-documents.ts';
import { siteKindOf, sqlCells } from '../languages.ts';
import type { Requests } from '../requests.ts';

export interface Target {
  readonly uri: vscode.Uri;
  readonly position: Position;
}

/**
 * A lens names its query by address and position; a key, the palette and the editor's title mean the cursor.
 * `undefined` = no query file has the focus.
 */
export function targetOf(uri: unknown, position: unknown): Target | undefined {
  if (typeof uri === 'string' && isPosition(position)) return { uri: vscode.Uri.parse(uri, true), position };
  const editor = vscode.window.activeTextEditor;
  if (!editor) return undefined;
  const { document } = editor;
  const isStatement = vscode.languages.match(sqlCells, document) > 0;
  if (siteKindOf(document.languageId) === undefined && !isStatement && !isHostDocument(document))
    return undefined;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri, position: { line, character } };
}

/** Where a query is now that ran before. */
export async function locateQuery(
  requests: Pick<Requests, 'queries'>,
  uri: vscode.Uri,
  { title, position }: { readonly title: string; readonly position: Position },
): Promise<Position> {
  await vscode.workspace.openTextDocument(uri);
  return positionNow(await requests.queries({ uri: uri.toString() }), { title, position });
}
