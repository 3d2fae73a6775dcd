/** A word of a query that other queries of the workspace may need as well. */
export interface QueryWord {
  readonly kind: 'field' | 'sort' | 'function' | 'value';
  /** The field that a function or a value is for, in a wiki query what the value names; empty for a field itself. */
  readonly field: string;
  readonly text: string;
}

/** A text and how often it is used. */
export interface WordUse {
  readonly text: string;
  readonly count: number;
}

/** Counts words, whatever their case; each is kept as it was written first. */
export class WordCounts {
  readonly #tables = new Map<string, Map<string, WordUse>>();

  add({ kind, field, text }: QueryWord): void {
    const key = keyOf(kind, field);
    const table = this.#tables.get(key) ?? new Map<string, WordUse>();
    const lower = text.toLowerCase();
    const use = table.get(lower);
    this.#tables.set(key, table.set(lower, { text: use?.text ?? text, count: (use?.count ?? 0) + 1 }));
  }

  /** The words of a kind, for a field where the kind has one; the most used first. */
  of(kind: QueryWord['kind'], field = ''): readonly WordUse[] {
    const table = this.#tables.get(keyOf(kind, field));
    return table === undefined ? [] : [...table.values()].toSorted((a, b) => b.count - a.count);
  }

  /** How often a word is used. */
  count({ kind, field, text }: QueryWord): number {
    return this.#tables.get(keyOf(kind, field))?.get(text.toLowerCase())?.count ?? 0;
  }
}

const keyOf = (kind: string, field: string): string => `${kind} ${field.toLowerCase()}`;
