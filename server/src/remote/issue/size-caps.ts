import type { Json } from '../../protocol/json.ts';
import { arrayOf, isObject, type JsonObject } from '../json.ts';
import { shorten } from '../../common/shorten.ts';

/** Limits the parts of an issue to a size that a panel can show, and remembers which ones were shortened. */
export class SizeCaps {
  readonly #items: number;
  readonly #shortened = new Set<string>();

  constructor({ items }: { readonly items: number }) {
    this.#items = items;
  }

  /** The parts that were shortened. */
  get shortened(): readonly string[] {
    return [...this.#shortened];
  }

  text(part: string, text: string, maximum: number): string {
    if (text.length <= maximum) return text;
    this.#shortened.add(part);
    return shorten(text, maximum);
  }

  /** The last items of a list, if there are too many; none of a value that is not a list. */
  items<Item>(part: string, list: readonly Item[]): readonly Item[];
  items(part: string, list: Json | undefined): readonly Json[];
  items(part: string, list: readonly Json[] | Json | undefined): readonly Json[] {
    const items = arrayOf(list) ?? [];
    if (items.length <= this.#items) return items;
    this.#shortened.add(part);
    return items.slice(-this.#items);
  }

  /** Like `items`, with objects only. */
  list(part: string, list: Json | undefined): JsonObject[] {
    return this.items(part, list).filter(isObject);
  }
}
