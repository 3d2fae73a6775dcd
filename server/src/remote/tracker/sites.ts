import { isCloudAddress, siteRoot } from '../../common/site-address.ts';
import type { Json } from '../../protocol/json.ts';

/** What was found out about trackers while they were asked, by their address. */
export class TrackerSites {
  readonly #cloud = new Set<string>();
  readonly #fields = new Map<string, Json>();

  /** True where the old search is gone: by the address, or because it said so. */
  isCloud(base: string): boolean {
    return isCloudAddress(base) || this.#cloud.has(siteRoot(base));
  }

  foundCloud(base: string): void {
    this.#cloud.add(siteRoot(base));
  }

  /** The tracker's list of fields; `undefined` = it was not asked yet. */
  fields(base: string): Json | undefined {
    return this.#fields.get(siteRoot(base));
  }

  foundFields(base: string, fields: Json): void {
    this.#fields.set(siteRoot(base), fields);
  }
}
