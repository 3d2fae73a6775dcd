import texts from '../../catalogue/messages/cli.json' with { type: 'json' };
import { type Values, wordingOf } from '#shared/base/text/wording.ts';
import { visibleLine } from '#shared/base/visible-text.ts';

export type CliMessage = keyof typeof texts;

const wording = wordingOf(texts);

/** A sentence whose values are on one line, so that no name of a file or a site looks like a sentence of its own. */
export const say = (message: CliMessage, values: Values = {}): string =>
  wording(message, message === 'fault' ? values : inOneLine(values));

const inOneLine = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? visibleLine(value) : value,
    ]),
  );

/** As `say`, by a key that is in data. */
export const sayByKey = wordingOf<string>(texts);

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
