/** Saved filters, judged by the checks that query files have. */
import { checkDocument } from '../checking/check-document.ts';
import type { QueryContext } from '../language/service.ts';
import type { JudgedFilter, SavedFilter } from '../protocol/filters.ts';
import type { Site } from '../protocol/sites.ts';
import { QueryDocument } from '../queryfile/query-document.ts';
import type { RunnableLanguage } from '../languages/served-language.ts';

/** Problems of one filter that are shown. */
const mostProblems = 20;

/** The JQL of a filter as a query file has it: that of a query that cannot be written otherwise is as it is. */
export const filterBody = (filter: SavedFilter, { runner }: RunnableLanguage): string =>
  runner.toFileText({ kind: 'tracker', jql: filter.jql, secrets: [] }) ?? filter.jql;

/** The text of a query file that has a filter and nothing else. */
export const filterFile = (filter: SavedFilter, { name }: Site, language: RunnableLanguage): string =>
  `# @site ${name}\n\n### ${filter.name}\n# @filter ${filter.id}\n${filterBody(filter, language)}\n`;

/** Names that a site does not have: only what it says of itself proves that. */
const missingNames: ReadonlySet<string> = new Set(['unknown-field', 'unknown-function']);
/** What a stored catalogue of the site proves. */
const missingValue = 'unknown-value';

/** @param isKnown the site has said what it has */
export async function judgeFilter(
  filter: SavedFilter,
  { name }: Site,
  language: RunnableLanguage,
  context: QueryContext,
  isKnown: boolean,
): Promise<JudgedFilter> {
  const document = new QueryDocument('', 'jql', 1, filterBody(filter, language), language.syntax);
  const found = await checkDocument(document, language, { ...context, defaultSite: name });
  const problems = found
    .map(({ problem }) => problem)
    .filter(({ severity }) => severity === 'error' || severity === 'warning');
  return {
    filter,
    problems: problems.slice(0, mostProblems).map(problem => ({
      severity: problem.severity,
      message: language.wording(problem.message ?? problem.code, problem.arguments),
    })),
    isBroken: problems.some(
      ({ severity, code }) =>
        severity === 'error' || code === missingValue || (isKnown && missingNames.has(code)),
    ),
  };
}
