/** `@limit` and `@all`: how many rows a query fetches. */
import type { Problem } from '#shared/base/text/problem.ts';
import type { QueryContext } from '../language/language-service.ts';
import type { Directive } from '../block.ts';
import { directiveProblem } from './directive-values.ts';
import type { Scope } from '../scope.ts';

/**
 * How many rows a query wants in all; Infinity = every row, `undefined` = it does not say. The query's own directives win
 * over the file's, and `@limit` over `@all` beside it.
 */
export function limitOption(scope: Scope): number | undefined {
  const allDirective = scope.directive('all');
  const limit = scope.directive('limit');
  const rows = limit && rowCount(limit.directive);
  if (
    rows !== undefined &&
    (allDirective === undefined || limit?.place === allDirective.place || limit?.place === 'query')
  )
    return rows;
  return allDirective === undefined ? undefined : Infinity;
}

/** The rows that a run of the query fetches at first; Infinity = every row. */
export const rowsOf = (scope: Scope, { rowLimit = usualRows }: QueryContext): number =>
  limitOption(scope) ?? rowLimit;

/** The default of the setting. */
export const usualRows = 500;

/** `undefined` = the value is not a number of rows. */
function rowCount({ value }: Directive): number | undefined {
  const rows = Number(value.text);
  return /^[1-9]\d*$/.test(value.text) && Number.isSafeInteger(rows) ? rows : undefined;
}

/** Checks the value of `@limit`. */
export const checkLimit = (directive: Directive): Problem[] =>
  rowCount(directive) === undefined ? [directiveProblem('bad-limit', directive)] : [];

/** Reports an `@all` beside a `@limit` in one place, where `@limit` wins. */
export const checkLimitAndAll = (limit: Directive | undefined, all: Directive | undefined): Problem[] =>
  limit && all && rowCount(limit) !== undefined
    ? [{ ...directiveProblem('limit-and-all', all), tags: ['unnecessary'] }]
    : [];
