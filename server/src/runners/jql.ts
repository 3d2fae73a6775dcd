import { CatalogueError } from '../language/json-reader.ts';
import { placeJqlAnswer } from '../jql/answer.ts';
import { buildJqlRequest, navigatorUrl } from '../jql/request.ts';
import type { JqlReader } from '../jql/service.ts';
import type { JqlSites } from '../jql/catalogue/tracker-catalogues.ts';
import { readSuggestions } from '../jql/catalogue/site-suggestions.ts';
import type { Problem } from '../language/problem.ts';
import type { QueryView, QueryContext } from '../language/service.ts';
import type { Runner } from './runner.ts';
import { validatePreamble } from '../queryfile/validation.ts';

/** With these, the query would not be the one that its author means. */
const variableProblems: ReadonlySet<string> = new Set([
  'undefined-variable',
  'variable-below',
  'variable-cycle',
]);

const variableProblem = (view: QueryView, context: QueryContext): Problem | undefined =>
  validatePreamble(view, context, { kind: 'tracker', undefinedName: 'error' }).find(({ code }) =>
    variableProblems.has(code),
  );

/** How JQL goes over the wire. */
export function jqlRunner(sites: JqlSites, read: JqlReader): Runner {
  return {
    kind: 'tracker',
    takesEmpty: true,
    prepare(view, context) {
      const wrong = variableProblem(view, context);
      if (wrong) return wrong;
      const { text, fields } = buildJqlRequest(view.scope);
      return { kind: 'tracker', jql: text.text, ...(fields && { fields }) };
    },
    record: view => buildJqlRequest(view.scope).text.text,
    place: (view, _around, errors, warnings) =>
      placeJqlAnswer(read(view), buildJqlRequest(view.scope).text, errors, warnings),
    address(view, context, base) {
      const query = buildJqlRequest(view.scope).text.text;
      const url = navigatorUrl(base, query);
      const isWhole = variableProblem(view, context) === undefined;
      return { url, sandboxUrl: url, method: 'GET', ...(isWhole && { query }) };
    },
    learn(site, description) {
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
