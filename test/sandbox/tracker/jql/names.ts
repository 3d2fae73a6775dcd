import type { Field, KindName } from '../fields.ts';
import type { Named } from '../world/types.ts';
import { type World, maySee } from '../world/world.ts';
import type { Context } from './context.ts';
import { readDate, readPeriod } from './dates.ts';
import type { MessageId } from './errors.ts';
import type { Value } from './values.ts';

/** The values that a written operand resolves to; several where projects share a name. */
export type Meaning = readonly Value[] | { readonly problem: MessageId };

const named = (items: readonly Named[], text: string): string[] =>
  items
    .filter(({ id, name }) => id === text || name.toLowerCase() === text.toLowerCase())
    .map(({ id }) => id);

type Things = (world: World, field: Field) => readonly Named[];

const things: Partial<Record<KindName, Things>> = {
  issuetype: ({ types }) => types,
  status: ({ statuses }) => statuses,
  statuscategory: ({ categories }) => categories,
  priority: ({ priorities }) => priorities,
  resolution: ({ resolutions }) => resolutions,
  project: ({ projects }) => projects,
  version: ({ projects }) => projects.flatMap(({ versions }) => versions),
  component: ({ projects }) => projects.flatMap(({ components }) => components),
  sprint: ({ projects }) => projects.flatMap(({ sprints }) => sprints),
  option: ({ wards, tools }, { name }) => (name === 'Ward' ? wards : tools),
  linktype: ({ linkTypes }) => linkTypes,
};

/** The things with names that a field holds, in their order; `undefined` = it holds something else. */
export const thingsOf = (field: Field, world: World): readonly Named[] | undefined =>
  field.kind && things[field.kind]?.(world, field);

/** `resolution = Unresolved` asks for the empty resolution. */
export const unresolved = '-1';

type Reader = (text: string, context: Context, field: Field) => readonly Value[] | MessageId;

const readDateValue: Reader = (text, { now }) => {
  const date = readDate(text, now);
  return date === undefined ? 'badDate' : [date];
};

const readIssue: Reader = (text, { world }, { kind }) => {
  const lower = text.toLowerCase();
  const issue =
    world.issue(text) ??
    world.issues.find(({ epicName }) => kind === 'epic' && epicName?.toLowerCase() === lower);
  return issue ? [issue.key] : [];
};

const readers: Partial<Record<KindName, Reader>> = {
  user: (text, { world }) =>
    world.people
      .filter(({ name, email, displayName, key }) =>
        [name, email, displayName, key].some(one => one.toLowerCase() === text.toLowerCase()),
      )
      .map(({ name }) => name),
  project: (text, { world, person }) =>
    world.projects
      .filter(project => maySee(person, project))
      .filter(({ id, key, name }) => [id, key, name].some(one => one.toLowerCase() === text.toLowerCase()))
      .map(({ id }) => id),
  issue: readIssue,
  issuein: readIssue,
  epic: readIssue,
  statuscategory: (text, { world }) => [
    ...named(world.categories, text),
    ...world.categories.filter(({ key }) => key === text.toLowerCase()).map(({ id }) => id),
  ],
  resolution: (text, { world }) =>
    text.toLowerCase() === 'unresolved' ? [unresolved] : named(world.resolutions, text),
  datetime: readDateValue,
  date: readDateValue,
  number: text => (text.trim() === '' || Number.isNaN(Number(text)) ? 'badNumber' : [Number(text)]),
  duration: text => {
    const period = readPeriod(text);
    return period === undefined ? 'badDuration' : [period / 1000];
  },
};

const readOther: Reader = (text, { world }, field) => {
  const items = thingsOf(field, world);
  return items ? named(items, text) : [text];
};

/** Resolves a written operand in a field. */
export function meaningOf(text: string, field: Field, context: Context): Meaning {
  const read = (field.kind && readers[field.kind]) ?? readOther;
  const values = read(text, context, field);
  if (typeof values === 'string') return { problem: values };
  if (values.length === 0) return { problem: /^\d+$/u.test(text) ? 'unknownId' : 'unknownValue' };
  return values;
}
