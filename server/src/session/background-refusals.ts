import { parseUrl } from '../http/client.ts';

/**
 * What sites refused in the background, where nothing ends a session: the same resource is not asked again with the
 * same login, until a run shows that the login is still good.
 */
export class BackgroundRefusals {
  /** Addresses without their queries, by login. */
  readonly #refused = new Map<string, Set<string>>();

  add(login: string, url: string): void {
    const addresses = this.#refused.get(login) ?? new Set();
    this.#refused.set(login, addresses.add(withoutQuery(url)));
  }

  has(login: string, url: string): boolean {
    return this.#refused.get(login)?.has(withoutQuery(url)) ?? false;
  }

  forget(login: string): void {
    this.#refused.delete(login);
  }
}

function withoutQuery(url: string): string {
  const address = parseUrl(url);
  return address ? address.origin + address.pathname : url;
}
