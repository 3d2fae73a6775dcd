import type { Connection } from 'vscode-languageserver';
import { isLockOf, type SiteLocks } from '../common/site-lock.ts';
import { isWikimedia, wikimediaProfile } from '../common/site-address.ts';
import { describeAnewRequest, type ListedSite, siteListRequest } from '../protocol/site-list.ts';
import type { Site } from '../protocol/sites.ts';
import { onRequest } from './custom-requests.ts';
import { siteNamed } from '../settings/query-site.ts';
import { sitesOf } from '../settings/read-settings.ts';
import type { Workspace } from './workspace.ts';

/**
 * Answers the requests for the list of sites, and to ask one anew what it is.
 *
 * @param folders the addresses of the workspace's folders
 */
export function registerSiteListRequests(
  connection: Connection,
  workspace: Workspace,
  folders: readonly string[],
): void {
  const { runtime, trusted } = workspace;
  const { remote, wording } = runtime;

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

  onRequest(connection, describeAnewRequest, ({ site: name }) => {
    const site = siteNamed(workspace.settings, name);
    workspace.locksChanged();
    if (site) workspace.describeAnew(site);
    return null;
  });
}
