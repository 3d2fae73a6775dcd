/** Saved filters of trackers: those that were listed, checked as queries, and those that queries of a file name. */
import { checkDocument } from '../../query-file/checking/check-document.ts';
import { uncachedView } from '../../query-file/checking/uncached-view.ts';
import type { QueryContext } from '../../query-file/language/language-service.ts';
import type { RunnableLanguage } from '../../runs/languages/served-language.ts';
import type { JudgedFilter, LinkedFilter, SavedFilter } from '#shared/protocol/sites/saved-filters.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { filterOption } from '../../query-file/options/filter-option.ts';
import { QueryDocument } from '../../query-file/query-document.ts';
import { siteNameOf } from '../../query-file/options/site-option.ts';
import type { FoundFilters } from '../../network/backend.ts';
import type { QueryFile } from '../documents/query-views.ts';
import { problemMessage } from '#shared/base/text/problem.ts';

/** The saved filters that trackers listed last, by the names of the trackers. */
export class KnownFilters {
  readonly #lists = new Map<string, ReadonlyMap<string, SavedFilter>>();

  set(site: string, filters: readonly SavedFilter[]): void {
    this.#lists.set(site, new Map(filters.map(filter => [filter.id, filter])));
  }

  /** The filters that a tracker listed; `[]` also where it was not asked. */
  of(site: string): readonly SavedFilter[] {
    return [...(this.#lists.get(site)?.values() ?? [])];
  }

  get(site: string, id: string): SavedFilter | undefined {
    return this.#lists.get(site)?.get(id);
  }

  /** Forgets the filters of a tracker: the account there may have changed, and with it the filters it may see. */
  forgetSite(site: string): void {
    this.#lists.delete(site);
  }

  forget(): void {
    this.#lists.clear();
  }
}

/** Problems of one filter that are shown. */
const maxProblems = 20;

/** The JQL of a filter as the body of a query file, unchanged where it cannot be written as one. */
const filterBody = (filter: SavedFilter, { runner }: RunnableLanguage): string =>
  runner.toFileText({ kind: 'tracker', jql: filter.jql, secrets: [] }) ?? filter.jql;

/** The text of a query file that has a filter and nothing else. */
export const filterFile = (filter: SavedFilter, { name }: Site, language: RunnableLanguage): string =>
  `# @site ${name}\n\n### ${filter.name}\n# @filter ${filter.id}\n${filterBody(filter, language)}\n`;

/** Problems of names that a site does not have: only its own catalogue proves that. */
const missingNames: ReadonlySet<string> = new Set(['unknown-field', 'unknown-function']);
/** A problem that a stored catalogue of the site proves. */
const missingValue = 'unknown-value';

/**
 * Checks the query of a filter.
 *
 * @param isKnown the catalogue of the site is there
 */
export function judgeFilter(
  filter: SavedFilter,
  { name }: Site,
  language: RunnableLanguage,
  context: QueryContext,
  isKnown: boolean,
): JudgedFilter {
  const document = new QueryDocument('', 'jql', 1, filterBody(filter, language), language.syntax);
  const allProblems = checkDocument(document, language, {
    ...context,
    defaultSite: name,
    defaultSites: { wiki: name, tracker: name },
  });
  const problems = allProblems
    .map(({ problem }) => problem)
    .filter(({ severity }) => severity === 'error' || severity === 'warning');
  return {
    filter,
    problems: problems.slice(0, maxProblems).map(problem => ({
      severity: problem.severity,
      message: problemMessage(language.wording, problem),
    })),
    isBroken: problems.some(
      ({ severity, code }) =>
        severity === 'error' || code === missingValue || (isKnown && missingNames.has(code)),
    ),
  };
}

/** Queries of one file whose filters are compared: each takes a request. */
const maxQueries = 100;

/**
 * Returns the queries of a file that name a saved filter, each with the filter as the tracker has it now.
 *
 * @param ask resolves with `undefined` for a filter to leave out
 */
export async function linkedFilters(
  { document, language, context }: QueryFile,
  ask: (site: string, id: string) => Promise<FoundFilters | undefined>,
): Promise<readonly LinkedFilter[]> {
  const linked: LinkedFilter[] = [];
  const { runner, syntax } = language;
  for (const [index, block] of document.blocks.entries()) {
    if (!block.isReadable || linked.length === maxQueries) continue;
    const view = uncachedView(block, document.header, syntax);
    const option = filterOption(view.scope);
    const request = option && runner.prepare(view, context);
    if (option === undefined || request === undefined) continue;
    const placed = document.placed(index);
    const site = siteNameOf(view, context, 'tracker');
    const answer = await ask(site, option.id);
    if (answer === undefined) continue;
    const { filters, notices } = answer;
    const [filter] = filters;
    const isSame =
      filter !== undefined &&
      'kind' in request &&
      request.kind === 'tracker' &&
      runner.isSame?.(request.jql, filter.jql) === true;
    linked.push({
      site,
      id: option.id,
      range: document.rangeIn(placed, option.directive.span),
      ...(block.body && { body: document.rangeIn(placed, block.body) }),
      ...(filter && { filter, text: filterBody(filter, language) }),
      isSame,
      ...(notices[0] && { problem: notices[0].message }),
    });
  }
  return linked;
}
