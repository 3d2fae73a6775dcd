/** The steps of the walkthrough that only success ticks: each by a context, which `package.json` names. */
import * as vscode from 'vscode';

type Step = 'wikijql.hasRun' | 'wikijql.hasRunAll' | 'wikijql.hasSignedIn' | 'wikijql.hasFetchedIssue';

/** Ticks a step for good. */
export const tick = (step: Step): Thenable<unknown> =>
  vscode.commands.executeCommand('setContext', step, true);
