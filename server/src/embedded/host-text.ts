/** Checks the text of a file of another language. */
import type { CheckedLanguage } from '../checking/check-document.ts';
import type { CheckedText, TextProblem } from '../checking/checked-text.ts';
import { hasMarker } from '../common/queries/embedded-hosts.ts';
import type { QueryContext } from '../language/service.ts';
import { reportWordBy } from '../runbooks/report-words.ts';
import { EmbeddedDocument } from './embedded-document.ts';
import { preferredHostFixes } from './embedded-fixes.ts';
import { loadHost } from './hosts.ts';

const nothing: CheckedText = { queries: [], problems: [], preferredFixes: () => ({ edits: [], count: 0 }) };

/**
 * Checks the queries in a text of a host language; their names are their numbers.
 *
 * @param load loads a query language by its id
 */
export async function checkHostText(
  load: (id: string) => Promise<CheckedLanguage>,
  hostId: string,
  text: string,
  context: QueryContext,
): Promise<CheckedText> {
  const host = hasMarker(text) ? await loadHost(hostId) : undefined;
  if (host === undefined) return nothing;
  const document = new EmbeddedDocument(text, host);
  if (document.isEmpty) return nothing;
  const queries = await Promise.all(
    document.queries.map(async ({ language: id }, index) => {
      const language = await load(id);
      return { index, language, found: document.problems(index, language, context) };
    }),
  );
  const ofFile = document.fileProblems.map((problem): TextProblem => ({
    query: '',
    problem,
    span: problem.span,
    wording: reportWordBy,
    fixes: () => [],
  }));
  const ofQueries = queries.flatMap(({ index, language, found }) =>
    found.map((each): TextProblem => ({
      query: String(index + 1),
      problem: each.problem,
      span: each.span,
      wording: language.wording,
      fixes: () => document.fixes(each, language, context),
    })),
  );
  return {
    queries: queries.map(({ index }) => String(index + 1)),
    problems: [...ofFile, ...ofQueries],
    preferredFixes: () => {
      const made = queries.map(({ index, language, found }) =>
        preferredHostFixes(document, index, found, language, context),
      );
      return {
        edits: made.flatMap(({ edits }) => edits),
        count: made.reduce((sum, { count }) => sum + count, 0),
      };
    },
  };
}
