import type { Operand, OperatorName, PredicateName } from './nodes.ts';

export type OperandShape = Exclude<Operand['kind'], 'missing'>;

/** What the grammar lets an operator take. */
export interface OperatorShape {
  /** Empty = it takes no operand. */
  readonly operands: readonly OperandShape[];
  /** What can follow its operand, in any order. */
  readonly predicates: readonly PredicateName[];
}

const one: readonly OperandShape[] = ['value', 'function'];
const oneOrEmpty: readonly OperandShape[] = ['value', 'function', 'empty'];
const several: readonly OperandShape[] = ['list', 'function'];
const history: readonly PredicateName[] = ['after', 'before', 'by', 'during', 'on'];

/** Every operator, by what its grammar takes. */
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
