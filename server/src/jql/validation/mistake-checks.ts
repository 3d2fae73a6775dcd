import type { JqlSyntaxError } from '../syntax/jql-query.ts';
import { findMistakes } from '../mistakes/find-mistakes.ts';
import type { Mistake } from '../mistakes/mistake.ts';
import type { Check } from './jql-check.ts';

/** The maximum number of mistakes: matching each with the errors takes time, and more would hardly be read. */
const maxMistakes = 300;

/**
 * Reports the mistakes that explain syntax errors.
 *
 * @param text the text of the block
 * @param errors the errors of the query that are not reported otherwise
 * @returns the errors that are left
 */
export function checkMistakes(
  check: Check,
  text: string,
  errors: readonly JqlSyntaxError[],
): readonly JqlSyntaxError[] {
  const mistakes = findMistakes(check.query, text, check.knowledge.catalogue)
    .slice(0, maxMistakes)
    .filter(mistake => errors.some(error => covers(mistake, error)));
  for (const { code, message, span, arguments: args } of mistakes)
    check.error(code, span, args, message === undefined ? {} : { message });
  check.suppress(mistakes.map(mistake => mistake.covers));
  return errors.filter(error => !mistakes.some(mistake => covers(mistake, error)));
}

/** True where a mistake explains a syntax error. */
export const isExplainedByMistake = (check: Check, text: string, error: JqlSyntaxError): boolean =>
  findMistakes(check.query, text, check.knowledge.catalogue).some(mistake => covers(mistake, error));

const covers = (
  { covers: { start, end }, opens }: Mistake,
  { code, span, variable }: JqlSyntaxError,
): boolean =>
  variable === undefined &&
  ((start <= span.start && span.start <= end) ||
    (code === 'unclosed-parenthesis' && opens?.includes(span.start) === true));
