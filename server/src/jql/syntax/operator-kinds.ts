import type { OperatorName } from './nodes.ts';

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

/** The operator that asks the same of a list instead of one value, or the other way round; `undefined` = none. */
export const counterpart = (operator: OperatorName): OperatorName | undefined => counterparts[operator];

/** Takes a list, or a function that brings one. */
export const takesList = (operator: OperatorName): boolean =>
  operator === 'in' || operator === 'not in' || operator === 'was in' || operator === 'was not in';

export const isHistory = (operator: OperatorName): boolean =>
  operator === 'changed' || operator.startsWith('was');

/** Asks for a text that holds words. */
export const isTextSearch = (operator: OperatorName): boolean => operator === '~' || operator === '!~';

/** Asks which of two comes first. */
export const isOrder = (operator: OperatorName): boolean =>
  operator.startsWith('<') || operator.startsWith('>');

/** The operator that asks the same with both sides exchanged. */
export const mirrored = (operator: string): string => mirroredOrders.get(operator) ?? operator;

const mirroredOrders: ReadonlyMap<string, string> = new Map([
  ['<', '>'],
  ['>', '<'],
  ['<=', '>='],
  ['>=', '<='],
]);
