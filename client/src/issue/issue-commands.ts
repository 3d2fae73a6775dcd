/** The commands about single issues. */
import * as vscode from 'vscode';
import type { Requests } from '../requests.ts';
import { isTrusted } from '../run/preconditions.ts';
import { sitesNow } from '../sites/add-site.ts';
import { pickTracker } from '../sites/pick-site.ts';
import { section } from '../settings.ts';
import { siteKindOf } from '../languages.ts';
import { text } from '../texts.ts';
import type { Issues } from './open-issues.ts';
import { issueKeyAt } from '#shared/base/issue-key.ts';
import { isAddress, issueReference } from './issue-reference.ts';
import { showInformation } from '../user-messages.ts';

export interface IssueCommands {
  /** Fetches an issue; without a reference, the user is asked for one. */
  readonly fetchIssue: (reference: unknown, site: unknown) => Promise<void>;
  readonly openAtCursor: () => Promise<void>;
}

export function issueCommands(issues: Issues, requests: Requests): IssueCommands {
  const open = async (reference: string, site?: string): Promise<void> => {
    if (isAddress(reference)) return issues.open({ reference });
    const tracker = site ?? (await trackerHere(requests)) ?? (await pickTracker());
    if (tracker !== undefined) await issues.open({ reference, site: tracker });
  };
  return {
    fetchIssue: async (reference, site) => {
      if (!isTrusted()) return;
      const givenKey = typeof reference === 'string' ? issueReference(reference) : undefined;
      const issueToOpen = givenKey ?? (await ask());
      if (issueToOpen !== undefined) await open(issueToOpen, typeof site === 'string' ? site : undefined);
    },
    openAtCursor: async () => {
      if (!isTrusted()) return;
      const key = keyAtCursor();
      if (key === undefined) void showInformation(text('issue.noKey'));
      else await open(key);
    },
  };
}

/** The tracker of a bare key: of the query at the cursor, else the default one, else the only one. */
async function trackerHere(requests: Requests): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor && siteKindOf(editor.document.languageId) === 'tracker') {
    const { line, character } = editor.selection.active;
    const context = await requests.context({
      uri: editor.document.uri.toString(),
      position: { line, character },
    });
    if (context?.site) return context.site.name;
  }
  const trackers = Object.entries(sitesNow()).filter(([, { kind }]) => kind === 'tracker');
  const defaultSite = vscode.workspace.getConfiguration(section).get<string>('defaultSite', '');
  const tracker =
    trackers.find(([name]) => name === defaultSite) ?? (trackers.length === 1 ? trackers[0] : undefined);
  return tracker?.[0];
}

function keyAtCursor(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return undefined;
  const { line, character } = editor.selection.active;
  return issueKeyAt(editor.document.lineAt(line).text, character);
}

/** Asks for a key or an address, and proposes the one at the cursor or in the clipboard. */
async function ask(): Promise<string | undefined> {
  const typed = await vscode.window.showInputBox({
    title: text('issue.askTitle'),
    prompt: text('issue.askPrompt'),
    placeHolder: text('issue.askPlaceholder'),
    ignoreFocusOut: true,
    value: keyAtCursor() ?? issueReference(await vscode.env.clipboard.readText()) ?? '',
    validateInput: value =>
      value.trim() === '' || issueReference(value) !== undefined ? undefined : text('issue.askInvalid'),
  });
  return typed === undefined ? undefined : issueReference(typed);
}
