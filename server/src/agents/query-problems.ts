/** The problems of a text, as agents receive them. */
import { checkDocument } from '../checking/check-document.ts';
import { fixText } from '../checking/fix-text.ts';
import { uncachedView } from '../checking/readable.ts';
import type { FoundProblem } from '../checking/shown-problems.ts';
import type { Problem, Severity } from '../language/problem.ts';
import type { Json } from '../protocol/json.ts';
import { QueryDocument } from '../queryfile/query-document.ts';
import { labelledQueries } from '../queryfile/query-labels.ts';
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
  /** The titles of what would mend it. */
  readonly fixes: readonly string[];
}

/** The problems of all queries of a text, or of one. */
export async function problemsOf(
  document: AgentDocument,
  only?: { readonly placed: { readonly index: number } },
): Promise<readonly WordedProblem[]> {
  const found = await checkDocument(document.document, document.language, document.context);
  const labels = new Map(labelledQueries(document.document).map(({ index, label }) => [index, label]));
  return found
    .filter(({ index }) => only === undefined || only.placed.index === index)
    .map(each => worded(document, each, labels.get(each.index) ?? ''));
}

function worded(
  { document, language, context }: AgentDocument,
  { index, problem }: FoundProblem,
  query: string,
): WordedProblem {
  const placed = document.placed(index);
  const { start, end } = document.rangeIn(placed, problem.span);
  const view = uncachedView(placed.block, document.header, language.syntax);
  return {
    query,
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
    severity: problem.severity,
    code: problem.code,
    message: messageOf(language, problem),
    fixes: language.service
      .fixes(view, problem, context)
      .map(fix => language.wording(fix.title, fix.arguments)),
  };
}

export const messageOf = ({ wording }: AgentDocument['language'], problem: Problem): string =>
  wording(problem.message ?? problem.code, problem.arguments);

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
  const read = new QueryDocument(document.uri, languageId, 1, corrected, language.syntax);
  const left = await checkDocument(read, language, context);
  return { text: corrected, errors: left.filter(({ problem }) => problem.severity === 'error').length };
}
