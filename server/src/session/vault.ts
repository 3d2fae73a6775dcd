/** Where secrets are kept: the editor's secret storage, or the environment. Each call rejects when it fails. */
export interface Vault {
  /** `undefined` = nothing is kept under this key. `site`: its name in the settings, by which the environment calls it. */
  get(key: string, site: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/** Keeps nothing: everything is anonymous. */
export const emptyVault: Vault = {
  get: async () => undefined,
  set: async () => undefined,
  delete: async () => undefined,
};
