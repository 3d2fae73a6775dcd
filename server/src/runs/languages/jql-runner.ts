/** Turns JQL queries into requests to a tracker, and its messages into problems. */
import { CatalogueError } from '#shared/base/text/json-reader.ts';
import { placeMessages } from '../../jql/tracker-messages.ts';
import { jqlBatchLimits } from '../../jql/batch-limits.ts';
import { checkPromptPlaces } from '../../jql/prompt-places.ts';
import { buildJqlRequest, navigatorUrl, jqlQueryText } from '../../jql/jql-request.ts';
import { isSameQuery } from '../../jql/syntax/tokenize.ts';
import type { JqlReader } from '../../jql/jql-service.ts';
import type { JqlSites } from '../../jql/catalogue/jql-sites.ts';
import { readSuggestions } from '../../jql/catalogue/tracker-values.ts';
import type { Problem } from '#shared/base/text/problem.ts';
import type { QueryView, QueryContext } from '../../query-file/language/language-service.ts';
import { isCloudAddress } from '#shared/base/site-address.ts';
import { trackerForms } from '../../query-code/tracker-forms.ts';
import type { Runner } from '../../query-file/language/runner.ts';
import { siteNameOf } from '../../query-file/options/site-option.ts';
import { unansweredPrompt } from '../../query-file/options/prompt-option.ts';
import { isReference, usesIn } from '../../query-file/variables.ts';
import { isVariableProblem, validatePreamble } from '../../query-file/validation/preamble-validation.ts';

/** A use of another query's rows that has no values. */
function unboundReferenceProblem({ block, scope }: QueryView): Problem | undefined {
  const use = usesIn(block.text, 0, block.text.length).find(
    ({ name }) => isReference(name) && scope.boundValue(name) === undefined,
  );
  return use && { code: 'chain-open', severity: 'error', span: use.span, arguments: { name: use.name } };
}

const variableProblem = (view: QueryView, context: QueryContext): Problem | undefined =>
  unansweredPrompt(view) ??
  unboundReferenceProblem(view) ??
  checkPromptPlaces(view)[0] ??
  validatePreamble(view, context, { kind: 'tracker', undefinedName: () => 'error' }).find(isVariableProblem);

/** The runner of JQL queries. */
export function jqlRunner(sites: JqlSites, read: JqlReader): Runner {
  return {
    kind: 'tracker',
    allowsEmptyQuery: true,
    prepare(view, context) {
      const problem = variableProblem(view, context);
      if (problem) return problem;
      const { text, fields } = buildJqlRequest(view.scope);
      return {
        kind: 'tracker',
        jql: text.text,
        ...(fields && { fields }),
        ...(view.scope.directive('count') && { isCount: true }),
      };
    },
    batch(view, _context, name) {
      const sampleValues = new Map([...view.scope.boundValues, [name, { items: ['A-1'] }]]);
      return jqlBatchLimits(view, name, read({ block: view.block, scope: view.scope.with(sampleValues) }));
    },
    isOrdered: view => read(view).orderBy !== undefined,
    recordedText: view => buildJqlRequest(view.scope).text.text,
    locateMessages: (view, _around, errors, warnings) =>
      placeMessages(read(view), buildJqlRequest(view.scope).text, errors, warnings),
    address(view, context, base) {
      const query = buildJqlRequest(view.scope).text.text;
      const url = navigatorUrl(base, query);
      const isWhole = variableProblem(view, context) === undefined;
      return { url, sandboxUrl: url, method: 'GET', ...(isWhole && { query }) };
    },
    code(view, context, { url, pages, limit }) {
      const problem = variableProblem(view, context);
      if (problem) return problem;
      const { text, fields } = buildJqlRequest(view.scope);
      // A Cloud site with a domain of its own says so when it describes itself.
      const { platform } = sites.of(siteNameOf(view, context, 'tracker'), context.sites);
      const cloud = isCloudAddress(url) || platform === 'cloud';
      const source = { base: url, pages, cloud, jql: text.text, limit };
      return trackerForms({ ...source, ...(fields && { fields }) });
    },
    toFileText: query => (query.kind === 'tracker' ? jqlQueryText(query.jql, query.fields) : undefined),
    isSame: isSameQuery,
    applyDescription(site, description) {
      if (description.kind !== 'tracker') return false;
      try {
        sites.learn(site, description);
        return true;
      } catch (error) {
        if (error instanceof CatalogueError) return false;
        throw error;
      }
    },
    suggested: readSuggestions,
    forget: () => sites.forget(),
  };
}
