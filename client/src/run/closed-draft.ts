/** Queries that ran in a draft (a file that was never saved) that is closed. */
import * as vscode from 'vscode';
import type { RunResult } from '#shared/protocol/run.ts';
import type { RanQuery } from '#shared/protocol/snapshots.ts';

/** Whether an address is that of a draft that is not open any more. */
export const isClosedDraft = (uri: vscode.Uri): boolean =>
  uri.scheme === 'untitled' &&
  !vscode.workspace.textDocuments.some(document => document.uri.toString() === uri.toString());

/** Opens a query that ran in a closed draft in a new one, and runs it. Returns the result; `undefined` = it did not run. */
export async function runInNewDraft({ query, site }: RanQuery): Promise<RunResult | undefined> {
  const document = await vscode.workspace.openTextDocument({
    language: site?.kind === 'tracker' ? 'jql' : 'wikiquery',
    content: `${site === undefined ? '' : `# @site ${site.name}\n`}${query}\n`,
  });
  await vscode.window.showTextDocument(document);
  return vscode.commands.executeCommand('wikijql.run', document.uri.toString(), { line: 0, character: 0 });
}
