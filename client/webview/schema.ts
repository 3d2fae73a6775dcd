/** Checks of values that come from the other side of a message channel; a type is what its check lets through. */
export type Check<T> = (value: unknown) => value is T;
export type Checked<C> = C extends Check<infer T> ? T : never;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

type Shape = Readonly<Record<string, Check<unknown>>>;
type Required<S extends Shape> = { readonly [K in keyof S]: Checked<S[K]> };
type Optional<S extends Shape> = { readonly [K in keyof S]?: Checked<S[K]> };

export const text = (value: unknown): value is string => typeof value === 'string';
export const number = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);
export const count = (value: unknown): value is number =>
  number(value) && Number.isInteger(value) && value >= 0;
export const flag = (value: unknown): value is boolean => typeof value === 'boolean';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Anything that JSON can say. */
export const json = (value: unknown): value is Json => {
  if (value === null || text(value) || number(value) || flag(value)) return true;
  if (Array.isArray(value)) return value.every(json);
  return isRecord(value) && Object.values(value).every(json);
};

/** One of the given words. */
export const oneOf =
  <T extends string>(...words: readonly T[]): Check<T> =>
  (value): value is T =>
    words.some(word => word === value);

export const list =
  <T>(item: Check<T>): Check<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(item);

/** An object used as a dictionary. */
export const dictionary =
  <T>(item: Check<T>): Check<Readonly<Record<string, T>>> =>
  (value): value is Readonly<Record<string, T>> =>
    isRecord(value) && Object.values(value).every(item);

/** An object with these properties; others are let through unread. */
export const object =
  <S extends Shape>(shape: S): Check<Required<S>> =>
  (value): value is Required<S> =>
    isRecord(value) &&
    Object.entries(shape).every(([key, check]) => Object.hasOwn(value, key) && check(value[key]));

/** An object with the properties of the first shape, and perhaps those of the second. */
export const objectWith =
  <S extends Shape, O extends Shape>(shape: S, optional: O): Check<Required<S> & Optional<O>> =>
  (value): value is Required<S> & Optional<O> =>
    object(shape)(value) &&
    isRecord(value) &&
    Object.entries(optional).every(([key, check]) => value[key] === undefined || check(value[key]));

/** A value that one of the checks lets through. */
export const either =
  <C extends readonly Check<unknown>[]>(...checks: C): Check<Checked<C[number]>> =>
  (value): value is Checked<C[number]> =>
    checks.some(check => check(value));
