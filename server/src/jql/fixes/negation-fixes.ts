import type { Edit, Fix } from '../../language/problem.ts';
import type { Clause, NotClause } from '../syntax/nodes.ts';
import { fix, inserted, type FixContext, termOf } from './fix-context.ts';

/** `(NOT field = value OR field IS EMPTY)`, where the NOT is about nothing else; without parentheses where none are needed. */
export function fixLeftOutByNot(context: FixContext): readonly Fix[] {
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

/** The innermost negation that holds a term and no other one; `undefined` = none. */
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
      for (const each of clause.clauses) {
        const found = negationOf(each, term, clause);
        if (found !== undefined) return found;
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
