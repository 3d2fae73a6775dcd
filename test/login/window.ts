/** A window of the product on a tracker, without an editor: its sessions, its runs, and all that it says. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Clock } from '../../server/src/network/http/clock.ts';
import { defaultLimits } from '../../server/src/network/http/limits.ts';
import { type SessionState, type StoredCredentials, credentialsKey } from '#shared/protocol/sites/login.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { createBackend, type BackendDependencies } from '../../server/src/network/create-backend.ts';
import type { Backend, RunOutcome } from '../../server/src/network/backend.ts';
import type { Vault } from '../../server/src/network/session/vault.ts';
import { removeAtExit } from '../support/processes.ts';

export const never = new AbortController().signal;

/** A clock on which every pause is over at once. */
export const quick: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  sleep: async () => undefined,
};

/** The secret storage that all windows share; `fails` names operations that do not work. */
export class TestVault implements Vault {
  readonly kept = new Map<string, string>();
  readonly fails = new Set<'get' | 'set' | 'delete'>();
  #versions = 0;

  async get(key: string): Promise<string | undefined> {
    this.#check('get');
    return this.kept.get(key);
  }

  async set(key: string, value: string): Promise<void> {
    this.#check('set');
    this.kept.set(key, value);
  }

  async delete(key: string): Promise<void> {
    this.#check('delete');
    this.kept.delete(key);
  }

  /** Stores credentials as the client does when the user enters them. */
  enter(site: Site, credentials: Omit<StoredCredentials, 'version'>): void {
    const version = `version ${++this.#versions}`;
    this.kept.set(credentialsKey(site), JSON.stringify({ version, ...credentials }));
  }

  #check(operation: 'get' | 'set' | 'delete'): void {
    if (this.fails.has(operation)) throw new Error(`keychain locked ${[...this.kept.values()].join()}`);
  }
}

export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'login-'));
  removeAtExit(folder);
  return folder;
}

const silent = { table: () => undefined, progress: () => undefined };

export class Window implements AsyncDisposable {
  readonly site: Site;
  readonly backend: Backend;
  /** Everything that it showed to the user. */
  readonly said: string[] = [];
  #runs = 0;

  constructor(site: Site, vault: Vault, storage: string, edges: BackendDependencies = {}) {
    this.site = site;
    this.backend = createBackend({
      vault,
      clock: quick,
      random: () => 0,
      limits: { ...defaultLimits, headers: 3000, total: 5000 },
      sessionChanged: (_site, state) => this.said.push(JSON.stringify(state)),
      ...edges,
    });
    this.backend.configure({ userAgent: 'test/1.0', proxy: '', certificateAuthorities: [], storage });
  }

  async signIn(): Promise<SessionState> {
    return this.#heard(await this.backend.signIn(this.site, never));
  }

  async signOut(): Promise<SessionState> {
    return this.#heard(await this.backend.signOut(this.site, never));
  }

  async state(): Promise<SessionState['state']> {
    return (await this.backend.sessionState(this.site)).state;
  }

  /** Runs a query that finds 84 issues. */
  async search(limit = 5, signal = never): Promise<RunOutcome> {
    const order = {
      run: `run ${++this.#runs}`,
      site: this.site,
      request: { kind: 'tracker', jql: 'project = LAMP order by key' },
      limit,
    } as const;
    return this.#heard(await this.backend.run(order, silent, signal));
  }

  /** Runs a wiki query; `raw` is the answer as it came. */
  async query(
    parameters: Readonly<Record<string, string>>,
    token?: { readonly parameter: string; readonly type: string },
    limit = 10,
  ): Promise<{ readonly outcome: RunOutcome; readonly raw: string }> {
    const order = {
      run: `run ${++this.#runs}`,
      site: this.site,
      request: {
        kind: 'wiki',
        parameters: Object.entries(parameters),
        post: token !== undefined,
        ...(token ? { token } : {}),
      },
      limit,
    } as const;
    const outcome = await this.backend.run(order, silent, never);
    return this.#heard({ outcome, raw: (await this.backend.raw(order.run)) ?? '' });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.backend.dispose();
  }

  #heard<T>(result: T): T {
    this.said.push(JSON.stringify(result));
    return result;
  }
}

/** The codes of a report's notices and errors. */
export const codes = ({ notices, errors }: RunOutcome): string[] =>
  [...notices, ...errors].map(({ code }) => code);
