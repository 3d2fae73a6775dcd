/** The queries of a file that name a saved filter, beside what the tracker has by now. */
import { isReadable, uncachedView } from '../checking/uncached-view.ts';
import type { LinkedFilter } from '../protocol/filters.ts';
import { filterOption } from '../queryfile/options/filter-option.ts';
import { siteNameOf } from '../queryfile/options/site-option.ts';
import type { FoundFilters } from '../remote/remote.ts';
import { filterBody } from './judge-filter.ts';
import type { OpenFile } from './query-views.ts';
import type { RunnableLanguage } from '../languages/served-language.ts';

/** Queries of one file that are looked at: each takes a request. */
const mostQueries = 100;

/** @param ask `undefined` = the filter is not looked at */
export async function linkedFilters(
  { document, language, context }: OpenFile & { readonly language: RunnableLanguage },
  ask: (site: string, id: string) => Promise<FoundFilters | undefined>,
): Promise<readonly LinkedFilter[]> {
  const linked: LinkedFilter[] = [];
  const { runner, syntax } = language;
  for (const [index, block] of document.blocks.entries()) {
    if (!isReadable(block) || linked.length === mostQueries) continue;
    const view = uncachedView(block, document.header, syntax);
    const own = filterOption(view.scope);
    const request = own && runner.prepare(view, context);
    if (own === undefined || request === undefined) continue;
    const placed = document.placed(index);
    const site = siteNameOf(view, context);
    const found = await ask(site, own.id);
    if (found === undefined) continue;
    const { filters, notices } = found;
    const [filter] = filters;
    const isSame =
      filter !== undefined &&
      'kind' in request &&
      request.kind === 'tracker' &&
      runner.isSame?.(request.jql, filter.jql) === true;
    linked.push({
      site,
      id: own.id,
      range: document.rangeIn(placed, own.directive.span),
      ...(block.body && { body: document.rangeIn(placed, block.body) }),
      ...(filter && { filter, text: filterBody(filter, language) }),
      isSame,
      ...(notices[0] && { problem: notices[0].message }),
    });
  }
  return linked;
}
