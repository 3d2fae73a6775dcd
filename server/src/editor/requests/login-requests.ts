/** Requests about sessions with sites. */
import type { Connection } from 'vscode-languageserver';
import {
  sessionChangedNotification,
  sessionStateRequest,
  signInRequest,
  signOutRequest,
  type SessionState,
} from '#shared/protocol/sites/login.ts';
import type { Site, SiteReference } from '#shared/protocol/sites.ts';
import { notify, onRequest } from './custom-requests.ts';
import { signalOf } from '../guard.ts';
import type { Workspace } from '../workspace.ts';
import { siteNamed } from '../../sites/settings/site-lookup.ts';
import type { ServerMessage } from '#shared/base/server-message.ts';

/** Answers the user's requests about sessions with sites. */
export function registerLoginRequests(connection: Connection, workspace: Workspace): void {
  const { backend, wording } = workspace.runtime;

  /** Answers with a state and a message, also where the request is cancelled or fails. */
  const answerWith = async (
    { site: name }: SiteReference,
    ask: (site: Site) => Promise<SessionState>,
  ): Promise<SessionState> => {
    const refuse = (code: ServerMessage): SessionState => ({
      state: 'anonymous',
      message: wording(code, { name }),
    });
    if (!workspace.trusted) return refuse('untrusted');
    const site = siteNamed(workspace.settings, name);
    if (site === undefined) return refuse('unknown-site');
    try {
      return await ask(site);
    } catch (error) {
      workspace.fault('session', error);
      return refuse('fault');
    }
  };
  /** Answers a request that changes the session, and reads the catalogue of the site again afterwards. */
  const changeSession = (
    params: SiteReference,
    change: (site: Site) => Promise<SessionState>,
  ): Promise<SessionState> =>
    answerWith(params, async site => {
      const state = await change(site);
      workspace.refreshSite(site);
      return state;
    });
  onRequest(connection, signInRequest, (params, token) =>
    changeSession(params, site => backend.signIn(site, signalOf(token))),
  );
  onRequest(connection, signOutRequest, (params, token) =>
    changeSession(params, site => backend.signOut(site, signalOf(token), params.account)),
  );
  onRequest(connection, sessionStateRequest, params =>
    answerWith(params, site => backend.sessionState(site)),
  );
}

/** Notifies the client that the session with a site has changed. */
export function notifySessionChange(connection: Connection, site: Site, state: SessionState): void {
  notify(connection, sessionChangedNotification, { site: site.name, ...state });
}
