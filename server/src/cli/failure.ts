/** How a command of the command line ends: its exit code, and the reason why it fails. */
import type { Values } from '#shared/base/text/wording.ts';
import { type CliMessage, say } from './cli-texts.ts';

/** The reason why a command fails, as a sentence for the user. */
export class Failure extends Error {
  readonly key: CliMessage;

  constructor(message: CliMessage, values: Values = {}) {
    super(say(message, values));
    this.key = message;
  }

  /** A failure that a site or a language has worded. */
  static worded(sentence: string): Failure {
    return new Failure('worded', { sentence });
  }
}

/** The system’s code of an error, such as `ENOENT`. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown reason';
}

/** The stack of an unexpected error, for a bug report. */
export const faultOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** How a verb ended. */
export const exits = {
  fine: 0,
  findings: 1,
  failure: 2,
  incomplete: 3,
  interrupted: 130,
  closedPipe: 141,
  terminated: 143,
} as const;
export type Exit = (typeof exits)[keyof typeof exits];
