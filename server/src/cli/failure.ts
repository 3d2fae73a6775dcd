import texts from '../../catalogue/messages/cli.json' with { type: 'json' };
import type { Values } from '../common/template.ts';
import { wordingOf } from '../language/wording.ts';

export type CliMessage = keyof typeof texts;

export const say = wordingOf(texts);

/** As `say`, by a key that is in data. */
export const sayBy = wordingOf<string>(texts);

/** What keeps a verb from being done, as a sentence for the user. */
export class Failure extends Error {
  constructor(message: CliMessage, values: Values = {}) {
    super(say(message, values));
  }

  /** A failure that a site or a language has worded. */
  static worded(sentence: string): Failure {
    return new Failure('worded', { sentence });
  }
}

/** Why the system refused, as users know it. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown reason';
}

/** A number with its noun. */
export const counted = (noun: keyof typeof plurals, count: number): string =>
  say(`count.${count === 1 ? noun : plurals[noun]}`, { count });

const plurals = {
  file: 'files',
  query: 'queries',
  fix: 'fixes',
  error: 'errors',
  warning: 'warnings',
  information: 'informations',
  hint: 'hints',
  change: 'changes',
  problem: 'problems',
  row: 'rows',
  request: 'requests',
} as const;
