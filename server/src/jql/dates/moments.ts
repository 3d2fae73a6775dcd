import { type JqlCatalogue, functionOf } from '../catalogue/catalogue.ts';
import { dateOfFunction, readDate, readIncrement } from './read-date.ts';
import type { FunctionCall, Operand, Value } from '../syntax/tree/operands.ts';

/** What a date in a query comes to. */
export interface Moment {
  /** Milliseconds since 1970; always one that a `Date` can hold. */
  readonly time: number;
  /** A bare number, milliseconds since 1970; a day of the calendar; or what depends on now. */
  readonly kind: 'number' | 'day' | 'relative';
}

/** The farthest moment from 1970, in milliseconds, that a `Date` can hold. */
const farthest = 8.64e15;

/**
 * The moment that an operand stands for.
 *
 * @param now milliseconds since 1970
 * @returns undefined for what is not a date, for one that only the tracker knows, and for one too far away to be shown
 */
export function momentOf(operand: Operand, catalogue: JqlCatalogue, now: number): Moment | undefined {
  if (operand.kind === 'value') return momentOfValue(operand, now);
  const calledFunction = operand.kind === 'function' ? functionOf(catalogue, operand.name) : undefined;
  return operand.kind === 'function' && calledFunction
    ? momentOfCall(operand, calledFunction.name, now)
    : undefined;
}

/** As `momentOf`, of a value. */
export function momentOfValue({ text, form }: Value, now: number): Moment | undefined {
  if (form === 'number') return bounded(Number(text), 'number');
  const read = readDate(text, now);
  return typeof read === 'string' ? undefined : bounded(read.time, read.relative ? 'relative' : 'day');
}

/** As `momentOf`, of a function. `name` is the one that it is built in with. */
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
