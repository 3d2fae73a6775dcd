/** Parses clauses: terms, and AND, OR, NOT and parentheses around them. */
import type { Cursor } from './cursor.ts';
import { parseField } from './parse-field.ts';
import type { Expectation } from './jql-query.ts';
import { type OperatorName, type PredicateName, operatorShapes } from './operators.ts';
import {
  Predicate,
  Operator,
  TermClause,
  type Clause,
  CompoundClause,
  GroupClause,
  NotClause,
} from './tree/clauses.ts';
import type { Missing } from './tree/node.ts';
import type { Operand } from './tree/operands.ts';
import { parseOperand } from './parse-operand.ts';
import { isOperatorSign, isOperatorStart, isPredicate, TokenKind } from './token-kinds.ts';

/** Parses `field operator operand predicates`; a missing part is a missing node. */
function parseTerm(cursor: Cursor): TermClause | Missing {
  const before = cursor.errorCount;
  const { source, terms } = cursor;
  const { length: index } = terms;
  const field = parseField(cursor);
  const operator = parseOperator(cursor);
  if (operator.kind === 'missing') {
    if (field.kind === 'missing') return field;
    return addTerm(
      terms,
      new TermClause(source, field.start, field.end, index, field, operator, undefined, none),
    );
  }
  const start = field.kind === 'missing' ? operator.start : field.start;
  const takesOperand = operator.name !== 'changed';
  const operand = takesOperand ? parseOperandOf(cursor, operator.name, before) : undefined;
  const predicates = isPredicate(cursor.kind) ? parsePredicates(cursor, operator.name) : none;
  return addTerm(
    terms,
    new TermClause(source, start, cursor.lastEnd, index, field, operator, operand, predicates),
  );
}

