import type { FieldIds } from './fields.ts';
import { isCloudAddress, siteRoot } from '../../common/site-address.ts';

/** What responses have revealed about trackers, by their URL. */
export class TrackerSites {
  readonly #cloud = new Set<string>();
  readonly #fields = new Map<string, FieldIds>();

  /** Whether the old search was removed: by the URL, or because the tracker said so. */
  isCloud(base: string): boolean {
    return isCloudAddress(base) || this.#cloud.has(siteRoot(base));
  }

  foundCloud(base: string): void {
    this.#cloud.add(siteRoot(base));
  }

  /** The names of the tracker's fields; `undefined` = not requested yet. */
  fields(base: string): FieldIds | undefined {
    return this.#fields.get(siteRoot(base));
  }

  foundFields(base: string, fields: FieldIds): void {
    this.#fields.set(siteRoot(base), fields);
  }
}
