import { randomBytes } from 'node:crypto';
import site from '../world/site.json' with { type: 'json' };
import type { User } from '../world/types.ts';

/** The state that the wiki keeps for a visitor between requests. */
export interface Session {
  id: string;
  user: User | undefined;
  /** Ends in `+\`, so that a client that encodes carelessly fails. */
  readonly csrfToken: string;
  loginToken: string | undefined;
}

export const cookieName = `${site.general.wikiid}_session`;

/** An account that can sign in: by a bot password, and by a user’s password. For tests only. */
export interface WikiAccount {
  readonly user: string;
  readonly bot: string;
  botPassword: string;
  password: string;
}

/** The accounts of every wiki in the beginning. */
export const accounts = [
  { user: 'Ada', bot: 'Ada@editor', botPassword: 'difference-engine-1843', password: 'analytical engine' },
  { user: 'Dmitri', bot: 'Dmitri@editor', botPassword: 'periodic-table-1869', password: 'table of elements' },
] as const satisfies readonly WikiAccount[];

/** An id for a session, which nobody guesses. */
export const randomId = (): string => randomBytes(16).toString('hex');

const token = (): string => `${randomBytes(20).toString('hex')}+\\`;

/** The sessions of one wiki, by cookie. */
export class Sessions {
  readonly #byId = new Map<string, Session>();
  readonly #newId: () => string;

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  /** The session of a Cookie header, or a new one that is not kept before it holds something. */
  find(cookieHeader: string | undefined): Session {
    const [, id] = new RegExp(`(?:^|;\\s*)${cookieName}=([^;]*)`, 'u').exec(cookieHeader ?? '') ?? [];
    const known = id === undefined ? undefined : this.#byId.get(id);
    return (
      known ?? {
        id: this.#newId(),
        user: undefined,
        csrfToken: token(),
        loginToken: undefined,
      }
    );
  }

  isKept({ id }: Session): boolean {
    return this.#byId.has(id);
  }

  keep(session: Session): void {
    this.#byId.set(session.id, session);
  }

  /** Gives a session another id, as whoever signs in gets one: the one before is void. */
  renew(session: Session): void {
    this.#byId.delete(session.id);
    session.id = this.#newId();
  }

  /** Signs everybody out, as when sessions expire. */
  clear(): void {
    this.#byId.clear();
  }
}

export function loginTokenOf(session: Session): string {
  session.loginToken ??= token();
  return session.loginToken;
}

/** The rights of an account; `undefined` = signed out. */
export function rightsOf(user: User | undefined): ReadonlySet<string> {
  const groups = user ? ['*', 'user', 'autoconfirmed', ...user.groups] : ['*'];
  const table = new Map<string, readonly string[]>(Object.entries(site.groups));
  return new Set(groups.flatMap(group => table.get(group) ?? []));
}
