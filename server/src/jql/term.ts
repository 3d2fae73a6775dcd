import type { Cursor } from './cursor.ts';
import { parseField } from './field.ts';
import type {
  Expectation,
  Missing,
  Operand,
  Operator,
  OperatorName,
  Predicate,
  PredicateName,
  TermClause,
} from './nodes.ts';
import { parseOperand } from './operand.ts';
import { type OperatorShape, operatorShapes } from './operators.ts';
import { isOperatorSign, isOperatorStart, isPredicate, TokenKind } from './tokens.ts';

/** Reads `field operator operand predicates`; what is missing is a hole. */
export function parseTerm(cursor: Cursor): TermClause | Missing {
  const before = cursor.errorCount;
  const field = parseField(cursor);
  const operator = parseOperator(cursor);
  if (field.kind === 'missing' && operator.kind === 'missing') return field;
  const { start } = field.kind === 'missing' ? operator.span : field.span;
  if (operator.kind === 'missing')
    return { kind: 'term', span: { start, end: field.span.end }, field, operator, predicates: none };
  const shape = operatorShapes[operator.name];
  const takesOperand = shape.operands.length > 0;
  const operand = takesOperand ? parseOperandOf(cursor, operator, shape, before) : undefined;
  const predicates = isPredicate(cursor.kind) ? parsePredicates(cursor, operator, shape) : none;
  const last = predicates.at(-1) ?? operand ?? operator;
  const span = { start, end: Math.max(last.span.end, operator.span.end) };
  return operand === undefined
    ? { kind: 'term', span, field, operator, predicates }
    : { kind: 'term', span, field, operator, operand, predicates };
}

const none: readonly Predicate[] = [];

const signs: Partial<Record<TokenKind, OperatorName>> = {
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
};

function parseOperator(cursor: Cursor): Operator | Missing {
  const { kind } = cursor;
  const name = signs[kind];
  if (name !== undefined) return { kind: 'operator', span: cursor.take(), name };
  if (kind === TokenKind.Is) return parseWords(cursor, 'is', 'is not');
  if (kind === TokenKind.Was) return parseWas(cursor);
  if (kind === TokenKind.Not) return parseNotIn(cursor);
  cursor.refuse('expected', ['operator']);
  return cursor.missing();
}

function parseNotIn(cursor: Cursor): Operator {
  const { start, end } = cursor.take();
  if (cursor.at(TokenKind.In))
    return { kind: 'operator', span: { start, end: cursor.take().end }, name: 'not in' };
  cursor.refuse('expected', ['in']);
  return { kind: 'operator', span: { start, end }, name: 'not in' };
}

/** An operator of one word, or two with `not` behind it. */
function parseWords(cursor: Cursor, plain: OperatorName, negated: OperatorName): Operator {
  const { start, end } = cursor.take();
  if (!cursor.at(TokenKind.Not)) return { kind: 'operator', span: { start, end }, name: plain };
  return { kind: 'operator', span: { start, end: cursor.take().end }, name: negated };
}

function parseWas(cursor: Cursor): Operator {
  const was = parseWords(cursor, 'was', 'was not');
  if (!cursor.at(TokenKind.In)) return was;
  const span = { start: was.span.start, end: cursor.take().end };
  return { kind: 'operator', span, name: was.name === 'was' ? 'was in' : 'was not in' };
}

/** Reads an operand and says so where the operator takes none of that shape. */
function parseOperandOf(
  cursor: Cursor,
  operator: Operator,
  { operands }: OperatorShape,
  before: number,
): Operand {
  while (isOperatorSign(cursor.kind)) {
    cursor.refuse('expected', operands, operator.name);
    cursor.skip();
  }
  const { start: from } = cursor;
  const operand = parseOperand(cursor, operands);
  const shape = operand.kind;
  if (shape !== 'missing' && !operands.includes(shape) && cursor.errorCount === before)
    cursor.report('operand-shape', operand.span, from, operands, operator.name);
  return operand;
}

/** Reads the predicates behind an operator, also where it takes none of them. */
function parsePredicates(
  cursor: Cursor,
  operator: Operator,
  { predicates: allowed }: OperatorShape,
): readonly Predicate[] {
  const predicates: Predicate[] = [];
  while (isPredicate(cursor.kind)) {
    const name = predicateNames[cursor.kind]!;
    const { start: from } = cursor;
    const nameSpan = cursor.take();
    if (!allowed.includes(name)) cursor.report('predicate-of-operator', nameSpan, from, [], operator.name);
    const operand = parseOperand(cursor, predicateOperand);
    const end = Math.max(nameSpan.end, operand.span.end);
    predicates.push({ kind: 'predicate', span: { start: nameSpan.start, end }, name, nameSpan, operand });
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

/** True where a term begins at the cursor: a field's name with an operator behind it. */
export function isAtTerm(cursor: Cursor): boolean {
  if (cursor.kind < TokenKind.Word || cursor.kind > TokenKind.Reserved)
    return cursor.at(TokenKind.CustomField);
  const next = cursor.peek();
  return isOperatorStart(next) || next === TokenKind.OpenBracket;
}
