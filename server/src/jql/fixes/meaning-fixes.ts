import type { CompoundClause } from '../syntax/nodes.ts';
import { allParts } from '../syntax/walk.ts';
import { fix, type Fixer, type FixContext, inserted, replaced } from './fix-context.ts';

/** The first compound clause, outer ones before inner ones, of which something holds. */
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

/** Puts what AND joins in parentheses. */
export const fixMixed: Fixer = context => {
  const { start } = context.problem.span;
  const compound = compoundOf(context, ({ operators }) => operators[0]?.start === start);
  const edits = (compound?.clauses ?? []).flatMap(({ kind, span }) =>
    kind === 'and' ? [inserted(span.start, '('), inserted(span.end, ')')] : [],
  );
  return edits.length === 0 ? [] : fix('groupAnds', 'fix.groupAnds', {}, edits, false);
};
