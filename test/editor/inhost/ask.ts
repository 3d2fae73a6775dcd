/** Asks as the editor itself asks: providers for a document, and the problems that it shows. */
import * as vscode from 'vscode';
import { until } from '../../support/until.ts';

export const ask = <T>(provider: string, ...parameters: readonly unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(`vscode.execute${provider}`, ...parameters);
/** The problems of a document, once there are so many: the editor asks for those of what it shows. */
export const problems = async (
  document: vscode.TextDocument,
  count: number,
): Promise<vscode.Diagnostic[]> => {
  await vscode.window.showTextDocument(document);
  return until(`${count} problems`, async () => {
    const found = vscode.languages.getDiagnostics(document.uri);
    return found.length === count && found;
  });
};
export const labelOf = ({ label }: vscode.CompletionItem): string =>
  typeof label === 'string' ? label : label.label;
