/** Signing in and out in an editor's window, as a user does. */
import { answer, choose, prompted, type Prompt } from './prompts.ts';
import type { EditorWindow } from './window.ts';

/** The input for a sign-in: the label of the kind of credentials, and the answers in the order of the prompts. */
export type Entered = readonly [kind: string, ...answers: string[]];

export const password = (user: string, secret: string): Entered => ['User name and password', user, secret];

/** Returns what is asked for credentials, and tells how each was asked. */
export async function enter(editor: EditorWindow, [kind, ...answers]: Entered): Promise<readonly Prompt[]> {
  const prompts = [await choose(editor, /How do you sign in at/, kind)];
  for (const [index, typed] of answers.entries()) {
    const step = new RegExp(String.raw`\(${index + 1} of ${answers.length}\)`);
    prompts.push(await answer(editor, step, typed));
  }
  return prompts;
}

/** Opens the account of a site by the command. */
export async function openAccount(editor: EditorWindow, site: string): Promise<void> {
  await editor.openCommand('wikijql: Wiki or Jira Account (Sign In, Switch, Sign Out)…');
  await choose(editor, /Account at which site/, site);
}

/** Signs in to a site by the command. */
export async function signIn(
  editor: EditorWindow,
  site: string,
  entered: Entered,
): Promise<readonly Prompt[]> {
  await openAccount(editor, site);
  return enter(editor, entered);
}

/** Signs out of a site by the command; where there are several accounts, of the one named. */
export async function signOut(editor: EditorWindow, site: string, account?: string): Promise<void> {
  await openAccount(editor, site);
  await choose(editor, /Choose the account to use/, 'Sign out…');
  if (account !== undefined) await choose(editor, /Choose the account to sign out/, account);
}

/** Begins to switch the account of a site: answers once the accounts are there to choose from. */
export async function switchAccount(editor: EditorWindow, site: string): Promise<readonly string[]> {
  await openAccount(editor, site);
  await prompted(editor, /Choose the account to use/);
  return editor.page.locator('.quick-input-list .monaco-list-row .label-name:visible').allTextContents();
}

/** Takes all messages of the window away. */
export const clearMessages = (editor: EditorWindow): Promise<void> =>
  editor.execute('notifications.clearAll');
