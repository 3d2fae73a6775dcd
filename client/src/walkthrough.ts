/**
 * Completes the steps of the walkthrough that only success completes, each by a context key that `package.json`
 * names.
 */
import * as vscode from 'vscode';

type Step = 'wikijql.hasRun' | 'wikijql.hasRunAll' | 'wikijql.hasSignedIn' | 'wikijql.hasFetchedIssue';

/** Marks a step as complete. */
export const tick = (step: Step): Thenable<unknown> =>
  vscode.commands.executeCommand('setContext', step, true);
