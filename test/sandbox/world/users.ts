import people from './people.json' with { type: 'json' };
import { seedOf } from './random.ts';
import type { User } from './types.ts';

export const minute = 60_000;
export const day = 24 * 60 * minute;

export type Users = ReadonlyMap<string, User>;

/** A user that must be there. */
export function userOf(users: Users, name: string): User {
  const user = users.get(name);
  if (!user) throw new Error(`No such user in people.json: ${name}`);
  return user;
}

export function buildUsers(now: number): User[] {
  const accounts = people.users.map(({ name, ...rest }, index): User => ({
    id: index + 1,
    name,
    groups: rest.groups ?? [],
    registered: now - (560 - index * 4) * day - (seedOf(name) % day),
    gender: rest.gender === 'female' || rest.gender === 'male' ? rest.gender : 'unknown',
    realName: rest.realname ?? '',
    edits: 0,
  }));
  const addresses = people.addresses.map((name): User => ({
    id: 0,
    name,
    groups: [],
    registered: undefined,
    gender: 'unknown',
    realName: '',
    edits: 0,
  }));
  return [...accounts, ...addresses];
}
