import type { Person } from '../world/types.ts';
import type { World } from '../world/world.ts';
import works from '../world/works.json' with { type: 'json' };

/** An account and what was tried on it. For tests only: the passwords are known to everybody. */
export interface Account {
  readonly person: Person;
  readonly name: string;
  password: string;
  /** The personal access token; on a Cloud site the API token. */
  token: string;
  /** True = only a user at the login page can open it again. */
  locked: boolean;
  failedInARow: number;
  readonly counts: Counts;
  currentLogin: number;
  previousLogin: number;
}

interface Counts {
  /** Requests with Basic credentials that name this account. */
  basic: number;
  /** Those with a wrong password. */
  basicFailed: number;
  /** Those that came while it was locked. */
  basicWhileLocked: number;
  /** Logins of any kind that succeeded, and so began a session. */
  logins: number;
  /** Logins by `POST /rest/auth/1/session`. */
  sessionPosts: number;
}

export class Accounts {
  readonly all: readonly Account[];
  constructor(world: World, now: number) {
    this.all = works.people.flatMap(({ name, password, token }): Account[] => {
      const person = world.person(name);
      return person
        ? [
            {
              person,
              name,
              password,
              token,
              locked: false,
              failedInARow: 0,
              counts: { basic: 0, basicFailed: 0, basicWhileLocked: 0, logins: 0, sessionPosts: 0 },
              currentLogin: now,
              previousLogin: now - 86_400_000,
            },
          ]
        : [];
    });
  }

  /** By name in any case, or by mail address. */
  find(name: string): Account | undefined {
    const lower = name.toLowerCase();
    return this.all.find(account => account.name === lower || account.person.email === lower);
  }

  byToken(token: string): Account | undefined {
    return this.all.find(account => account.token === token);
  }
}

/** `failed` = the password was wrong; `locked` = it was not looked at. */
export type Trial = 'accepted' | 'failed' | 'locked';

/** Tries a password; after `attempts` wrong ones in a row the account is locked. */
export function tryPassword(account: Account, isRight: boolean, attempts: number, now: number): Trial {
  if (account.locked) return 'locked';
  if (!isRight) {
    account.failedInARow++;
    account.locked = account.failedInARow >= attempts;
    return 'failed';
  }
  account.failedInARow = 0;
  account.counts.logins++;
  account.previousLogin = account.currentLogin;
  account.currentLogin = now;
  return 'accepted';
}
