import type { Clause, JqlQuery, TermClause } from './nodes.ts';

/** A term and its place in the query. */
export interface PlacedTerm {
  readonly term: TermClause;
  /** What it is a part of: directly in a compound, a group or a negation; undefined = the query itself. */
  readonly parent: Clause | undefined;
  /** True where an odd number of negations is around it. */
  readonly negated: boolean;
}

const known = new WeakMap<JqlQuery, readonly PlacedTerm[]>();

/** Every term of a query in order. */
export function termsOf(query: JqlQuery): readonly PlacedTerm[] {
  const terms = known.get(query) ?? collected(query);
  known.set(query, terms);
  return terms;
}

function collected({ where }: JqlQuery): readonly PlacedTerm[] {
  const terms: PlacedTerm[] = [];
  const visit = (clause: Clause, parent: Clause | undefined, negated: boolean): void => {
    switch (clause.kind) {
      case 'term':
        terms.push({ term: clause, parent, negated });
        break;
      case 'not':
        visit(clause.clause, clause, !negated);
        break;
      case 'group':
        visit(clause.clause, clause, negated);
        break;
      case 'and':
      case 'or':
        for (const each of clause.clauses) visit(each, clause, negated);
        break;
      case 'missing':
        break;
    }
  };
  if (where !== undefined) visit(where, undefined, false);
  return terms;
}
