/** Maps the code of a problem to its fixes. */
import type { Fix } from '#shared/base/text/problem.ts';
import { withSafePreference } from '../../query-file/checking/fix-preference.ts';
import { usesIn } from '../../query-file/variables.ts';
import { safeFixes } from './safe-fixes.ts';
import {
  fixDeprecated,
  fixFunctionType,
  fixName,
  fixCountedPeople,
  fixPlatform,
  fixValueName,
} from './name-fixes.ts';
import {
  fixEmptyExcludedByNot,
  fixSort,
  fixMixed,
  fixOpenParenthesis,
  fixRedundant,
} from './clause-fixes.ts';
import { fixNoHistory, fixOperator, fixPredicate, fixShape, fixSingle } from './operator-fixes.ts';
import {
  fixEmptyText,
  fixExcludedEmpty,
  fixLookAlike,
  fixPhrase,
  fixSpecialCharacter,
} from './text-search-fixes.ts';
import type { Fixer, FixContext } from './fix-context.ts';
import {
  fixCharacter,
  fixEscape,
  fixExpected,
  fixForeign,
  fixGluedComment,
  fixHidden,
  fixOpenQuote,
  fixReserved,
  fixUnexpected,
} from './syntax-fixes.ts';
import {
  fixArguments,
  fixCall,
  fixDate,
  fixDateUnit,
  fixDuration,
  fixFuture,
  fixIncrement,
  fixIssueId,
  fixKeyAsQuery,
  fixQuotedCall,
  fixRange,
  fixSwappedSides,
  fixWordForEmpty,
} from './value-fixes.ts';
import { findMistakes } from '../mistakes/find-mistakes.ts';

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
  ['unknown-value', fixValueName],
  ['deprecated-field', fixDeprecated],
  ['other-platform', fixPlatform],
  ['counts-people', fixCountedPeople],
  ['operator-of-field', fixOperator],
  ['no-history', fixNoHistory],
  ['function-list', fixOperator],
  ['function-single', fixSingle],
  ['function-type', fixFunctionType],
  ['argument-count', fixArguments],
  ['bad-increment', fixIncrement],
  ['bad-date', fixDate],
  ['date-unit', fixDateUnit],
  ['issue-key', fixIssueId],
  ['argument-shape', fixKeyAsQuery],
  ['bad-duration', fixDuration],
  ['future-date', fixFuture],
  ['function-in-quotes', fixQuotedCall],
  ['function-without-parentheses', fixCall],
  ['reversed-range', fixRange],
  ['swapped-sides', fixSwappedSides],
  ['word-for-empty', fixWordForEmpty],
  ['not-sortable', fixSort],
  ['duplicate-sort', fixSort],
  ['glued-comment', fixGluedComment],
  ['empty-left-out', fixExcludedEmpty],
  ['empty-left-out-by-not', fixEmptyExcludedByNot],
  ['redundant', fixRedundant],
  ['mixed-and-or', fixMixed],
  ['phrase', fixPhrase],
  ['lone-boolean', fixPhrase],
  ['empty-text', fixEmptyText],
  ['text-special', fixSpecialCharacter],
  ['look-alike', fixLookAlike],
  ['unquoted-name', fixMistake],
  ['unquoted-value', fixMistake],
  ['quote-inside', fixMistake],
  ['missing-quote', fixMistake],
  ['lone-value', fixMistake],
  ['missing-field', fixMistake],
  ['missing-condition', fixMistake],
  ['values-without-list', fixMistake],
  ['list-brackets', fixMistake],
  ['unopened-list', fixMistake],
  ['separator', fixMistake],
  ['short-form', fixMistake],
  ['misspelled-keyword', fixMistake],
  ['colon', fixMistake],
]);

/**
 * Returns the fixes of a problem of the same query; the likeliest first. None of them adds errors. Empty = none, or
 * the problem is in a variable, whose use is never changed.
 */
export function fixesOfJql(context: FixContext): readonly Fix[] {
  const { problem } = context;
  // Errors in a variable's value are not fixed where the variable is used.
  if (problem.arguments['variable'] !== undefined || problem.arguments['nested'] !== undefined) return [];
  const fixes = fixers.get(problem.code)?.(context) ?? [];
  if (fixes.length === 0) return fixes;
  return withSafePreference(
    context.text,
    problem,
    safeFixes(context, withoutVariableEdits(context.text, fixes)),
  );
}

function withoutVariableEdits(text: string, fixes: readonly Fix[]): readonly Fix[] {
  if (!text.includes('{{')) return fixes;
  const uses = usesIn(text, 0, text.length);
  return fixes.filter(({ edits }) =>
    edits.every(({ span }) => uses.every(use => span.end <= use.span.start || span.start >= use.span.end)),
  );
}

/** Returns the fixes that come with a mistake. */
function fixMistake({ query, text, knowledge, problem }: FixContext): readonly Fix[] {
  const { code, span } = problem;
  const mistake = findMistakes(query, text, knowledge.catalogue).find(
    candidate =>
      candidate.code === code && candidate.span.start === span.start && candidate.span.end === span.end,
  );
  return mistake?.fixes ?? [];
}
