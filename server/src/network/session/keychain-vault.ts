/** Stores sessions in the system's keychain: Credential Manager, Keychain, Secret Service or the kernel's keyring. */
import { isCookieKey } from '#shared/protocol/sites/login.ts';
import type { Vault } from './vault.ts';
import type { AsyncEntry } from '@napi-rs/keyring';

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

/** Stores secrets for later processes of the same user. Each call rejects if the system does not allow it. */
export interface Keychain {
  /** `undefined` = no value for this key. */
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/** The name under which the user finds the entries in the system's keychain program. */
const service = 'wikijql';

/** Milliseconds that the system may take, as it may ask the user to unlock the keychain. */
const patience = 60_000;

const inTime = (): AbortSignal => AbortSignal.timeout(patience);

/** `undefined` = this installation has no library for the system's keychain. */
export async function systemKeychain(): Promise<Keychain | undefined> {
  const library = await import('@napi-rs/keyring').catch(() => undefined);
  if (library === undefined) return undefined;
  const entry = (key: string): AsyncEntry => new library.AsyncEntry(service, key);
  return {
    get: async key => (await entry(key).getPassword(inTime())) ?? undefined,
    set: (key, value) => entry(key).setPassword(value, inTime()),
    delete: async key => void (await entry(key).deletePassword(inTime())),
  };
}
