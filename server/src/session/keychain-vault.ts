import { isCookieKey } from '../protocol/login.ts';
import type { Keychain } from './keychain.ts';
import type { Vault } from './vault.ts';

/**
 * A vault that stores sessions in the system's keychain, if there is one, so that they outlast the process. Everything
 * else, and sessions that the keychain rejects, are in another vault.
 */
export class KeychainVault implements Vault {
  readonly #keychain: Keychain | undefined;
  readonly #other: Vault;
  readonly #began: (isKept: boolean) => void;

  /** @param began called for each new session, with whether it outlasts this process */
  constructor(keychain: Keychain | undefined, other: Vault, began: (isKept: boolean) => void) {
    this.#keychain = keychain;
    this.#other = other;
    this.#began = began;
  }

  async get(key: string, site: string): Promise<string | undefined> {
    const value = await this.#other.get(key, site);
    if (value !== undefined || !isCookieKey(key)) return value;
    return this.#keychain?.get(key).catch(() => undefined);
  }

  async set(key: string, value: string): Promise<void> {
    if (!isCookieKey(key)) return this.#other.set(key, value);
    const isKept = await this.#keep(key, value);
    if (!isKept) await this.#other.set(key, value);
    this.#began(isKept);
  }

  async delete(key: string): Promise<void> {
    await this.#other.delete(key);
    if (isCookieKey(key)) await this.#keychain?.delete(key).catch(() => undefined);
  }

  async #keep(key: string, value: string): Promise<boolean> {
    if (this.#keychain === undefined) return false;
    try {
      await this.#keychain.set(key, value);
      return true;
    } catch {
      return false;
    }
  }
}
