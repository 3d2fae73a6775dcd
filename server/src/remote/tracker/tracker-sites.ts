import type { FieldIds } from './tracker-fields.ts';
import { isCloudAddress, siteRoot } from '../../common/site-address.ts';

/** Facts about trackers that responses have revealed, by URL. */
export class TrackerSites {
  readonly #cloud = new Set<string>();
  readonly #fields = new Map<string, FieldIds>();

  /** Whether the old search was removed: by the URL, or because the tracker said so. */
  isCloud(base: string): boolean {
    return isCloudAddress(base) || this.#cloud.has(siteRoot(base));
  }

  rememberCloud(base: string): void {
    this.#cloud.add(siteRoot(base));
  }

  /** The names of the tracker's fields; `undefined` = not requested yet. */
  fields(base: string): FieldIds | undefined {
    return this.#fields.get(siteRoot(base));
  }

  rememberFields(base: string, fields: FieldIds): void {
    this.#fields.set(siteRoot(base), fields);
  }
}
