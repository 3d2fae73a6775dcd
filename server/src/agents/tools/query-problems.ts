/** The problems of a text as data for agents, with their places and fixes. */
import { checkDocument } from '../../query-file/checking/check-document.ts';
import { fixText } from '../../query-file/checking/check-text.ts';
import { uncachedView } from '../../query-file/checking/uncached-view.ts';
import type { FoundProblem } from '../../query-file/checking/shown-problems.ts';
import { type Problem, problemMessage, type Severity } from '#shared/base/text/problem.ts';
import type { QueryView } from '../../query-file/language/language-service.ts';
import type { Json } from '#shared/protocol/json.ts';
import { QueryDocument } from '../../query-file/query-document.ts';
import { labelledQueries } from '../../query-file/query-names.ts';
import type { AgentDocument } from './agent-queries.ts';

/** A problem in words: lines and columns from 1. */
export interface WordedProblem {
  readonly [member: string]: Json;
  readonly query: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  /** The titles of its fixes. */
  readonly fixes: readonly string[];
}

/** Problems whose fixes are computed: more than an answer holds. */
const mostMended = 150;

/** The problems of all queries of a text, or of one; those after the first hundreds are without fixes. */
export async function problemsOf(
  document: AgentDocument,
  only?: { readonly placed: { readonly index: number } },
): Promise<readonly WordedProblem[]> {
  const problems = await checkDocument(document.document, document.language, document.context);
  const labels = new Map(labelledQueries(document.document).map(({ index, label }) => [index, label]));
  const views = viewsOf(document);
  return problems
    .filter(({ index }) => only === undefined || only.placed.index === index)
    .map((problem, at) => {
      const fixes = at < mostMended ? fixesOf(document, views(problem.index), problem.problem) : [];
      return wordProblem(document, problem, labels.get(problem.index) ?? '', fixes);
    });
}

/** Makes one view of each query. */
function viewsOf({ document, language }: AgentDocument): (index: number) => QueryView {
  const views = new Map<number, QueryView>();
  return index => {
    const view =
      views.get(index) ?? uncachedView(document.placed(index).block, document.header, language.syntax);
    views.set(index, view);
    return view;
  };
}

const fixesOf = (
  { language, context }: AgentDocument,
  view: QueryView,
  problem: Problem,
): readonly string[] =>
  language.service.fixes(view, problem, context).map(fix => language.wording(fix.title, fix.arguments));

function wordProblem(
  { document, language }: AgentDocument,
  { index, problem }: FoundProblem,
  query: string,
  fixes: readonly string[],
): WordedProblem {
  const placed = document.placed(index);
  const { start, end } = document.rangeIn(placed, problem.span);
  return {
    query,
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
    severity: problem.severity,
    code: problem.code,
    message: problemMessage(language.wording, problem),
    fixes,
  };
}

/** A text with its certain corrections, and how many errors it has then; `undefined` = nothing to correct. */
export async function correctionOf({
  document,
  language,
  languageId,
  context,
}: AgentDocument): Promise<{ readonly text: string; readonly errors: number } | undefined> {
  const text = document.getText();
  const { text: corrected } = await fixText(language, languageId, text, context);
  if (corrected === text) return undefined;
  const correctedDocument = new QueryDocument(document.uri, languageId, 1, corrected, language.syntax);
  const problemsLeft = await checkDocument(correctedDocument, language, context);
  return {
    text: corrected,
    errors: problemsLeft.filter(({ problem }) => problem.severity === 'error').length,
  };
}
