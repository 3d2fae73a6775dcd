import fixMessages from '../../server/catalogue/messages/jql-fixes.json' with { type: 'json' };
import messages from '../../server/catalogue/messages/jql.json' with { type: 'json' };
import { fixesOfJql } from '../../server/src/jql/fixes/jql-fixes.ts';
import { compatibleFixes } from '../../server/src/jql/fixes/safe-fixes.ts';
import type { JqlKnowledge } from '../../server/src/jql/catalogue/knowledge.ts';
import type { JqlQuery } from '../../server/src/jql/syntax/jql-query.ts';
import { parseJql } from '../../server/src/jql/syntax/parse-jql.ts';
import { validateJql } from '../../server/src/jql/validation/validate.ts';
import type { Edit, Fix, Problem } from '#shared/base/text/problem.ts';
import { wordingOf } from '#shared/base/text/wording.ts';
import { context, knowledge as builtIn, viewOf } from './jql.ts';

export const wording = wordingOf<string>({ ...messages, ...fixMessages });
export const queryOf = (text: string): JqlQuery => parseJql(viewOf(text).scope);

/** The problems of a query. */
export const problemsOf = (text: string, knowledge: JqlKnowledge = builtIn): readonly Problem[] =>
  validateJql(queryOf(text), text, knowledge, context.now);

const marks: Readonly<Record<Problem['severity'], string>> = {
  error: '!',
  warning: '',
  information: 'information:',
  hint: 'hint:',
};

/** `code@place` of every problem, in the order of their places, with a mark for the severity; warnings have none. */
export function found(text: string, knowledge: JqlKnowledge = builtIn): string[] {
  return problemsOf(text, knowledge)
    .toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
    .map(({ code, severity, span }) => `${marks[severity]}${code}@${text.slice(span.start, span.end)}`);
}

/** The fixes of a problem of a query. */
export const fixes = (text: string, problem: Problem, knowledge: JqlKnowledge = builtIn): readonly Fix[] =>
  fixesOfJql({ query: queryOf(text), text, knowledge, problem });

/** Applies edits that do not overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce((done, { span, newText }) => done.slice(0, span.start) + newText + done.slice(span.end), text);
}

/** Applies all preferred fixes at once. */
export function fixAll(text: string): string {
  const preferred = problemsOf(text).flatMap(
    problem => fixes(text, problem).find(each => each.preferred) ?? [],
  );
  const chosen = compatibleFixes(queryOf(text), builtIn, preferred);
  return edited(
    text,
    chosen.flatMap(({ edits }) => edits),
  );
}
