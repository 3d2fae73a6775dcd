import type { Person } from './types.ts';
import works from './works.json' with { type: 'json' };

/** Everybody who has an account at the tracker. */
export const buildPeople = (): Person[] =>
  works.people.map(({ name, displayName, groups }, index) => ({
    name,
    key: `JIRAUSER${10_200 + index}`,
    displayName,
    email: `${name.replace('å', 'a')}@millbrook.example`,
    groups,
  }));

export const membersOf = ({ people }: { readonly people: readonly Person[] }, group: string): Person[] =>
  people.filter(person => person.groups.includes(group));
