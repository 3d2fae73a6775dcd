/** Walks through the parts of a query. */
import type { Clause, Operator, Predicate, TermClause } from './tree/clauses.ts';
import type { Field, Sort } from './tree/fields.ts';
import type { JqlQuery } from './jql-query.ts';
import type { Missing } from './tree/node.ts';
import type { Operand, Value } from './tree/operands.ts';

/** Any node of a query. */
export type SyntaxPart =
  Clause | TermClause | Field | Missing | Operator | Operand | Predicate | Sort | Value;

/** Returns the direct children of a part, in order. */
function partsIn(part: SyntaxPart): readonly SyntaxPart[] {
  switch (part.kind) {
    case 'and':
    case 'or':
      return part.clauses;
    case 'not':
    case 'group':
      return [part.clause];
    case 'term':
      return [part.field, part.operator, ...(part.operand ? [part.operand] : []), ...part.predicates];
    case 'predicate':
      return [part.operand];
    case 'list':
      return part.items;
    case 'function':
      return [part.name, ...part.arguments];
    case 'sort':
      return [part.field];
    case 'field':
    case 'operator':
    case 'value':
    case 'empty':
    case 'missing':
      return [];
  }
}

/** Returns the top-level parts of a query. */
const topParts = ({ where, orderBy }: JqlQuery): readonly SyntaxPart[] => [
  ...(where ? [where] : []),
  ...(orderBy?.sorts ?? []),
];

/** Returns every part of a query, outer parts before inner ones; not recursive. */
export function* allParts(query: JqlQuery): Generator<SyntaxPart> {
  const waiting = topParts(query).toReversed();
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    yield part;
    const inner = partsIn(part);
    for (let index = inner.length - 1; index >= 0; index--) waiting.push(inner[index]!);
  }
}

/** Returns the parts that contain an offset, the outermost first. */
export function partsAt(query: JqlQuery, offset: number): SyntaxPart[] {
  const path: SyntaxPart[] = [];
  let candidates: readonly SyntaxPart[] = topParts(query);
  for (;;) {
    const innermost = candidates.findLast(({ span }) => span.start <= offset && offset <= span.end);
    if (innermost === undefined) return path;
    path.push(innermost);
    candidates = partsIn(innermost);
  }
}

/** A term and its place in the query. */
export interface PlacedTerm {
  readonly term: TermClause;
  /** The clause that directly contains it: a compound, a group or a negation; undefined = the query itself. */
  readonly parent: Clause | undefined;
  /** True where an odd number of negations is around it. */
  readonly negated: boolean;
}

const cache = new WeakMap<JqlQuery, readonly PlacedTerm[]>();

/** Returns every term of a query in order. */
export function termsOf(query: JqlQuery): readonly PlacedTerm[] {
  const terms = cache.get(query) ?? collectTerms(query);
  cache.set(query, terms);
  return terms;
}

function collectTerms({ where }: JqlQuery): readonly PlacedTerm[] {
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
        for (const child of clause.clauses) visit(child, clause, negated);
        break;
      case 'missing':
        break;
    }
  };
  if (where !== undefined) visit(where, undefined, false);
  return terms;
}
