/** Answers the requests about the configured sites: their list, locks, projects, and why one does not answer. */
import type { Connection } from 'vscode-languageserver';
import type { ServerMessage } from '#shared/base/server-message.ts';
import { isLockOf } from '#shared/base/site-lock.ts';
import { isWikimedia, wikimediaProfile } from '#shared/base/site-address.ts';
import { diagnoseRequest, type Diagnosis } from '#shared/protocol/sites/diagnosis.ts';
import { perMinute, wikimediaTier } from '#shared/base/wikimedia-limits.ts';
import type { SessionState } from '#shared/protocol/sites/login.ts';
import { findSiteRequest, type SiteFinding } from '#shared/protocol/sites/find-site.ts';
import {
  projectsRequest,
  type TrackerProjects,
  refreshCatalogueRequest,
  type ListedSite,
  type MadeLock,
  makeLockRequest,
  siteListRequest,
} from '#shared/protocol/sites/site-list.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { siteNamed } from '../../sites/settings/site-lookup.ts';
import { sitesOf } from '../../sites/settings/read-settings.ts';
import { onRequest } from './custom-requests.ts';
import { signalOf } from '../guard.ts';
import type { Workspace } from '../workspace.ts';

/** @param folders the addresses of the workspace's folders */
export function registerSiteRequests(
  connection: Connection,
  workspace: Workspace,
  folders: readonly string[],
): void {
  const { wording } = workspace.runtime;
  onRequest(connection, siteListRequest, async () => ({
    sites: await Promise.all(sitesOf(workspace.settings).map(site => listSite(workspace, folders, site))),
    refused: Object.entries(workspace.settings.refusedSites).map(([name, problem]) => ({
      name,
      message: wording(`refused-site.${problem}`, { name }),
    })),
  }));
  onRequest(connection, refreshCatalogueRequest, ({ site: name }) => {
    const site = siteNamed(workspace.settings, name);
    workspace.locksChanged();
    if (site) workspace.refreshSite(site);
    return null;
  });
  registerLockRequest(connection, workspace);
  registerDiagnoseRequest(connection, workspace);
  registerFindSiteRequest(connection, workspace);
  registerProjectsRequest(connection, workspace);
}

async function listSite(workspace: Workspace, folders: readonly string[], site: Site): Promise<ListedSite> {
  const { runtime, trusted, settings } = workspace;
  const lock = lockOf(workspace, folders, site);
  const profile = profileOf(workspace, site);
  const software = workspace.software.get(site.name);
  const session: SessionState = trusted
    ? await runtime.backend.sessionState(site)
    : { state: 'anonymous', message: runtime.wording('untrusted', {}) };
  const account = session.state === 'signedIn' ? {} : undefined;
  const tier = wikimediaTier(site.url, settings.contact, account);
  const { established } = perMinute;
  return {
    site,
    isDefault: site.name === settings.defaultSite,
    session,
    ...(tier && { pace: { tier, perMinute: perMinute[tier], established } }),
    ...(software !== undefined && { software }),
    ...(profile !== '' && { profile }),
    ...(lock && { lock }),
  };
}

/** The lock of a site in the first folder that has one; without a time it cannot be used. */
function lockOf({ runtime }: Workspace, folders: readonly string[], { name, url }: Site): ListedSite['lock'] {
  for (const folder of folders) {
    const { locks, unusable } = runtime.locks.of(`${folder}/.`) ?? {};
    const lock = locks?.get(name);
    if (lock && isLockOf(lock, url)) return { file: lock.file, time: lock.time };
    const bad = unusable?.get(name);
    if (bad) return { file: bad.file };
  }
  return undefined;
}

/** The name of the profile that a wiki is checked by; empty = none. */
function profileOf({ settings }: Workspace, { kind, url }: Site): string {
  if (kind === 'tracker') return '';
  return settings.language.profile === '' && isWikimedia(url) ? wikimediaProfile : settings.language.profile;
}

/** Answers the request for a lock: the catalogue of a site, to be stored beside the queries. */
function registerLockRequest(connection: Connection, workspace: Workspace): void {
  const { locks, backend, wording } = workspace.runtime;
  onRequest(connection, makeLockRequest, async ({ site: name }, token): Promise<MadeLock> => {
    const site = namedSite(workspace, name);
    if ('refusal' in site) return { problem: site.refusal };
    try {
      const survey = await backend.survey(site, signalOf(token));
      if ('notice' in survey) return { problem: survey.notice.message };
      return locks.made(site, survey.description) ?? { problem: wording('lock-undescribed', { name }) };
    } catch (error) {
      workspace.fault('lock', error);
      return { problem: wording('fault') };
    }
  });
}

/** Answers the request of `protocol/diagnose.ts`: why a site does not answer. */
function registerDiagnoseRequest(connection: Connection, workspace: Workspace): void {
  const { backend, wording } = workspace.runtime;
  onRequest(connection, diagnoseRequest, async ({ site: name }, token): Promise<Diagnosis> => {
    const site = namedSite(workspace, name);
    if ('refusal' in site) return { steps: [], text: `${site.refusal}\n` };
    try {
      return await backend.diagnose(site, signalOf(token));
    } catch (error) {
      workspace.fault('diagnose', error);
      return { steps: [], text: `${wording('fault')}\n` };
    }
  });
}

/** Answers the request of `protocol/find-site.ts`: the site of an address that a user typed. */
function registerFindSiteRequest(connection: Connection, workspace: Workspace): void {
  const { backend, wording } = workspace.runtime;
  onRequest(connection, findSiteRequest, async (page, token): Promise<SiteFinding> => {
    try {
      return await backend.findSite(page, signalOf(token));
    } catch (error) {
      workspace.fault('find site', error);
      return { problem: wording('fault') };
    }
  });
}

/** Answers the request of `protocol/projects.ts`: the projects of the trackers, for the keys of issues. */
function registerProjectsRequest(connection: Connection, workspace: Workspace): void {
  onRequest(connection, projectsRequest, async ({ uri }): Promise<readonly TrackerProjects[]> => {
    const { settings, trusted, runtime, projects, fault } = workspace;
    if (!trusted) return [];
    const locks = runtime.locks.of(uri)?.locks;
    const trackers = sitesOf(settings).filter(({ kind }) => kind === 'tracker');
    try {
      const byTracker = await Promise.all(
        trackers.map(async site => ({
          site: site.name,
          projects: await projects.of(site, locks?.get(site.name), settings.language.siteCatalogues),
        })),
      );
      return byTracker.filter(tracker => tracker.projects.length > 0);
    } catch (error) {
      fault('projects', error);
      return [];
    }
  });
}

/** The site of a name, or why it is not asked. */
function namedSite(
  { runtime, settings, trusted }: Workspace,
  name: string,
): Site | { readonly refusal: string } {
  const refusal = (code: ServerMessage) => ({ refusal: runtime.wording(code, { name }) });
  if (!trusted) return refusal('untrusted');
  return siteNamed(settings, name) ?? refusal('unknown-site');
}
