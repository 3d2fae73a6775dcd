import { type JqlCatalogue, functionOf } from '../catalogue/catalogue.ts';
import { dateOfFunction, readDate, readIncrement } from './read-date.ts';
import type { FunctionCall, Operand, Value } from '../syntax/tree/operands.ts';

/** The moment that a date in a query means. */
export interface Moment {
  /** Milliseconds since 1970; always one that a `Date` can hold. */
  readonly time: number;
  /** `number` = a bare number, milliseconds since 1970; `day` = a calendar day; `relative` = depends on now. */
  readonly kind: 'number' | 'day' | 'relative';
}

/** The largest distance from 1970, in milliseconds, that a `Date` can hold. */
const farthest = 8.64e15;

/**
 * Returns the moment that an operand means.
 *
 * @param now milliseconds since 1970
 * @returns undefined for a text that is not a date, for one that only the tracker knows, and for one too far away to be shown
 */
export function momentOf(operand: Operand, catalogue: JqlCatalogue, now: number): Moment | undefined {
  if (operand.kind === 'value') return momentOfValue(operand, now);
  const calledFunction = operand.kind === 'function' ? functionOf(catalogue, operand.name) : undefined;
  return operand.kind === 'function' && calledFunction
    ? momentOfCall(operand, calledFunction.name, now)
    : undefined;
}

/** Returns the moment of a value, as `momentOf` does. */
export function momentOfValue({ text, form }: Value, now: number): Moment | undefined {
  if (form === 'number') return bounded(Number(text), 'number');
  const date = readDate(text, now);
  return typeof date === 'string' ? undefined : bounded(date.time, date.relative ? 'relative' : 'day');
}

/** Returns the moment of a function, as `momentOf` does. `name` is its built-in name. */
export function momentOfCall(
  { arguments: list }: FunctionCall,
  name: string,
  now: number,
): Moment | undefined {
  const [first] = list;
  const step = first?.kind === 'value' ? readIncrement(first.text) : undefined;
  if (first !== undefined && step === undefined) return undefined;
  const time = dateOfFunction(name, step, now);
  return time === undefined ? undefined : bounded(time, 'relative');
}

const bounded = (time: number, kind: Moment['kind']): Moment | undefined =>
  Math.abs(time) <= farthest ? { time, kind } : undefined;
