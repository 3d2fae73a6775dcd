/** Opens the query of a link in a new editor. It is never run: anybody can write a link. */
import * as vscode from 'vscode';
import { readQueryLink } from '#shared/base/queries/query-link.ts';
import { text } from '../texts.ts';
import { showWarning } from '../user-messages.ts';

export const registerQueryLinks = (): vscode.Disposable =>
  vscode.window.registerUriHandler({
    handleUri: async ({ path, query }) => {
      const linked = readQueryLink(path, query);
      if (!linked) {
        void showWarning(text('link.noQuery'));
        return;
      }
      const document = await vscode.workspace.openTextDocument({
        language: linked.language,
        content: linked.text,
      });
      await vscode.window.showTextDocument(document);
    },
  });
