import type { Connection } from 'vscode-languageserver';
import { projectsRequest, type TrackerProjects } from '../protocol/site-list.ts';
import { onRequest } from './custom-requests.ts';
import { sitesOf } from '../settings/read-settings.ts';
import type { Workspace } from './workspace.ts';

/** Answers the request of `protocol/projects.ts`. */
export function registerProjectRequests(connection: Connection, workspace: Workspace): void {
  onRequest(connection, projectsRequest, async ({ uri }): Promise<readonly TrackerProjects[]> => {
    const { settings, trusted, runtime, projects, fault } = workspace;
    if (!trusted) return [];
    const locks = runtime.locks.of(uri)?.locks;
    const trackers = sitesOf(settings).filter(({ kind }) => kind === 'tracker');
    try {
      const found = await Promise.all(
        trackers.map(async site => ({
          site: site.name,
          projects: await projects.of(site, locks?.get(site.name), settings.siteCatalogues),
        })),
      );
      return found.filter(each => each.projects.length > 0);
    } catch (error) {
      fault('projects', error);
      return [];
    }
  });
}
