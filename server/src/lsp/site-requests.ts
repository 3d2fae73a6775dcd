import type { Connection } from 'vscode-languageserver';
import { isLockOf, type SiteLocks } from '../common/site-lock.ts';
import { isWikimedia, wikimediaProfile } from '../common/wikimedia-address.ts';
import { diagnoseRequest, type Diagnosis } from '../protocol/diagnose.ts';
import {
  describeAnewRequest,
  type ListedSite,
  type MadeLock,
  makeLockRequest,
  siteListRequest,
} from '../protocol/site-list.ts';
import type { Site } from '../protocol/sites.ts';
import { onRequest } from './custom-requests.ts';
import { siteNamed } from '../settings/query-site.ts';
import type { ServerMessage } from '../common/server-message.ts';
import { sitesOf } from '../settings/read-settings.ts';
import { signalOf, type Workspace } from './workspace.ts';

/**
 * Answers the requests of `protocol/site-list.ts` and `protocol/diagnose.ts`.
 *
 * @param folders the addresses of the workspace's folders
 */
export function registerSiteRequests(
  connection: Connection,
  workspace: Workspace,
  folders: readonly string[],
): void {
  const { runtime, trusted, fault } = workspace;
  const { remote, wording } = runtime;

  /** The site of a name, or why it is not asked. */
  const siteFor = (name: string): Site | { readonly refusal: string } => {
    const refusal = (code: ServerMessage) => ({ refusal: wording(code, { name }) });
    if (!trusted) return refusal('untrusted');
    return siteNamed(workspace.settings, name) ?? refusal('unknown-site');
  };
  const locksOf = (folder: string): SiteLocks | undefined => runtime.locks.of(`${folder}/.`);

  const lockOf = ({ name, url }: Site): ListedSite['lock'] => {
    for (const folder of folders) {
      const { locks, unusable } = locksOf(folder) ?? {};
      const lock = locks?.get(name);
      if (lock && isLockOf(lock, url)) return { file: lock.file, time: lock.time };
      const bad = unusable?.get(name);
      if (bad) return { file: bad.file };
    }
    return undefined;
  };
  const profileOf = ({ kind, url }: Site): string => {
    if (kind === 'tracker') return '';
    return workspace.settings.profile === '' && isWikimedia(url)
      ? wikimediaProfile
      : workspace.settings.profile;
  };
  const listed = async (site: Site): Promise<ListedSite> => {
    const lock = lockOf(site);
    const profile = profileOf(site);
    const software = workspace.software.get(site.name);
    return {
      site,
      isDefault: site.name === workspace.settings.defaultSite,
      session: trusted
        ? await remote.sessionState(site)
        : { state: 'anonymous', message: wording('untrusted', {}) },
      ...(software !== undefined && { software }),
      ...(profile !== '' && { profile }),
      ...(lock && { lock }),
    };
  };
  onRequest(connection, siteListRequest, async () => ({
    sites: await Promise.all(sitesOf(workspace.settings).map(listed)),
    refused: Object.entries(workspace.settings.refusedSites).map(([name, problem]) => ({
      name,
      message: wording(`refused-site.${problem}`, { name }),
    })),
  }));

  onRequest(connection, diagnoseRequest, async ({ site: name }, token): Promise<Diagnosis> => {
    const site = siteFor(name);
    if ('refusal' in site) return { steps: [], text: `${site.refusal}\n` };
    try {
      return await remote.diagnose(site, signalOf(token));
    } catch (error) {
      fault('diagnose', error);
      return { steps: [], text: `${wording('fault')}\n` };
    }
  });

  onRequest(connection, makeLockRequest, async ({ site: name }, token): Promise<MadeLock> => {
    const site = siteFor(name);
    if ('refusal' in site) return { problem: site.refusal };
    try {
      const found = await remote.survey(site, signalOf(token));
      if ('notice' in found) return { problem: found.notice.message };
      return (
        runtime.locks.made(site, found.description) ?? { problem: wording('lock-undescribed', { name }) }
      );
    } catch (error) {
      fault('lock', error);
      return { problem: wording('fault') };
    }
  });

  onRequest(connection, describeAnewRequest, ({ site: name }) => {
    const site = siteNamed(workspace.settings, name);
    workspace.locksChanged();
    if (site) workspace.describeAnew(site);
    return null;
  });
}
