import type { Json } from '../../protocol.ts';
import { baseOf, isCloudAddress } from './request.ts';

/** What was found out about trackers while they were asked, by their address. */
export class TrackerSites {
  readonly #cloud = new Set<string>();
  readonly #fields = new Map<string, Json>();

  /** True where the old search is gone: by the address, or because it said so. */
  isCloud(base: string): boolean {
    return isCloudAddress(base) || this.#cloud.has(baseOf(base));
  }

  foundCloud(base: string): void {
    this.#cloud.add(baseOf(base));
  }

  /** The tracker's list of fields; `undefined` = it was not asked yet. */
  fields(base: string): Json | undefined {
    return this.#fields.get(baseOf(base));
  }

  foundFields(base: string, fields: Json): void {
    this.#fields.set(baseOf(base), fields);
  }
}
