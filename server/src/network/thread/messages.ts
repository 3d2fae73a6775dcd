/** The messages between the server's thread and the network thread. The calls are those of `Backend`. */
import type { SessionState } from '#shared/protocol/sites/login.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { AnswerOf, CallName, BackendSettings } from '../backend.ts';
import type { CallbackUse, SentArgument } from './sent-arguments.ts';

/** `call`: the number that the answer repeats. */
export interface Call {
  readonly kind: 'call';
  readonly call: number;
  readonly name: CallName;
  readonly args: readonly SentArgument[];
}

export interface Answer<Name extends CallName = CallName> {
  readonly kind: 'answer';
  readonly call: number;
  readonly name: Name;
  readonly answer: AnswerOf<Name>;
}

export const isAnswerTo = <Name extends CallName>(message: FromCall, name: Name): message is Answer<Name> =>
  message.kind === 'answer' && message.name === name;

export type ToWorker =
  | Call
  | { readonly kind: 'abort'; readonly call: number }
  | { readonly kind: 'configure'; readonly settings: BackendSettings }
  | { readonly kind: 'release'; readonly run: string }
  /** The vault's result. */
  | {
      readonly kind: 'secret';
      readonly question: number;
      readonly value?: string | undefined;
      readonly failed?: true;
    };

/** Messages of the worker about a call. */
export type FromCall =
  /** The call has started. */
  | { readonly kind: 'begun'; readonly call: number }
  /** The worker calls a function that is an argument of the call. */
  | { readonly kind: 'callback'; readonly call: number; readonly use: CallbackUse }
  /** The worker has cancelled the call; the result follows. */
  | { readonly kind: 'aborted'; readonly call: number }
  | Answer
  | Thrown;

/** An internal error. Its message stays in the worker, because it could quote a secret. */
interface Thrown {
  readonly kind: 'thrown';
  readonly call: number;
  readonly name: string;
  /** The lines of the stack trace. */
  readonly frames: readonly string[];
}

/** Describes an error for the other thread by its name and its frames: its message may hold secrets. */
export function thrownBy(call: number, error: unknown): Thrown {
  const { name, stack = '' } = error instanceof Error ? error : new Error(typeof error);
  const frames = stack.split('\n').filter(line => /^\s+at /.test(line));
  return { kind: 'thrown', call, name, frames };
}

/** An error for the log, as if it was thrown in this thread. */
export const errorOf = ({ name, frames }: Thrown): Error =>
  Object.assign(new Error(name), { name, stack: [name, ...frames].join('\n') });

/** Messages of the worker that belong to no call: a request to the vault, or a changed session. */
export type WorkerMessage =
  | {
      readonly kind: 'vault';
      readonly question: number;
      readonly operation: 'get' | 'set' | 'delete';
      readonly key: string;
      /** For a `get`: the name of the site. */
      readonly site?: string;
      /** For a `set`: the value to store. */
      readonly value?: string;
    }
  | { readonly kind: 'sessionChanged'; readonly site: Site; readonly state: SessionState };

export type FromWorker = FromCall | WorkerMessage;
