import phrases from '../../../catalogue/messages/jql-expectations.json' with { type: 'json' };
import { wordingOf } from '../../language/wording.ts';

/** Parts of sentences that are put together from what a query holds. */
export const phrase = wordingOf(phrases);

/** `a, b or c`; at most eight, as nobody reads more. */
export function listed(items: Iterable<string>): string {
  const shown = [...items].slice(0, 8);
  const last = shown.pop();
  if (last === undefined || shown.length === 0) return last ?? '';
  return shown.join(phrase('list.next')) + phrase('list.last') + last;
}
