import * as vscode from 'vscode';
import type { Requests } from './requests.ts';
import type { Target } from './run/run-target.ts';
import { text } from './texts.ts';

/**
 * Copies a query in a form that the user chooses.
 *
 * @param wanted the form's id, as a key binding may name it
 */
export async function copyAs(
  { uri, position }: Target,
  requests: Pick<Requests, 'copyAs'>,
  wanted?: string,
): Promise<void> {
  const { forms, refusal } = (await requests.copyAs({ uri: uri.toString(), position })) ?? { forms: [] };
  if (forms.length === 0) {
    void vscode.window.showInformationMessage(refusal ?? text('run.noQuery'));
    return;
  }
  const named = forms.find(({ id }) => id === wanted);
  const chosen =
    named ??
    (await vscode.window.showQuickPick(
      forms.map(({ label, detail, code }) => ({ label, description: detail, code })),
      { placeHolder: text('copyAs.placeholder'), matchOnDescription: true },
    ));
  if (!chosen) return;
  await vscode.env.clipboard.writeText(chosen.code);
  vscode.window.setStatusBarMessage(text('copyAs.copied', { form: chosen.label }), 4000);
}
