import type { Cursor } from './cursor.ts';
import { parseField } from './parse-field.ts';
import type { Expectation, OperatorName, Predicate, PredicateName } from './nodes.ts';
import { parseOperand } from './parse-operand.ts';
import { operatorShapes } from './operator-shapes.ts';
import { isOperatorSign, isOperatorStart, isPredicate, TokenKind } from './token-kinds.ts';
import { OperatorNode, PredicateNode, TermNode } from './tree/clause-nodes.ts';
import type { MissingNode } from './tree/node.ts';
import type { OperandNode } from './tree/operand-nodes.ts';

/** Reads `field operator operand predicates`; what is missing is a missing node. */
export function parseTerm(cursor: Cursor): TermNode | MissingNode {
  const before = cursor.errorCount;
  const { source, terms } = cursor;
  const { length: index } = terms;
  const field = parseField(cursor);
  const operator = parseOperator(cursor);
  if (operator.kind === 'missing') {
    if (field.kind === 'missing') return field;
    return kept(terms, new TermNode(source, field.start, field.end, index, field, operator, undefined, none));
  }
  const start = field.kind === 'missing' ? operator.start : field.start;
  const takesOperand = operator.name !== 'changed';
  const operand = takesOperand ? parseOperandOf(cursor, operator.name, before) : undefined;
  const predicates = isPredicate(cursor.kind) ? parsePredicates(cursor, operator.name) : none;
  return kept(
    terms,
    new TermNode(source, start, cursor.lastEnd, index, field, operator, operand, predicates),
  );
}

function kept(terms: TermNode[], term: TermNode): TermNode {
  terms.push(term);
  return term;
}

const none: readonly Predicate[] = [];

const signs: readonly (OperatorName | undefined)[] = Object.assign([], {
  [TokenKind.Equals]: '=',
  [TokenKind.NotEquals]: '!=',
  [TokenKind.Less]: '<',
  [TokenKind.LessOrEqual]: '<=',
  [TokenKind.Greater]: '>',
  [TokenKind.GreaterOrEqual]: '>=',
  [TokenKind.Like]: '~',
  [TokenKind.NotLike]: '!~',
  [TokenKind.In]: 'in',
  [TokenKind.Changed]: 'changed',
});

function parseOperator(cursor: Cursor): OperatorNode | MissingNode {
  const { kind, start } = cursor;
  const name = signs[kind] ?? parseWords(cursor, kind);
  if (name === undefined) {
    cursor.refuse('expected', ['operator']);
    return cursor.missing();
  }
  if (signs[kind] !== undefined) cursor.skip();
  return new OperatorNode(cursor.source, start, cursor.lastEnd, name);
}

/** Moves past an operator, which can have several words; `undefined` = none. */
function parseWords(cursor: Cursor, kind: TokenKind): OperatorName | undefined {
  if (kind === TokenKind.Is) {
    cursor.skip();
    return skipped(cursor, TokenKind.Not) ? 'is not' : 'is';
  }
  if (kind === TokenKind.Was) {
    cursor.skip();
    if (skipped(cursor, TokenKind.Not)) return skipped(cursor, TokenKind.In) ? 'was not in' : 'was not';
    return skipped(cursor, TokenKind.In) ? 'was in' : 'was';
  }
  if (kind !== TokenKind.Not) return undefined;
  cursor.skip();
  if (!skipped(cursor, TokenKind.In)) cursor.refuse('expected', ['in']);
  return 'not in';
}

function skipped(cursor: Cursor, kind: TokenKind): boolean {
  const isThere = cursor.kind === kind;
  if (isThere) cursor.skip();
  return isThere;
}

/** Reads an operand and says so where the operator takes none of that shape. */
function parseOperandOf(cursor: Cursor, operator: OperatorName, before: number): OperandNode {
  const { operands } = operatorShapes[operator];
  while (isOperatorSign(cursor.kind)) {
    cursor.refuse('expected', operands, operator);
    cursor.skip();
  }
  const { start } = cursor;
  const operand = parseOperand(cursor, operands);
  const shape = operand.kind;
  if (shape !== 'missing' && !operands.includes(shape) && cursor.errorCount === before)
    cursor.report('operand-shape', start, operand.end, operands, operator);
  return operand;
}

/** Reads the predicates after an operator, also where it takes none of them. */
function parsePredicates(cursor: Cursor, operator: OperatorName): readonly Predicate[] {
  const predicates: Predicate[] = [];
  const { predicates: allowed } = operatorShapes[operator];
  while (isPredicate(cursor.kind)) {
    const name = predicateNames[cursor.kind]!;
    const start = cursor.take();
    const nameEnd = cursor.lastEnd;
    if (!allowed.includes(name)) cursor.report('predicate-of-operator', start, nameEnd, [], operator);
    const operand = parseOperand(cursor, predicateOperand);
    predicates.push(new PredicateNode(cursor.source, start, cursor.lastEnd, name, nameEnd, operand));
  }
  return predicates;
}

const predicateOperand: readonly Expectation[] = ['value', 'function', 'list', 'empty'];
const predicateNames: Partial<Record<TokenKind, PredicateName>> = {
  [TokenKind.After]: 'after',
  [TokenKind.Before]: 'before',
  [TokenKind.By]: 'by',
  [TokenKind.During]: 'during',
  [TokenKind.On]: 'on',
  [TokenKind.From]: 'from',
  [TokenKind.To]: 'to',
};

/** True where a term begins at the cursor: a field's name with an operator after it. */
export function isAtTerm(cursor: Cursor): boolean {
  if (cursor.kind < TokenKind.Word || cursor.kind > TokenKind.Reserved)
    return cursor.at(TokenKind.CustomField);
  const next = cursor.peek();
  return isOperatorStart(next) || next === TokenKind.OpenBracket;
}
