/** Fixes that remove, group or close whole conditions and sort keys. */
import type { CompoundClause, Clause, NotClause } from '../syntax/tree/clauses.ts';
import type { Operand } from '../syntax/tree/operands.ts';
import { lookAlikes } from '../mistakes/look-alikes.ts';
import { isWord } from '../syntax/token-kinds.ts';
import { codeTokens } from '../syntax/tokenize.ts';
import { allParts } from '../syntax/walk.ts';
import { fix, type Fixer, type FixContext, inserted, replaced, termOf, argument } from './fix-context.ts';
import type { Edit, Fix } from '#shared/base/text/problem.ts';

/** Returns the first compound clause, outer ones first, that meets a condition. */
function compoundOf(
  { query }: FixContext,
  isWanted: (clause: CompoundClause) => boolean,
): CompoundClause | undefined {
  for (const part of allParts(query))
    if ((part.kind === 'and' || part.kind === 'or') && isWanted(part)) return part;
  return undefined;
}

/** Removes a condition that has no effect, with the operator that joins it to the others. */
export const fixRedundant: Fixer = context => {
  const { start } = context.problem.span;
  const compound = compoundOf(context, ({ clauses }) => clauses.some(({ span }) => span.start === start));
  const index = compound?.clauses.findIndex(({ span }) => span.start === start) ?? -1;
  const clause = compound?.clauses[index];
  if (compound === undefined || clause === undefined) return [];
  const before = compound.clauses[index - 1];
  const after = compound.clauses[index + 1];
  const span = before
    ? { start: before.span.end, end: clause.span.end }
    : { start: clause.span.start, end: after?.span.start ?? clause.span.end };
  return fix('removeCondition', 'fix.removeCondition', {}, replaced(span, ''), false);
};

/** Adds parentheses around clauses joined by AND. */
export const fixMixed: Fixer = context => {
  const { start } = context.problem.span;
  const compound = compoundOf(context, ({ operators }) => operators[0]?.start === start);
  const edits = (compound?.clauses ?? []).flatMap(({ kind, span }) =>
    kind === 'and' ? [inserted(span.start, '('), inserted(span.end, ')')] : [],
  );
  return edits.length === 0 ? [] : fix('groupAnds', 'fix.groupAnds', {}, edits, false);
};

/**
 * Writes `(NOT field = value OR field IS EMPTY)` where NOT applies to this term alone; without parentheses where none
 * are needed.
 */
export function fixEmptyExcludedByNot(context: FixContext): readonly Fix[] {
  const term = termOf(context);
  const { where } = context.query;
  if (term === undefined || term.field.kind === 'missing' || where === undefined) return [];
  const placed = negationOf(where, term, undefined);
  if (placed === undefined) return [];
  const { span } = placed.negation;
  const { field } = term;
  const added = ` OR ${context.text.slice(field.span.start, field.span.end)} IS EMPTY`;
  const isAlone =
    placed.parent === undefined || placed.parent.kind === 'or' || placed.parent.kind === 'group';
  const edits: readonly Edit[] = isAlone
    ? [inserted(span.end, added)]
    : [inserted(span.start, '('), inserted(span.end, `${added})`)];
  return fix('empty', 'fix.orEmpty', { field: field.name }, edits, false);
}

interface PlacedNegation {
  readonly negation: NotClause;
  readonly parent: Clause | undefined;
}

/** Returns the innermost negation that contains a term and no other; `undefined` = none. */
function negationOf(clause: Clause, term: Clause, parent: Clause | undefined): PlacedNegation | undefined {
  if (clause.span.start > term.span.start || term.span.end > clause.span.end) return undefined;
  switch (clause.kind) {
    case 'not':
      return (
        negationOf(clause.clause, term, clause) ??
        (withoutGroups(clause.clause) === term ? { negation: clause, parent } : undefined)
      );
    case 'group':
      return negationOf(clause.clause, term, clause);
    case 'and':
    case 'or':
      for (const child of clause.clauses) {
        const placed = negationOf(child, term, clause);
        if (placed !== undefined) return placed;
      }
      return undefined;
    case 'term':
    case 'missing':
      return undefined;
  }
}

function withoutGroups(clause: Clause): Clause {
  let inner = clause;
  while (inner.kind === 'group') inner = inner.clause;
  return inner;
}

/** Removes a field from ORDER BY with its comma; the last one with ORDER BY itself. */
export function fixSort(context: FixContext): readonly Fix[] {
  const { query, problem } = context;
  const sorts = query.orderBy?.sorts ?? [];
  const index = sorts.findIndex(
    ({ span }) => span.start <= problem.span.start && problem.span.end <= span.end,
  );
  const sort = sorts[index];
  if (query.orderBy === undefined || sort === undefined) return [];
  const [before, after] = [sorts[index - 1], sorts[index + 1]];
  let span = query.orderBy.span;
  if (before !== undefined) span = { start: before.span.end, end: sort.span.end };
  else if (after !== undefined) span = { start: sort.span.start, end: after.span.start };
  const name = argument(context, 'field') ?? '';
  const { start } = query.orderBy.span;
  // Conditions after ORDER BY can look like fields.
  const isCertain =
    problem.code === 'duplicate-sort' && query.errors.every(error => error.span.start < start);
  return fix('sort', 'fix.remove', { name }, replaced(span, ''), isCertain);
}

/** Closes an open parenthesis at the end of its group. */
export function fixOpenParenthesis({ query, problem }: FixContext): readonly Fix[] {
  // A parenthesis at the end would be inside the unclosed text.
  if (query.errors.some(({ code, span }) => code === 'unclosed-quote' && span.start > problem.span.start))
    return [];
  const parsed = query.where && endOfUnclosed(query.where, problem.span.start);
  // An argument is missing where a parenthesis is.
  const isInside = query.errors.some(
    ({ expected, foundText }) => foundText === ',' && expected.includes('argument'),
  );
  if (parsed === undefined || isInside) return [];
  const alike = lookAlikes(query.body).find(({ span }) => span.start < parsed && parsed < span.end);
  const end = alike?.span.end ?? parsed;
  // A word after the group may belong to its last value.
  const next = codeTokens(query.body).find(({ span }) => span.start >= end)?.kind;
  if (next !== undefined && isWord(next)) return [];
  return fix('syntax', 'fix.closeParenthesis', {}, inserted(end, ')'));
}

/** Returns the end of the unclosed group or list that begins at an offset; undefined = none. */
function endOfUnclosed(clause: Clause, offset: number): number | undefined {
  if (clause.span.start > offset || clause.span.end < offset) return undefined;
  switch (clause.kind) {
    case 'group':
      if (clause.span.start === offset) return clause.closed ? undefined : clause.span.end;
      return endOfUnclosed(clause.clause, offset);
    case 'not':
      return endOfUnclosed(clause.clause, offset);
    case 'and':
    case 'or':
      for (const child of clause.clauses) {
        const end = endOfUnclosed(child, offset);
        if (end !== undefined) return end;
      }
      return undefined;
    case 'term':
      return [clause.operand, ...clause.predicates.map(({ operand }) => operand)]
        .map(operand => operand && openOperand(operand, offset))
        .find(end => end !== undefined);
    case 'missing':
      return undefined;
  }
}

function openOperand(operand: Operand, offset: number): number | undefined {
  if (operand.kind === 'function')
    return operand.parentheses.start === offset && !operand.isClosed ? operand.span.end : undefined;
  if (operand.kind !== 'list') return undefined;
  if (operand.span.start === offset) return operand.isClosed ? undefined : operand.span.end;
  return operand.items.map(item => openOperand(item, offset)).find(end => end !== undefined);
}
