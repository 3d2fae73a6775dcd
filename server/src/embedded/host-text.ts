/** Checks the text of a file of another language. */
import type { CheckedLanguage } from '../query-file/checking/check-document.ts';
import type { CheckedText, TextProblem, MadeFixes } from '../query-file/checking/checked-text.ts';
import { hasMarker, notebookId } from '#shared/base/queries/embedded-hosts.ts';
import type { QueryContext } from '../query-file/language/language-service.ts';
import { sayByKey } from './markdown/report-table.ts';
import { EmbeddedDocument, type EmbeddedProblem } from './embedded-document.ts';
import type { EmbeddedQuery } from './embedded-query.ts';
import { loadHost } from './hosts/hosts.ts';
import { preferredFixes } from '../query-file/checking/fix-preference.ts';
import { fixableViewOf } from './embedded-problems.ts';

/** Characters that are read again for the fixes of a text, each of which reads all of it: later problems have none. */
const maxRereadCharacters = 4_000_000;

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
  const host = hasMarker(text, hostId === notebookId) ? await loadHost(hostId) : undefined;
  if (host === undefined) return nothing;
  const document = new EmbeddedDocument(text, host);
  if (document.isEmpty) return nothing;
  const queries = await Promise.all(
    document.queries.map(async ({ language: id }, index) => {
      const language = await load(id);
      return { index, language, problems: document.problems(index, language, context) };
    }),
  );
  const languageOf = ({ language }: EmbeddedQuery): CheckedLanguage =>
    queries.find(({ index }) => document.queries[index]!.language === language)!.language;
  const ofFile = document.fileProblems(languageOf, context).map((problem): TextProblem => ({
    query: '',
    problem,
    span: problem.span,
    wording: sayByKey,
    fixes: () => [],
  }));
  let charactersLeft = maxRereadCharacters;
  const ofQueries = queries.flatMap(({ index, language, problems }) =>
    problems.map((problem): TextProblem => ({
      query: String(index + 1),
      problem: problem.problem,
      span: problem.span,
      wording: language.wording,
      fixes: () => {
        charactersLeft -= text.length;
        return charactersLeft < 0 ? [] : document.fixes(problem, language, context);
      },
    })),
  );
  return {
    queries: queries.map(({ index }) => String(index + 1)),
    problems: [...ofFile, ...ofQueries],
    preferredFixes: () => {
      const queryFixes = queries.map(({ index, language, problems }) =>
        preferredHostFixes(document, index, problems, language, context),
      );
      return {
        edits: queryFixes.flatMap(({ edits }) => edits),
        count: queryFixes.reduce((sum, { count }) => sum + count, 0),
      };
    },
  };
}

/**
 * Returns the preferred fixes of one query that can be written in the host: all at once, else the first that can. The next
 * round finds those that are left.
 */
export function preferredHostFixes(
  document: EmbeddedDocument,
  index: number,
  problems: readonly EmbeddedProblem[],
  language: CheckedLanguage,
  context: QueryContext,
): MadeFixes {
  const view = fixableViewOf(document.queries[index]!, language);
  const queryProblems = problems.map(({ problem }) => problem);
  const fixes =
    queryProblems.length === 0 ? [] : preferredFixes(language.service, view, queryProblems, context);
  const together = document.written(
    index,
    fixes.flatMap(({ edits }) => edits),
  );
  if (together !== undefined) return { edits: together, count: fixes.length };
  for (const { edits } of fixes) {
    const editsInHost = document.written(index, edits);
    if (editsInHost !== undefined) return { edits: editsInHost, count: 1 };
  }
  return { edits: [], count: 0 };
}
