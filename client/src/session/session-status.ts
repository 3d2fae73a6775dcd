/** The language status item that shows the account at the site of the query at the cursor. */
import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { type SessionState, sessionChangedNotification } from '#shared/protocol/sites/login.ts';
import { documentSelector } from '../languages.ts';
import { onNotification, type Requests } from '../requests.ts';
import type { CurrentSite } from '../sites/current-site.ts';
import { sessionText, text } from '../texts.ts';

/** Shows the session with the site of the active query in the status of its language. */
export function showSessionStatus(
  client: BaseLanguageClient,
  requests: Requests,
  current: CurrentSite,
): vscode.Disposable {
  const item = vscode.languages.createLanguageStatusItem('wikijql.session', documentSelector);
  item.name = text('session.statusName');
  item.text = text('session.state.anonymous');
  let shownSite: string | undefined;
  const refresh = async (site: string | undefined): Promise<void> => {
    if (site === undefined || site === shownSite) return;
    shownSite = site;
    const state = await requests.sessionState({ site }).catch(() => undefined);
    if (state && shownSite === site) show(item, site, state);
  };
  return vscode.Disposable.from(
    item,
    current.onDidChange(context => void refresh(context?.site?.name)),
    onNotification(client, sessionChangedNotification, change => {
      if (change.site === current.site) show(item, change.site, change);
      else if (change.site === shownSite) shownSite = undefined;
    }),
  );
}

const troubled: ReadonlySet<SessionState['state']> = new Set(['rejected', 'challenge', 'unknown']);

function show(item: vscode.LanguageStatusItem, site: string, state: SessionState): void {
  const { message } = state;
  const isSignedIn = state.state === 'signedIn';
  item.text = sessionText(state);
  item.detail = message;
  item.busy = state.state === 'pending';
  item.severity = troubled.has(state.state)
    ? vscode.LanguageStatusSeverity.Warning
    : vscode.LanguageStatusSeverity.Information;
  const title = text(isSignedIn ? 'session.account' : 'session.signIn');
  item.command = { command: 'wikijql.signIn', title, arguments: [site] };
}
