/** Requests about the saved filters of trackers. */
import type { Connection } from 'vscode-languageserver';
import {
  type FilterList,
  filtersRequest,
  type FilterText,
  filterTextRequest,
  linkedFiltersRequest,
} from '#shared/protocol/sites/saved-filters.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { onRequest } from './custom-requests.ts';
import { filterFile, judgeFilter, linkedFilters } from '../features/saved-filters.ts';
import { siteNamed } from '../../sites/settings/site-lookup.ts';
import type { ServerMessage } from '#shared/base/server-message.ts';
import type { RunnableLanguage } from '../../runs/languages/served-language.ts';
import { signalOf } from '../guard.ts';
import type { Workspace } from '../workspace.ts';

/**
 * Answers the requests of `protocol/filters.ts`.
 *
 * @param folders the addresses of the workspace's folders
 */
export function registerFilterRequests(
  connection: Connection,
  workspace: Workspace,
  folders: readonly string[],
): void {
  const { runtime, trusted, fault } = workspace;
  const { backend, wording, languages } = runtime;
  const noticeOf = (code: ServerMessage, name: string): Notice => ({
    severity: 'error',
    code,
    message: wording(code, { name }),
  });
  /** Returns the tracker of a name with its language, or a notice why it is not asked. */
  const trackerOf = (name: string): { readonly site: Site; readonly language: RunnableLanguage } | Notice => {
    if (!trusted) return noticeOf('untrusted', name);
    const site = siteNamed(workspace.settings, name);
    if (site === undefined) return noticeOf('unknown-site', name);
    const language = [...languages.values()].find(({ runner }) => runner.kind === 'tracker');
    return site.kind === 'tracker' && language
      ? { site, language }
      : noticeOf('other-kind-of-site.tracker', name);
  };

  onRequest(connection, filtersRequest, async ({ site: name }, token): Promise<FilterList> => {
    const tracker = trackerOf(name);
    if ('message' in tracker) return { filters: [], notices: [tracker] };
    const { site, language } = tracker;
    try {
      const { filters, notices } = await backend.filters(site, undefined, signalOf(token));
      workspace.filters.set(name, filters);
      const isKnown = filters.length > 0 && (await workspace.catalogueOf(site, language));
      const context = workspace.contextOf(`${folders[0] ?? ''}/.`);
      const judgedFilters = [];
      for (const filter of filters) {
        judgedFilters.push(judgeFilter(filter, site, language, context, isKnown));
        await runtime.yieldTurn();
      }
      return { filters: judgedFilters, notices };
    } catch (error) {
      fault('filters', error);
      return { filters: [], notices: [noticeOf('fault', name)] };
    }
  });

  onRequest(connection, filterTextRequest, async ({ site: name, id }, token): Promise<FilterText> => {
    const tracker = trackerOf(name);
    if ('message' in tracker) return { notices: [tracker] };
    const { site, language } = tracker;
    try {
      const { filters, notices } = await backend.filters(site, id, signalOf(token));
      const [filter] = filters;
      return filter ? { filter, text: filterFile(filter, site, language), notices } : { notices };
    } catch (error) {
      fault('filter', error);
      return { notices: [noticeOf('fault', name)] };
    }
  });

  onRequest(connection, linkedFiltersRequest, async ({ uri, onlyKnown = false }, token) => {
    const file = workspace.document(uri)?.queryFile;
    if (file === undefined || !trusted) return [];
    try {
      return await linkedFilters(file, async (name, id) => {
        const listed = workspace.filters.get(name, id);
        if (onlyKnown) return listed && { filters: [listed], notices: [] };
        const tracker = trackerOf(name);
        if ('message' in tracker) return { filters: [], notices: [tracker] };
        return backend.filters(tracker.site, id, signalOf(token));
      });
    } catch (error) {
      fault('linked filters', error);
      return [];
    }
  });
}
