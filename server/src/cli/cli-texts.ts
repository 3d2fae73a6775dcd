import texts from '../../catalogue/messages/cli.json' with { type: 'json' };
import { wordingOf } from '#shared/base/text/wording.ts';

export type CliMessage = keyof typeof texts;

export const say = wordingOf(texts);

/** Like `say`, for a key that comes from data. */
export const sayBy = wordingOf<string>(texts);

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
  result: 'results',
  request: 'requests',
} as const;
