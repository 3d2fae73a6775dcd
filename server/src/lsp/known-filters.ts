import type { SavedFilter } from '../protocol/saved-filters.ts';

/** The saved filters that trackers listed last, by the names of the trackers. */
export class KnownFilters {
  readonly #lists = new Map<string, ReadonlyMap<string, SavedFilter>>();

  set(site: string, filters: readonly SavedFilter[]): void {
    this.#lists.set(site, new Map(filters.map(filter => [filter.id, filter])));
  }

  /** `[]` also where the tracker was not asked. */
  of(site: string): readonly SavedFilter[] {
    return [...(this.#lists.get(site)?.values() ?? [])];
  }

  get(site: string, id: string): SavedFilter | undefined {
    return this.#lists.get(site)?.get(id);
  }

  /** The account at a tracker may have changed, and with it what it sees. */
  forgetSite(site: string): void {
    this.#lists.delete(site);
  }

  forget(): void {
    this.#lists.clear();
  }
}
