import type { Json } from '../../protocol/json.ts';
import { arrayOf, isObject, type JsonObject } from '../json.ts';
import { shorten } from '../shorten.ts';

/** Keeps the parts of an issue to a size that a panel can show, and remembers which it cut. */
export class Caps {
  readonly #items: number;
  readonly #shortened = new Set<string>();

  constructor({ items }: { readonly items: number }) {
    this.#items = items;
  }

  /** The parts that were cut. */
  get shortened(): readonly string[] {
    return [...this.#shortened];
  }

  text(part: string, text: string, most: number): string {
    if (text.length <= most) return text;
    this.#shortened.add(part);
    return shorten(text, most);
  }

  /** The last items of a list, where there are too many; what is no list has none. */
  items<Item>(part: string, list: readonly Item[]): readonly Item[];
  items(part: string, list: Json | undefined): readonly Json[];
  items(part: string, list: readonly Json[] | Json | undefined): readonly Json[] {
    const items = arrayOf(list) ?? [];
    if (items.length <= this.#items) return items;
    this.#shortened.add(part);
    return items.slice(-this.#items);
  }

  /** Those of them that are objects. */
  list(part: string, list: Json | undefined): JsonObject[] {
    return this.items(part, list).filter(isObject);
  }
}
