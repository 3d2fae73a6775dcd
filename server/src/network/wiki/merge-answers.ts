/** Merges the responses of a wiki's run. */
import type { Json } from '#shared/protocol/json.ts';
import { arrayOf, isObject, Joiner, textOf, type JsonObject } from '#shared/protocol/json-values.ts';

/**
 * The responses of one run as one: lists concatenated, the pages of a batch merged until it is complete, warnings without
 * duplicates, only the last `continue`. The responses may be changed.
 */
export function mergeAnswers(answers: readonly JsonObject[]): JsonObject {
  const joiner = new Joiner();
  const top = new Map<string, Json>();
  const query = new Map<string, Json>();
  const pages = new MergedPages(joiner);
  const warnings = new DistinctItems();
  for (const answer of answers) {
    top.delete('continue');
    top.delete('batchcomplete');
    for (const [key, value] of Object.entries(answer)) {
      if (key === 'query') continue;
      const items = arrayOf(value);
      if (key === 'warnings' && items) top.set(key, warnings.add(items));
      else if (key === 'warnings' || (items && key !== 'errors'))
        top.set(key, joiner.join(top.get(key), value));
      else top.set(key, value);
    }
    for (const [key, value] of Object.entries(isObject(answer['query']) ? answer['query'] : {})) {
      const records = arrayOf(value);
      query.set(key, key === 'pages' && records ? pages.add(records) : joiner.join(query.get(key), value));
    }
    if ('batchcomplete' in answer) pages.endBatch();
  }
  if (query.size > 0) top.set('query', Object.fromEntries(query));
  return Object.fromEntries(top);
}

/** The key that the parts of a page in several responses share; `undefined` = none, so each is a page by itself. */
export function pageKey(page: JsonObject): string | undefined {
  const [id, title] = [textOf(page['pageid']), textOf(page['title'])];
  if (id !== '') return id;
  return title === '' ? undefined : `${textOf(page['ns'])}:${title}`;
}

/** The pages of all batches; the parts of a page in one batch are merged. */
class MergedPages {
  readonly #joiner: Joiner;
  readonly #pages: Json[] = [];
  /** Indexes by page id or title. */
  #batch = new Map<string, number>();

  constructor(joiner: Joiner) {
    this.#joiner = joiner;
  }

  add(pages: readonly Json[]): readonly Json[] {
    for (const page of pages) if (isObject(page)) this.#addPage(page);
    return this.#pages;
  }

  endBatch(): void {
    this.#batch = new Map();
  }

  #addPage(page: JsonObject): void {
    const key = pageKey(page);
    const index = key === undefined ? undefined : this.#batch.get(key);
    if (index !== undefined) {
      this.#pages[index] = this.#joiner.join(this.#pages[index], page);
      return;
    }
    const added = this.#pages.push(page) - 1;
    if (key !== undefined) this.#batch.set(key, added);
  }
}

/** Items without duplicates. */
class DistinctItems {
  readonly #keys = new Set<string>();
  readonly #items: Json[] = [];

  add(items: readonly Json[]): readonly Json[] {
    for (const item of items) {
      const key = JSON.stringify(item);
      if (!this.#keys.has(key)) this.#items.push(item);
      this.#keys.add(key);
    }
    return this.#items;
  }
}
