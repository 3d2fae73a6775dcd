/** The problems of a text as data for agents, with their places and fixes. */
import { checkDocument } from '../../query-file/checking/check-document.ts';
import { fixText } from '../../query-file/checking/check-text.ts';
import { uncachedView } from '../../query-file/checking/uncached-view.ts';
import { wordedFix, type WordedProblem, wordedProblem } from '../../query-file/checking/worded-problem.ts';
import type { Problem } from '#shared/base/text/problem.ts';
import type { QueryView } from '../../query-file/language/language-service.ts';
import type { Json } from '#shared/protocol/json.ts';
import { QueryDocument } from '../../query-file/query-document.ts';
import { labelledQueries } from '../../query-file/query-names.ts';
import type { AgentDocument } from './agent-queries.ts';

/** A problem as agents get it. */
export interface AgentProblem extends WordedProblem {
  readonly [member: string]: Json;
  /** The titles of its fixes. */
  readonly fixes: readonly string[];
}

/** Problems whose fixes are computed: more than an answer holds. */
const maxFixedProblems = 150;

/** The problems of all queries of a text, or of one; those after the first hundreds are without fixes. */
export function problemsOf(
  document: AgentDocument,
  only?: { readonly placed: { readonly index: number } },
): readonly AgentProblem[] {
  const { language, context } = document;
  const problems = checkDocument(document.document, language, context);
  const labels = new Map(labelledQueries(document.document).map(({ index, label }) => [index, label]));
  const views = viewsOf(document);
  return problems
    .filter(({ index }) => only === undefined || only.placed.index === index)
    .map(({ index, problem }, at) => ({
      ...wordedProblem(document.document, document.document.placed(index), {
        query: labels.get(index) ?? '',
        problem,
        span: problem.span,
        wording: language.wording,
      }),
      fixes: at < maxFixedProblems ? fixesOf(document, views(index), problem) : [],
    }));
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
  language.service.fixes(view, problem, context).map(fix => wordedFix(language.wording, fix).title);

/** A text with its certain corrections, and how many errors it has then; `undefined` = nothing to correct. */
export function correctionOf({
  document,
  language,
  languageId,
  context,
}: AgentDocument): { readonly text: string; readonly errors: number } | undefined {
  const text = document.getText();
  const { text: corrected } = fixText(language, languageId, text, context);
  if (corrected === text) return undefined;
  const correctedDocument = new QueryDocument(document.uri, languageId, 1, corrected, language.syntax);
  const problemsLeft = checkDocument(correctedDocument, language, context);
  return {
    text: corrected,
    errors: problemsLeft.filter(({ problem }) => problem.severity === 'error').length,
  };
}
