/**
 * Messages to the user, shown as they are. The editor makes links of `[label](address)` in a message, also such that run any
 * of its commands, and most messages have words of sites and files.
 */
import * as vscode from 'vscode';
import { withoutLinks } from './texts.ts';

/** Shows an error; returns the action that the user chooses. */
export const showError = (message: string, ...actions: readonly string[]): Thenable<string | undefined> =>
  vscode.window.showErrorMessage(withoutLinks(message), ...actions);

export const showWarning = (message: string, ...actions: readonly string[]): Thenable<string | undefined> =>
  vscode.window.showWarningMessage(withoutLinks(message), ...actions);

export const showInformation = (
  message: string,
  ...actions: readonly string[]
): Thenable<string | undefined> => vscode.window.showInformationMessage(withoutLinks(message), ...actions);

/** Asks before anything else; returns the action that the user chooses. */
export const ask = (
  message: string,
  detail: string | undefined,
  ...actions: readonly string[]
): Thenable<string | undefined> =>
  vscode.window.showWarningMessage(
    withoutLinks(message),
    { modal: true, ...(detail !== undefined && { detail }) },
    ...actions,
  );
