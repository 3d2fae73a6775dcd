/** The commands about saved filters. Each gets a node of the view, or nothing: then the user picks a filter. */
import * as vscode from 'vscode';
import type { FilterReference, JudgedFilter } from '#shared/protocol/sites/saved-filters.ts';
import type { CommandHandlers } from '../command-handlers.ts';
import type { Requests } from '../requests.ts';
import { openOutside } from '../results/host-actions.ts';
import type { Panels } from '../results/open-panels.ts';
import { isTrusted } from '../run/preconditions.ts';
import { runQuery } from '../run/run-query.ts';
import { pickSite } from '../sites/pick-site.ts';
import { text } from '../texts.ts';
import { type FilterNode, isFilterNode } from './filter-node.ts';
import { filterReport, brokenText } from './filter-report.ts';
import type { Filters } from './filters.ts';
import { trackersNow } from './filters-view.ts';
import { pullFilter } from './pull-filter.ts';
import { showInformation, showWarning } from '../user-messages.ts';

/** The filter of a command. */
interface Chosen extends FilterReference {
  readonly judged: JudgedFilter;
}

export function filterCommands(
  { store, documents, linked }: Filters,
  requests: Requests,
  panels: Panels,
): CommandHandlers {
  /** The filter of a node, or the one that the user picks. */
  const chosen = async (value: unknown): Promise<Chosen | undefined> => {
    if (isFilterNode(value)) return { site: value.site, id: value.judged.filter.id, judged: value.judged };
    if (!isTrusted()) return undefined;
    const site = await trackerIn(value);
    if (site === undefined) return undefined;
    const { filters, notices } = await store.list(site);
    if (filters.length === 0) {
      const [notice] = notices;
      void showInformation(notice?.message ?? text('filters.none', { site }));
      return undefined;
    }
    const items = filters.map(judged => ({
      label: judged.filter.name,
      description: judged.filter.owner ?? '',
      detail: judged.filter.jql,
      judged,
    }));
    const options = { title: text('filters.pick', { site }), matchOnDetail: true };
    const picked = await vscode.window.showQuickPick(items, options);
    return picked && { site, id: picked.judged.filter.id, judged: picked.judged };
  };
  const uriOf = ({ judged, site }: Chosen): vscode.Uri => documents.refreshedUri(judged.filter, site);

  return {
    'wikijql.filters.refresh': async () => store.forget(),
    'wikijql.filters.open': async value => {
      const filter = await chosen(value);
      if (filter) await vscode.window.showTextDocument(uriOf(filter), { preview: true });
    },
    'wikijql.filters.run': async value => {
      const filter = await chosen(value);
      if (filter)
        await runQuery({ uri: uriOf(filter), position: { line: 0, character: 0 } }, requests, panels);
    },
    'wikijql.filters.pull': async value => {
      const filter = await chosen(value);
      if (filter) await pullFilter(filter, filter.judged.filter.name, store, linked);
    },
    'wikijql.filters.openInBrowser': async value => {
      const filter = await chosen(value);
      const url = filter?.judged.filter.viewUrl;
      if (url !== undefined) await openOutside('link', url, undefined);
    },
    'wikijql.filters.checkAll': async value => {
      if (!isTrusted()) return;
      const site = await trackerIn(value);
      if (site === undefined) return;
      store.forget(site);
      const list = await vscode.window.withProgress(
        {
          location: vscode.ProgressLocation.Notification,
          title: text('filters.checking', { site }),
          cancellable: true,
        },
        (_, token) => store.list(site, token),
      );
      const [notice] = list.notices;
      if (list.filters.length === 0) {
        void showInformation(notice?.message ?? text('filters.none', { site }));
        return;
      }
      await documents.showReport(site, filterReport(site, list));
      const show = list.filters.some(({ isBroken }) => isBroken) ? showWarning : showInformation;
      void show(brokenText(list.filters));
    },
    'wikijql.filters.compareFile': async () => {
      const document = vscode.window.activeTextEditor?.document;
      if (document?.languageId === 'jql') return isTrusted() && linked.check(document);
      return showInformation(text('run.noEditor'));
    },
    'wikijql.filters.compareCopy': async (uri, id) =>
      typeof uri === 'string' && typeof id === 'string' && linked.compare(vscode.Uri.parse(uri, true), id),
    'wikijql.filters.pullCopy': async (uri, id) =>
      typeof uri === 'string' && typeof id === 'string' && linked.pull(vscode.Uri.parse(uri, true), id),
  };
}

/** The tracker of a node, else the only tracker, else the one that the user picks. */
async function trackerIn(value: unknown): Promise<string | undefined> {
  if (isTrackerNode(value)) return value.site;
  const [only, ...others] = trackersNow();
  return only !== undefined && others.length === 0
    ? only
    : pickSite(text('filters.trackerPick'), kind => kind === 'tracker');
}

const isTrackerNode = (value: unknown): value is FilterNode & { readonly kind: 'tracker' } =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  value.kind === 'tracker' &&
  'site' in value;
