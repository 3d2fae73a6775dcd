import type { Connection } from 'vscode-languageserver';
import * as protocol from '../protocol.ts';
import { type Workspace, signalOf } from './workspace.ts';
import { siteNamed } from './sites.ts';
import type { ServerMessage } from './language.ts';

/** Answers what a person asks about sessions with sites. */
export function registerLoginRequests(connection: Connection, session: Workspace): void {
  const { remote, wording } = session.runtime;

  /** Every outcome is a state with a message, also a cancelled or failed one. */
  const asked = async (
    { site: name }: protocol.SiteReference,
    ask: (site: protocol.Site) => Promise<protocol.SessionState>,
  ): Promise<protocol.SessionState> => {
    const refuse = (code: ServerMessage): protocol.SessionState => ({
      state: 'anonymous',
      message: wording(code, { name }),
    });
    if (!session.trusted) return refuse('untrusted');
    const site = siteNamed(session.settings, name);
    if (site === undefined) return refuse('unknown-site');
    try {
      return await ask(site);
    } catch (error) {
      session.fault('session', error);
      return refuse('fault');
    }
  };
  connection.onRequest(protocol.signInRequest, (params: protocol.SiteReference, token) =>
    asked(params, site => remote.signIn(site, signalOf(token))),
  );
  connection.onRequest(protocol.signOutRequest, (params: protocol.SignOutParams, token) =>
    asked(params, site => remote.signOut(site, signalOf(token), params.account)),
  );
  connection.onRequest(protocol.sessionStateRequest, (params: protocol.SiteReference) =>
    asked(params, site => remote.sessionState(site)),
  );
}

/** Tells the client that the session with a site is another one now. */
export function notifySessionChange(
  connection: Connection,
  site: protocol.Site,
  state: protocol.SessionState,
): void {
  const change: protocol.SessionChange = { site: site.name, ...state };
  void connection.sendNotification(protocol.sessionChangedNotification, change);
}
