import type fixMessages from '../../catalogue/messages/jql-fixes.json';
import type commonFixMessages from '../../catalogue/messages/query-file-fixes.json';
import type messages from '../../catalogue/messages/jql.json';
import phrases from '../../catalogue/messages/jql-expectations.json' with { type: 'json' };
import { wordingOf } from '#shared/base/text/wording.ts';

/** The key of a problem's wording. */
export type JqlMessage = keyof typeof messages;

/** The key of a fix's title. */
export type JqlFixTitle = keyof typeof fixMessages | keyof typeof commonFixMessages;

/** Phrases for messages that are built from parts of a query. */
export const say = wordingOf(phrases);

/** Returns `a, b or c`, with at most eight items. */
export function alternativesText(items: Iterable<string>): string {
  const names = [...items].slice(0, 8);
  const last = names.pop();
  if (last === undefined || names.length === 0) return last ?? '';
  return names.join(say('list.next')) + say('list.last') + last;
}
