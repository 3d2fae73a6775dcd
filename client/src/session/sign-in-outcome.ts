/** How a sign-in ended, and what can be done. */
import * as vscode from 'vscode';
import type { SessionState } from '../../../server/src/protocol/login.ts';
import { openOutside } from '../results/host-actions.ts';
import { text } from '../texts.ts';

/** What the user wants next: the same credentials once more, others, or nothing. */
export type Next = 'again' | 'others' | undefined;

export async function tellOutcome(outcome: SessionState): Promise<Next> {
  const { state, message, loginUrl, account } = outcome;
  if (state === 'signedIn') {
    void vscode.window.showInformationMessage(message);
    return undefined;
  }
  const [others, again, login] = [text('session.others'), text('session.again'), text('session.login')];
  const needsOther = state === 'rejected' || state === 'challenge';
  const offers = [
    ...(needsOther && loginUrl !== undefined ? [login] : []),
    ...(!needsOther && account !== undefined ? [again] : []),
    others,
  ];
  const chosen = await vscode.window.showErrorMessage(message, ...offers);
  if (chosen === login && loginUrl !== undefined) {
    await openOutside('link', loginUrl, undefined);
    const ready = await vscode.window.showInformationMessage(text('session.afterLogin'), others);
    return ready === undefined ? undefined : 'others';
  }
  if (chosen === others) return 'others';
  return chosen === again ? 'again' : undefined;
}
