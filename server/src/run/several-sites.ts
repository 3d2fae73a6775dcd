import type { Site } from '../protocol/sites.ts';
import type { RunParts, RunRequest } from '../remote/remote.ts';

/** One request at several sites: every row says where it is from. */
export const sitesParts = (sites: readonly Site[], request: RunRequest['request']): RunParts => ({
  areIndependent: true,
  list: sites.map(site => ({
    site,
    request,
    added: { columns: [{ key: 'site', title: 'site', type: 'text' }], row: { site: site.name } },
  })),
});
