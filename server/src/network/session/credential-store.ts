/** Reads and writes the credentials and sessions in the vault. */
import { cookieKey, credentialsKey } from '#shared/protocol/sites/login.ts';
import type { Site } from '#shared/protocol/sites.ts';
import {
  parseCredentials,
  parseSession,
  sessionText,
  type Credentials,
  type Identity,
  type KeptSession,
} from './credentials.ts';
import { SessionFailure, sessionNotice } from './session-failure.ts';
import { schemeOf } from './schemes/scheme-of.ts';
import type { Vault } from './vault.ts';

const keyOf = ({ site, account, login }: SessionKey): string => cookieKey(site, account, login);

type Operation = 'get' | 'set' | 'delete';

/** One session of an account: that of one login. */
export interface SessionKey {
  readonly site: Site;
  readonly account: string;
  readonly login: string;
}

/**
 * Credentials and sessions in the vault. They are not cached, so that changes of other processes count immediately. Only
 * a session that the vault fails to store is kept in memory until this process ends.
 *
 * Each login has its own key: a slow process that writes the session of an earlier login never replaces a newer one.
 */
export class CredentialStore {
  readonly #vault: Vault;
  readonly #notStored = new Map<string, KeptSession>();
  readonly #turns = new Map<string, Promise<void>>();

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** `undefined` if none are stored. Fails as `vault` or `unreadable`. */
  async credentials(site: Site): Promise<Credentials | undefined> {
    const text = await this.#safely('get', site, vault => vault.get(credentialsKey(site), site.name));
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
    await this.#safely('delete', site, vault => vault.delete(credentialsKey(site)));
  }

  /** The session of a login; `undefined` = none is stored, or it cannot be read. */
  async session({ site, account, login }: SessionKey): Promise<KeptSession | undefined> {
    const key = keyOf({ site, account, login });
    const inMemory = this.#notStored.get(key);
    if (inMemory) return inMemory;
    const text = await this.#safely('get', site, vault => vault.get(key, site.name));
    const keptSession = text === undefined ? undefined : parseSession(text);
    return keptSession?.login === login ? keptSession : undefined;
  }

  /** Returns whether the vault stored it; if not, it is kept in memory. */
  async keepSession(site: Site, account: string, session: KeptSession): Promise<boolean> {
    const key = cookieKey(site, account, session.login);
    try {
      await this.#vault.set(key, sessionText(session));
      this.#notStored.delete(key);
      return true;
    } catch {
      this.#notStored.set(key, session);
      return false;
    }
  }

  async forgetSession(session: SessionKey): Promise<void> {
    await this.#inTurn(session, async () => {
      if (!(await this.session(session))) return;
      const key = keyOf(session);
      this.#notStored.delete(key);
      await this.#safely('delete', session.site, vault => vault.delete(key));
    });
  }

  /**
   * Adds the cookies that a response sets; the last of a name wins. Returns whether a session is left; if the response
   * deletes its cookies, the stored session does not change.
   */
  async rotate(session: SessionKey, setCookie: readonly string[], url: string): Promise<boolean> {
    let isLeft = true;
    await this.#inTurn(session, async () => {
      const keptSession = await this.session(session);
      if (!keptSession) return;
      const { jar } = keptSession;
      const before = jar.header(url);
      const names = schemeOf(session.site).sessionCookies(jar, url);
      jar.adopt(setCookie, url);
      const cookiesLeft = jar.values(url);
      isLeft = names.some(name => cookiesLeft.has(name));
      if (isLeft && jar.header(url) !== before)
        await this.keepSession(session.site, session.account, keptSession);
    });
    return isLeft;
  }

  /** Makes the changes of one session one after the other. */
  async #inTurn({ site, account, login }: SessionKey, work: () => Promise<void>): Promise<void> {
    const key = keyOf({ site, account, login });
    const turn = (this.#turns.get(key) ?? Promise.resolve()).then(work);
    const over = turn.catch(() => undefined);
    this.#turns.set(key, over);
    try {
      await turn;
    } finally {
      if (this.#turns.get(key) === over) this.#turns.delete(key);
    }
  }

  async #safely<T>(operation: Operation, site: Site, work: (vault: Vault) => Promise<T>): Promise<T> {
    try {
      return await work(this.#vault);
    } catch {
      throw new SessionFailure(sessionNotice('vault', site, { operation }), site);
    }
  }
}
