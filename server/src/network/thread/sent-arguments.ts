/**
 * The arguments of a call as a message can hold them: a signal and functions stay in their thread, and are replaced in the
 * other one by a signal of its own and by functions that send messages back.
 */

/** An argument, or the place of one that stays in its thread. */
export type SentArgument =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'signal' }
  | { readonly kind: 'function' }
  /** An object with these methods. */
  | { readonly kind: 'methods'; readonly names: readonly string[] };

/** A use of a function that stayed in its thread. */
export interface CallbackUse {
  /** The index of the argument. */
  readonly argument: number;
  /** The name of the method; absent = the argument itself is the function. */
  readonly method?: string;
  readonly args: readonly unknown[];
}

export const toSentArguments = (args: readonly unknown[]): SentArgument[] => args.map(toSentArgument);

function toSentArgument(value: unknown): SentArgument {
  if (value instanceof AbortSignal) return { kind: 'signal' };
  if (typeof value === 'function') return { kind: 'function' };
  const names = methodNames(value);
  return names.length > 0 ? { kind: 'methods', names } : { kind: 'value', value };
}

/** The names of an object's methods, its own and those of its class; `[]` for a value that can be sent. */
function methodNames(value: unknown): string[] {
  const names = new Set<string>();
  for (let owner = value; isObject(owner) && owner !== Object.prototype; owner = Object.getPrototypeOf(owner))
    for (const [name, { value: member }] of Object.entries(Object.getOwnPropertyDescriptors(owner)))
      if (typeof member === 'function' && name !== 'constructor') names.add(name);
  return Array.isArray(value) ? [] : [...names];
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The signal among the arguments; `undefined` = the call cannot be cancelled. */
export const signalIn = (args: readonly unknown[]): AbortSignal | undefined =>
  args.find(arg => arg instanceof AbortSignal);

/** Calls a function of this thread, as the other thread asked. */
export function invokeCallback(
  args: readonly unknown[],
  { argument, method, args: values }: CallbackUse,
): void {
  const target = args[argument];
  const callback: unknown = method !== undefined && isObject(target) ? Reflect.get(target, method) : target;
  if (typeof callback === 'function') Reflect.apply(callback, target, values);
}

/**
 * The arguments in the thread that executes the call.
 *
 * @param signal takes the place of the caller's signal
 * @param use has a function of the caller called
 */
export const fromSentArguments = (
  sent: readonly SentArgument[],
  signal: AbortSignal,
  use: (callback: CallbackUse) => void,
): unknown[] =>
  sent.map((item, argument) => {
    switch (item.kind) {
      case 'value':
        return item.value;
      case 'signal':
        return signal;
      case 'function':
        return (...args: unknown[]) => use({ argument, args });
      case 'methods':
        return Object.fromEntries(
          item.names.map(method => [method, (...args: unknown[]) => use({ argument, method, args })]),
        );
    }
  });
