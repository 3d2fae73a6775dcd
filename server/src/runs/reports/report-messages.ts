/** The messages of a report about its queries: sentences about places in the file. */
import { givenTitle } from '#shared/base/queries/query-title.ts';
import { type Problem, problemMessage } from '#shared/base/text/problem.ts';
import { hasOwnWords, problemText, type RunProblem } from '../run-problems.ts';
import type { FencedQuery, RunbookQuery } from '../../embedded/markdown/runbook.ts';
import type { ReportLanguage } from './report-dependencies.ts';

/** A sentence about a place in the file. */
export interface PlacedMessage {
  /** From 1. */
  readonly line: number;
  readonly severity: 'error' | 'warning' | 'information';
  readonly message: string;
}

/** Why a block has no result. */
export class BlockFailure extends Error {
  readonly messages: readonly PlacedMessage[];

  constructor(messages: readonly PlacedMessage[]) {
    super(messages.map(({ message }) => message).join('\n'));
    this.messages = messages;
  }
}

/** The name of a block: its `@name`, else its title, else its number. */
export const labelOf = (query: RunbookQuery, number: number): string =>
  query.name?.text ?? (givenTitle(query.scope.block)?.text || String(number));

/** The line of the file, from 1, of an offset. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (const { index } of text.matchAll(/\r\n|[\r\n]/g)) {
    if (index >= offset) break;
    line++;
  }
  return line;
}

/** A problem of a query, at its place in the file. */
export function placedProblem(
  problem: Problem,
  { start }: FencedQuery,
  { wording }: Pick<ReportLanguage, 'wording'>,
  text: string,
): PlacedMessage {
  const { span, severity } = problem;
  return {
    line: lineOf(text, start + span.start),
    severity: severity === 'error' || severity === 'warning' ? severity : 'information',
    message: problemMessage(wording, problem),
  };
}

/** Why a query of a report does not run, at its place in the file. */
export const placedRefusal = (problem: RunProblem, { start }: FencedQuery, text: string): PlacedMessage => ({
  line: lineOf(text, start + (hasOwnWords(problem, 'report') ? 0 : (problem.span?.start ?? 0))),
  severity: 'error',
  message: problemText(problem, 'report'),
});