function addTerm(terms: TermClause[], term: TermClause): TermClause {
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

function parseOperator(cursor: Cursor): Operator | Missing {
  const { kind, start } = cursor;
  const name = signs[kind] ?? parseWords(cursor, kind);
  if (name === undefined) {
    cursor.rejectToken('expected', ['operator']);
    return cursor.createMissing();
  }
  if (signs[kind] !== undefined) cursor.skip();
  return new Operator(cursor.source, start, cursor.lastEnd, name);
}

/** Moves past an operator, which can have several words; returns its name, `undefined` = not an operator. */
function parseWords(cursor: Cursor, kind: TokenKind): OperatorName | undefined {
  if (kind === TokenKind.Is) {
    cursor.skip();
    return skipIf(cursor, TokenKind.Not) ? 'is not' : 'is';
  }
  if (kind === TokenKind.Was) {
    cursor.skip();
    if (skipIf(cursor, TokenKind.Not)) return skipIf(cursor, TokenKind.In) ? 'was not in' : 'was not';
    return skipIf(cursor, TokenKind.In) ? 'was in' : 'was';
  }
  if (kind !== TokenKind.Not) return undefined;
  cursor.skip();
  if (!skipIf(cursor, TokenKind.In)) cursor.rejectToken('expected', ['in']);
  return 'not in';
}

function skipIf(cursor: Cursor, kind: TokenKind): boolean {
  const isThere = cursor.kind === kind;
  if (isThere) cursor.skip();
  return isThere;
}

/** Parses an operand, and reports an error where the operator takes none of that shape. */
function parseOperandOf(cursor: Cursor, operator: OperatorName, before: number): Operand {
  const { operands } = operatorShapes[operator];
  while (isOperatorSign(cursor.kind)) {
    cursor.rejectToken('expected', operands, operator);
    cursor.skip();
  }
  const { start } = cursor;
  const operand = parseOperand(cursor, operands);
  const shape = operand.kind;
  if (shape !== 'missing' && !operands.includes(shape) && cursor.errorCount === before)
    cursor.report('operand-shape', start, operand.end, operands, operator);
  return operand;
}

/** Parses the predicates after an operator, also where the operator takes none of them. */
function parsePredicates(cursor: Cursor, operator: OperatorName): readonly Predicate[] {
  const predicates: Predicate[] = [];
  const { predicates: allowed } = operatorShapes[operator];
  while (isPredicate(cursor.kind)) {
    const name = predicateNames[cursor.kind]!;
    const start = cursor.take();
    const nameEnd = cursor.lastEnd;
    if (!allowed.includes(name)) cursor.report('predicate-of-operator', start, nameEnd, [], operator);
    const operand = parseOperand(cursor, predicateOperand);
    predicates.push(new Predicate(cursor.source, start, cursor.lastEnd, name, nameEnd, operand));
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
function isAtTerm(cursor: Cursor): boolean {
  if (cursor.kind < TokenKind.Word || cursor.kind > TokenKind.Reserved)
    return cursor.at(TokenKind.CustomField);
  const next = cursor.peek();
  return isOperatorStart(next) || next === TokenKind.OpenBracket;
}

/** Parses clauses with `and` and `or` between them, up to a closing parenthesis, `order` or the end. */
export const parseClauses = (cursor: Cursor): Clause => parseCompound(cursor, 'or');

/** Parses clauses joined by `or`, each of which consists of clauses joined by `and`. */
function parseCompound(cursor: Cursor, kind: 'and' | 'or'): Clause {
  const first = kind === 'or' ? parseCompound(cursor, 'and') : parseOne(cursor);
  const connective = kind === 'or' ? TokenKind.Or : TokenKind.And;
  if (!cursor.at(connective) && !isConnectiveMissing(cursor, kind)) return first;
  const clauses = [first];
  const places: number[] = [];
  let last = first;
  while (cursor.at(connective) || isConnectiveMissing(cursor, kind)) {
    places.push(cursor.at(connective) ? cursor.take() : cursor.lastEnd, cursor.lastEnd);
    last = kind === 'or' ? parseCompound(cursor, 'and') : parseOne(cursor);
    clauses.push(last);
  }
  return new CompoundClause(cursor.source, first.start, last.end, kind, clauses, places);
}

/** True where a term directly follows another one: it is read as if there were an `and`. */
function isConnectiveMissing(cursor: Cursor, kind: 'and' | 'or'): boolean {
  return kind === 'and' && isUnexpected(cursor.kind) && isAtTerm(cursor);
}

function parseOne(cursor: Cursor): Clause {
  const before = cursor.errorCount;
  const clause = parseUnary(cursor);
  if (isUnexpected(cursor.kind)) skipUnexpected(cursor, cursor.errorCount > before);
  return clause;
}

function parseUnary(cursor: Cursor): Clause {
  if (cursor.at(TokenKind.Open)) return parseGroup(cursor);
  if (cursor.at(TokenKind.Bang)) return parseNot(cursor);
  // `not in` is an operator without its field.
  if (cursor.at(TokenKind.Not) && !isOperatorOrIn(cursor.peek())) return parseNot(cursor);
  return parseTerm(cursor);
}

const isOperatorOrIn = (kind: TokenKind): boolean => isOperatorSign(kind) || kind === TokenKind.In;

function parseNot(cursor: Cursor): NotClause {
  const { start, end: operatorEnd } = cursor;
  const inner = cursor.enter() ? parseNegated(cursor) : skipNegations(cursor);
  return new NotClause(cursor.source, start, Math.max(operatorEnd, inner.end), operatorEnd, inner);
}

function parseNegated(cursor: Cursor): Clause {
  cursor.skip();
  const clause = parseUnary(cursor);
  cursor.leave();
  return clause;
}

function skipNegations(cursor: Cursor): Clause {
  while (cursor.at(TokenKind.Not) || cursor.at(TokenKind.Bang)) cursor.skip();
  if (cursor.at(TokenKind.Open)) cursor.skipGroup();
  return cursor.createMissing();
}

function parseGroup(cursor: Cursor): GroupClause {
  const { source, start } = cursor;
  if (!cursor.enter()) {
    const closed = cursor.skipGroup();
    return new GroupClause(source, start, cursor.lastEnd, cursor.createMissing(), closed);
  }
  cursor.skip();
  const clause = parseClauses(cursor);
  cursor.leave();
  const closed = cursor.at(TokenKind.Close);
  if (closed) cursor.skip();
  else cursor.reportUnclosed(start);
  const end = closed ? cursor.lastEnd : Math.max(start + 1, clause.end);
  return new GroupClause(source, start, end, clause, closed);
}

const afterClause: readonly Expectation[] = ['connective', 'order-by'];

/** True for a token that can neither continue nor end clauses. */
const isUnexpected = (kind: TokenKind): boolean =>
  kind !== TokenKind.End &&
  kind !== TokenKind.And &&
  kind !== TokenKind.Or &&
  kind !== TokenKind.Close &&
  kind !== TokenKind.Order;

/**
 * Skips to a token that can continue the query; reports the first skipped token unless the clause before it has an
 * error.
 */
function skipUnexpected(cursor: Cursor, isReported: boolean): void {
  if (!isReported) cursor.rejectToken('unexpected', afterClause);
  while (isUnexpected(cursor.kind) && !isAtTerm(cursor)) {
    if (cursor.at(TokenKind.Open)) cursor.skipGroup();
    else cursor.skip();
  }
}
