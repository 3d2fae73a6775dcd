/** The building blocks of the protocol's schemas. They validate values and never change them, except in settings. */
import * as v from 'valibot';

/** An object with these members; further members are ignored. */
export const object = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(v.object(entries), v.readonly());

/** A list that cannot be changed. */
export const list = <const Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.readonly());

/** An object whose keys are data. */
export const dictionary = <const Value extends v.GenericSchema>(value: Value) =>
  v.pipe(
    v.record(v.string(), value),
    v.check(entries => !Array.isArray(entries)),
    v.readonly(),
  );

/** A whole number that is not negative. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A member that may be absent. */
export const optional = v.exactOptional;

/** A type guard for values that a schema accepts. Only for schemas that do not transform values. */
export const accepts =
  <const Schema extends v.GenericSchema>(schema: Schema) =>
  (value: unknown): value is v.InferOutput<Schema> =>
    v.is(schema, value);

/** A request by its method, with type guards for its parameters and its result. */
export interface RequestType<Params, Result> {
  readonly method: string;
  readonly isParams: (value: unknown) => value is Params;
  readonly isResult: (value: unknown) => value is Result;
}

/** A request of the protocol with checks of its parameters and its result. */
export const request = <const P extends v.GenericSchema, const R extends v.GenericSchema>(
  method: string,
  params: P,
  result: R,
): RequestType<v.InferOutput<P>, v.InferOutput<R>> => ({
  method,
  isParams: accepts(params),
  isResult: accepts(result),
});

/** A notification by its method, with a type guard for its parameters. */
export interface NotificationType<Params> {
  readonly method: string;
  readonly isParams: (value: unknown) => value is Params;
}

/** A notification of the protocol with a check of its parameters. */
export const notification = <const P extends v.GenericSchema>(
  method: string,
  params: P,
): NotificationType<v.InferOutput<P>> => ({ method, isParams: accepts(params) });
