/** Which query a command is about. */
import * as vscode from 'vscode';
import { isPosition, type Position } from '../../../server/src/protocol/notice.ts';
import { isHostDocument } from '../embedded/embedded-documents.ts';
import { siteKindOf, sqlCells } from '../languages.ts';

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
