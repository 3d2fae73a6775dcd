/** Storage for secrets: the editor's secret storage, or the environment. Each call rejects when it fails. */
export interface Vault {
  /** `undefined` = no value for this key. `site`: its name in the settings, for the environment's variables. */
  get(key: string, site: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/** Stores nothing: all requests are anonymous. */
export const emptyVault: Vault = {
  get: async () => undefined,
  set: async () => undefined,
  delete: async () => undefined,
};
