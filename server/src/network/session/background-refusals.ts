import { parseUrl } from '../http/http-client.ts';

/**
 * Resources that sites refused in the background, where a refusal ends no session: they are not requested again with the
 * same login until a run succeeds with it.
 */
export class BackgroundRefusals {
  /** URLs without their queries, by login. */
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
