import { scryptSync } from 'node:crypto';
import { originOf, variablePrefix } from '#shared/base/site-address.ts';
import { credentialsKey, passphraseOrigin, type StoredCredentials } from '#shared/protocol/sites/login.ts';
import type { SiteKind } from '#shared/protocol/sites.ts';
import type { Vault } from './vault.ts';

const kinds: readonly SiteKind[] = ['wiki', 'tracker'];

/**
 * A vault for programs without a secret storage. The credentials for a site named `work` are in `WIKIJQL_WORK_USER` and
 * `WIKIJQL_WORK_PASSWORD`, or in `WIKIJQL_WORK_TOKEN`. They are valid only for the URL in `WIKIJQL_WORK_URL`, so that
 * another site of that name never gets them. Sessions last as long as the process.
 */
export class EnvironmentVault implements Vault {
  readonly #environment: Readonly<Record<string, string | undefined>>;
  readonly #values = new Map<string, string>();
  readonly #versions = new Map<string, string>();

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.#environment = environment;
  }

  async get(key: string, site: string): Promise<string | undefined> {
    const origin = passphraseOrigin(key);
    if (origin !== undefined) return this.#passphrase(origin);
    return this.#values.get(key) ?? this.#credentials(key, site);
  }

  async set(key: string, value: string): Promise<void> {
    this.#values.set(key, value);
  }

  /** Deleted credentials stay deleted in this process: the environment is not read again. */
  async delete(key: string): Promise<void> {
    this.#values.set(key, '');
  }

  /** The passphrase of the certificate for an origin, `WIKIJQL_WORK_PASSPHRASE` where `WIKIJQL_WORK_URL` is there. */
  #passphrase(origin: string): string | undefined {
    const [name] =
      Object.entries(this.#environment).find(
        ([variable, value = '']) => /^WIKIJQL_\w+_URL$/.test(variable) && originOf(value) === origin,
      ) ?? [];
    return name === undefined ? undefined : this.#environment[name.replace(/URL$/, 'PASSPHRASE')];
  }

  #credentials(key: string, site: string): string | undefined {
    const prefix = variablePrefix(site);
    const [url, user, password, token] = ['URL', 'USER', 'PASSWORD', 'TOKEN'].map(
      name => this.#environment[prefix + name],
    );
    if (url === undefined || !kinds.some(kind => credentialsKey({ kind, url }) === key)) return undefined;
    if (token === undefined && (user === undefined || password === undefined)) return undefined;
    const secrets = { ...(user ? { user } : {}), ...(token ? { token } : { password: password ?? '' }) };
    return JSON.stringify({ version: this.#version(key, secrets), ...secrets } satisfies StoredCredentials);
  }

  /** The same version for the same credentials, so that a refused one stays refused. The credentials cannot be derived from it. */
  #version(key: string, secrets: object): string {
    const text = JSON.stringify(secrets);
    const existing = this.#versions.get(key + text);
    if (existing !== undefined) return existing;
    const version = scryptSync(text, key, 16).toString('hex');
    this.#versions.set(key + text, version);
    return version;
  }
}
