/** Cuts a list to the length that an answer may have, and counts the rest. */
import type { Json } from '#shared/protocol/json.ts';
import { counted, say } from './refusal.ts';
import type { Outcome } from './tool.ts';

/** The first items whose JSON has at most so many characters in all; at least one, if there is any. */
export function fitting<Item extends Json>(items: readonly Item[], characters: number): readonly Item[] {
  let charactersLeft = characters;
  const place = items.findIndex((item, index) => {
    charactersLeft -= JSON.stringify(item).length + 1;
    return charactersLeft < 0 && index > 0;
  });
  return place < 0 ? items : items.slice(0, place);
}

/** The summary and the facts of a list of which only the first entries are in the answer. */
export function shownPart(
  tool: 'complete' | 'explain' | 'list',
  noun: 'query' | 'entry',
  shown: number,
  total: number,
): Pick<Outcome, 'summary' | 'facts'> {
  const complete = shown === total;
  return {
    summary: say(`${tool}.${complete ? 'all' : 'cut'}`, { count: shown, found: counted(noun, total) }),
    facts: { returned: shown, total, complete },
  };
}
