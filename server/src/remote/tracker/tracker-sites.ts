import type { FieldIds } from './fields.ts';
import { isCloudAddress, siteRoot } from '../../common/site-address.ts';

/** What was found out about trackers while they were asked, by their address. */
export class TrackerSites {
  readonly #cloud = new Set<string>();
  readonly #fields = new Map<string, FieldIds>();

  /** True where the old search is gone: by the address, or because it said so. */
  isCloud(base: string): boolean {
    return isCloudAddress(base) || this.#cloud.has(siteRoot(base));
  }

  foundCloud(base: string): void {
    this.#cloud.add(siteRoot(base));
  }

  /** The names of the tracker's fields; `undefined` = it was not asked yet. */
  fields(base: string): FieldIds | undefined {
    return this.#fields.get(siteRoot(base));
  }

  foundFields(base: string, fields: FieldIds): void {
    this.#fields.set(siteRoot(base), fields);
  }
}
