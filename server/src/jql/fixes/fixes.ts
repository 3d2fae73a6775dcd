import type { Fix } from '../../language/problem.ts';
import { usesIn } from '../../queryfile/variables.ts';
import { fixDeprecated, fixName, fixPlatform } from './names.ts';
import { fixNoHistory, fixOperator, fixPredicate, fixShape, fixSingle } from './operators.ts';
import { fixSort } from './order.ts';
import { fixOpenParenthesis } from './parentheses.ts';
import { fixEmptyText, fixLeftOut, fixLookAlike, fixPhrase, fixSpecial } from './search.ts';
import type { Fixer, Subject } from './subject.ts';
import {
  fixCharacter,
  fixEscape,
  fixExpected,
  fixForeign,
  fixHidden,
  fixOpenQuote,
  fixReserved,
  fixUnexpected,
} from './syntax.ts';
import { fixArguments, fixCall, fixDate, fixDateUnit, fixIncrement, fixRange } from './values.ts';

const fixers: ReadonlyMap<string, Fixer> = new Map([
  ['foreign-syntax', fixForeign],
  ['expected', fixExpected],
  ['unexpected', fixUnexpected],
  ['reserved-word', fixReserved],
  ['reserved-character', fixCharacter],
  ['control-character', fixHidden],
  ['illegal-escape', fixEscape],
  ['unclosed-quote', fixOpenQuote],
  ['unclosed-parenthesis', fixOpenParenthesis],
  ['operand-shape', fixShape],
  ['predicate-of-operator', fixPredicate],
  ['unknown-field', fixName],
  ['unknown-function', fixName],
  ['deprecated-field', fixDeprecated],
  ['other-platform', fixPlatform],
  ['operator-of-field', fixOperator],
  ['no-history', fixNoHistory],
  ['function-list', fixOperator],
  ['function-single', fixSingle],
  ['argument-count', fixArguments],
  ['bad-increment', fixIncrement],
  ['bad-date', fixDate],
  ['date-unit', fixDateUnit],
  ['function-without-parentheses', fixCall],
  ['reversed-range', fixRange],
  ['not-sortable', fixSort],
  ['duplicate-sort', fixSort],
  ['empty-left-out', fixLeftOut],
  ['phrase', fixPhrase],
  ['lone-boolean', fixPhrase],
  ['empty-text', fixEmptyText],
  ['text-special', fixSpecial],
  ['look-alike', fixLookAlike],
]);

/**
 * Ways out of a problem that the validation of the same query found; the likeliest first. Empty where there is none,
 * or where a variable stands in the way: its use is never touched.
 */
export function fixesOfJql(subject: Subject): readonly Fix[] {
  const fixes = fixers.get(subject.problem.code)?.(subject) ?? [];
  if (fixes.length === 0 || !subject.text.includes('{{')) return fixes;
  const uses = usesIn(subject.text, 0, subject.text.length);
  return fixes.filter(({ edits }) =>
    edits.every(({ span }) => uses.every(use => span.end <= use.span.start || span.start >= use.span.end)),
  );
}
