import { cookieKey, credentialsKey } from '../protocol/login.ts';
import type { Site } from '../protocol/sites.ts';
import {
  parseCredentials,
  parseSession,
  sessionText,
  type Credentials,
  type Identity,
  type KeptSession,
} from './credentials.ts';
import { SessionFailure, sessionNotice } from './failure.ts';
import type { Vault } from './vault.ts';

type Operation = 'get' | 'set' | 'delete';

/**
 * Credentials and sessions in the vault. Nothing is remembered here, so that the latest always counts,
 * whoever wrote it; only a session that the vault did not take is kept, in memory, until this process ends.
 */
export class CredentialStore {
  readonly #vault: Vault;
  readonly #refusedByVault = new Map<string, KeptSession>();
  readonly #turns = new Map<string, Promise<void>>();

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** `undefined` = nobody entered any. Fails as `vault` or `unreadable`. */
  async credentials(site: Site): Promise<Credentials | undefined> {
    const text = await this.#safely('get', site, vault => vault.get(credentialsKey(site.url), site.name));
    if (text === undefined || text === '') return undefined;
    const credentials = parseCredentials(text);
    if (!credentials) throw new SessionFailure(sessionNotice('unreadable', site), site);
    return credentials;
  }

  /** The credentials without the secret. */
  async identity(site: Site): Promise<Identity | undefined> {
    const credentials = await this.credentials(site);
    if (!credentials) return undefined;
    const { account, version, kind } = credentials;
    return { account, version, kind };
  }

  async forgetCredentials(site: Site): Promise<void> {
    await this.#safely('delete', site, vault => vault.delete(credentialsKey(site.url)));
  }

  /** The session of an account; `undefined` = none is kept, or it cannot be read. */
  async session(site: Site, account: string): Promise<KeptSession | undefined> {
    const key = cookieKey(site.url, account);
    const own = this.#refusedByVault.get(key);
    if (own) return own;
    const text = await this.#safely('get', site, vault => vault.get(key, site.name));
    return text === undefined ? undefined : parseSession(text);
  }

  /** Answers whether the vault took it; else it is kept in memory. */
  async keepSession(site: Site, account: string, session: KeptSession): Promise<boolean> {
    const key = cookieKey(site.url, account);
    try {
      await this.#vault.set(key, sessionText(session));
      this.#refusedByVault.delete(key);
      return true;
    } catch {
      this.#refusedByVault.set(key, session);
      return false;
    }
  }

  /** Forgets a session, unless a later login has replaced it. Without `login`: whichever it is. */
  async forgetSession(site: Site, account: string, login?: string): Promise<void> {
    await this.#inTurn(site, account, async () => {
      const kept = await this.session(site, account);
      if (!kept || (login !== undefined && kept.login !== login)) return;
      const key = cookieKey(site.url, account);
      this.#refusedByVault.delete(key);
      await this.#safely('delete', site, vault => vault.delete(key));
    });
  }

  /** Takes over the cookies that an answer set, if the session is still the one that the request was sent with: the latest wins. */
  async rotate(
    site: Site,
    account: string,
    login: string,
    setCookie: readonly string[],
    url: string,
  ): Promise<void> {
    await this.#inTurn(site, account, async () => {
      const kept = await this.session(site, account);
      if (kept?.login !== login) return;
      const before = kept.jar.header(url);
      kept.jar.adopt(setCookie, url);
      if (kept.jar.header(url) !== before) await this.keepSession(site, account, kept);
    });
  }

  /** Changes of one session happen one after the other. */
  async #inTurn(site: Site, account: string, work: () => Promise<void>): Promise<void> {
    const key = cookieKey(site.url, account);
    const turn = (this.#turns.get(key) ?? Promise.resolve()).then(work);
    this.#turns.set(
      key,
      turn.catch(() => undefined),
    );
    await turn;
  }

  async #safely<T>(operation: Operation, site: Site, work: (vault: Vault) => Promise<T>): Promise<T> {
    try {
      return await work(this.#vault);
    } catch {
      throw new SessionFailure(sessionNotice('vault', site, { operation }), site);
    }
  }
}
