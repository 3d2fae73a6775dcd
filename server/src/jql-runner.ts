import { CatalogueError } from './language/shape.ts';
import { placeJqlAnswer } from './jql/answer.ts';
import { buildJqlRequest, navigatorUrl } from './jql/request.ts';
import type { JqlReader } from './jql/service.ts';
import type { JqlSites } from './jql/sites.ts';
import { readSuggestions } from './jql/suggestions.ts';
import type { Runner } from './lsp/runner.ts';
import { validateEnvelope } from './queryfile/validation.ts';

/** What is wrong with a variable leaves a query that its author does not mean. */
const variableProblems: ReadonlySet<string> = new Set([
  'undefined-variable',
  'variable-below',
  'variable-cycle',
]);

/** How JQL goes over the wire. */
export function jqlRunner(sites: JqlSites, read: JqlReader): Runner {
  return {
    kind: 'tracker',
    takesEmpty: true,
    prepare(view, around) {
      const problems = validateEnvelope(view, around, { kind: 'tracker', undefinedName: 'error' });
      const wrong = problems.find(({ code }) => variableProblems.has(code));
      if (wrong) return wrong;
      const { text, fields } = buildJqlRequest(view.scope);
      return { kind: 'tracker', jql: text.text, ...(fields && { fields }) };
    },
    place: (view, _around, errors, warnings) =>
      placeJqlAnswer(read(view), buildJqlRequest(view.scope).text, errors, warnings),
    address({ scope }, _around, base) {
      const query = buildJqlRequest(scope).text.text;
      const url = navigatorUrl(base, query);
      return { url, sandboxUrl: url, method: 'GET', query };
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
    suggested(answer) {
      try {
        return readSuggestions(answer);
      } catch (error) {
        if (error instanceof CatalogueError) return [];
        throw error;
      }
    },
    forget: () => sites.forget(),
  };
}
