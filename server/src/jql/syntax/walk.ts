import type {
  Clause,
  Field,
  JqlQuery,
  Missing,
  Operand,
  Operator,
  Predicate,
  Sort,
  TermClause,
  Value,
} from './nodes.ts';

/** Anything in a query that has a place. */
export type SyntaxPart =
  Clause | TermClause | Field | Missing | Operator | Operand | Predicate | Sort | Value;

/** The parts directly in a part, in order. */
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

/** The parts that a query consists of at the top. */
const topParts = ({ where, orderBy }: JqlQuery): readonly SyntaxPart[] => [
  ...(where ? [where] : []),
  ...(orderBy?.sorts ?? []),
];

/** Every part of a query, outer ones before what is in them; goes down without calling itself. */
export function* allParts(query: JqlQuery): Generator<SyntaxPart> {
  const waiting = topParts(query).toReversed();
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    yield part;
    const inner = partsIn(part);
    for (let index = inner.length - 1; index >= 0; index--) waiting.push(inner[index]!);
  }
}

/** The parts that hold an offset, the outermost first. */
export function partsAt(query: JqlQuery, offset: number): SyntaxPart[] {
  const path: SyntaxPart[] = [];
  let candidates: readonly SyntaxPart[] = topParts(query);
  for (;;) {
    const found = candidates.findLast(({ span }) => span.start <= offset && offset <= span.end);
    if (found === undefined) return path;
    path.push(found);
    candidates = partsIn(found);
  }
}
