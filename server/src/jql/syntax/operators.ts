/** The operators of JQL: their names, the operands and predicates they take, and how they relate to each other. */
import type { Operand } from './tree/operands.ts';

export type OperatorName =
  | '='
  | '!='
  | '~'
  | '!~'
  | '<'
  | '>'
  | '<='
  | '>='
  | 'in'
  | 'not in'
  | 'is'
  | 'is not'
  | 'was'
  | 'was not'
  | 'was in'
  | 'was not in'
  | 'changed';

export type PredicateName = 'after' | 'before' | 'by' | 'during' | 'on' | 'from' | 'to';

type OperandShape = Exclude<Operand['kind'], 'missing'>;

/** The operands and predicates that the grammar allows after an operator. */
export interface OperatorShape {
  /** Empty = it takes no operand. */
  readonly operands: readonly OperandShape[];
  /** The predicates that can follow its operand, in any order. */
  readonly predicates: readonly PredicateName[];
}

const one: readonly OperandShape[] = ['value', 'function'];
const oneOrEmpty: readonly OperandShape[] = ['value', 'function', 'empty'];
const several: readonly OperandShape[] = ['list', 'function'];
const history: readonly PredicateName[] = ['after', 'before', 'by', 'during', 'on'];

/** The shape of every operator. */
export const operatorShapes: Readonly<Record<OperatorName, OperatorShape>> = {
  '=': { operands: oneOrEmpty, predicates: [] },
  '!=': { operands: oneOrEmpty, predicates: [] },
  '~': { operands: oneOrEmpty, predicates: [] },
  '!~': { operands: oneOrEmpty, predicates: [] },
  '<': { operands: one, predicates: [] },
  '>': { operands: one, predicates: [] },
  '<=': { operands: one, predicates: [] },
  '>=': { operands: one, predicates: [] },
  in: { operands: several, predicates: [] },
  'not in': { operands: several, predicates: [] },
  is: { operands: ['empty'], predicates: [] },
  'is not': { operands: ['empty'], predicates: [] },
  was: { operands: oneOrEmpty, predicates: history },
  'was not': { operands: oneOrEmpty, predicates: history },
  'was in': { operands: several, predicates: history },
  'was not in': { operands: several, predicates: history },
  changed: { operands: [], predicates: [...history, 'from', 'to'] },
};

const counterparts: Readonly<Partial<Record<OperatorName, OperatorName>>> = {
  '=': 'in',
  '!=': 'not in',
  in: '=',
  'not in': '!=',
  was: 'was in',
  'was not': 'was not in',
  'was in': 'was',
  'was not in': 'was not',
};

/** Returns the operator with the same meaning for a list instead of one value, or the other way round; `undefined` = none. */
export const counterpart = (operator: OperatorName): OperatorName | undefined => counterparts[operator];

/** True for an operator that takes a list, or a function that returns one. */
export const takesList = (operator: OperatorName): boolean =>
  operator === 'in' || operator === 'not in' || operator === 'was in' || operator === 'was not in';

/** True for an operator that searches the history of a field. */
export const isHistory = (operator: OperatorName): boolean =>
  operator === 'changed' || operator.startsWith('was');

/** True for an operator that searches a text for words. */
export const isTextSearch = (operator: OperatorName): boolean => operator === '~' || operator === '!~';

/** True for an operator that compares which of two values comes first. */
export const isOrder = (operator: OperatorName): boolean =>
  operator.startsWith('<') || operator.startsWith('>');

/** Returns the operator with the same meaning when both sides are exchanged: `>` for `<`. */
export const mirrored = (operator: string): string => mirroredOrders.get(operator) ?? operator;

const mirroredOrders: ReadonlyMap<string, string> = new Map([
  ['<', '>'],
  ['>', '<'],
  ['<=', '>='],
  ['>=', '<='],
]);
