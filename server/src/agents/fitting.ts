import type { Json } from '../protocol/json.ts';

/** The first items whose JSON has at most so many characters in all; at least one, if there is any. */
export function fitting<Item extends Json>(items: readonly Item[], characters: number): readonly Item[] {
  let left = characters;
  const place = items.findIndex((item, index) => {
    left -= JSON.stringify(item).length + 1;
    return left < 0 && index > 0;
  });
  return place < 0 ? items : items.slice(0, place);
}
