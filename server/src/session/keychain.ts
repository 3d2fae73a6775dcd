/** The keychain of the system: Credential Manager, Keychain, Secret Service or the kernel's keyring. */

import type { AsyncEntry } from '@napi-rs/keyring';

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
