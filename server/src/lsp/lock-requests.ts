import type { Connection } from 'vscode-languageserver';
import { type MadeLock, makeLockRequest } from '../protocol/site-list.ts';
import { onRequest } from './custom-requests.ts';
import { namedSite } from './named-site.ts';
import { signalOf } from './cancellation.ts';
import type { Workspace } from './workspace.ts';

/** Answers the request for a lock: what a site says of itself, to be stored beside the queries. */
export function registerLockRequests(connection: Connection, workspace: Workspace): void {
  const { locks, remote, wording } = workspace.runtime;
  onRequest(connection, makeLockRequest, async ({ site: name }, token): Promise<MadeLock> => {
    const site = namedSite(workspace, name);
    if ('refusal' in site) return { problem: site.refusal };
    try {
      const found = await remote.survey(site, signalOf(token));
      if ('notice' in found) return { problem: found.notice.message };
      return locks.made(site, found.description) ?? { problem: wording('lock-undescribed', { name }) };
    } catch (error) {
      workspace.fault('lock', error);
      return { problem: wording('fault') };
    }
  });
}
