/** Determines which fields of issues to request. */
import facts from '../../catalogue/network/tracker-rest.json' with { type: 'json' };
import type { Json } from '#shared/protocol/json.ts';
import { arrayOf, isObject, textOf } from '#shared/protocol/json-values.ts';

const { usual } = facts.fields;
const always: ReadonlySet<string> = new Set(facts.fields.always);
const system = new Map(facts.fields.system.map(id => [id.toLowerCase(), id]));
const aliases = new Map(Object.entries(facts.fields.aliases));

/** A field to request. */
export interface WantedField {
  /** Its id in responses. */
  readonly id: string;
  /** Its name in the query. */
  readonly written: string;
}

/** The fields that a query requests; `unknown` = names that only the tracker itself may know. */
export interface FieldChoice {
  readonly fields: readonly WantedField[];
  readonly unknown: readonly string[];
}

/** The fields of a query without fields of its own. */
export const defaultFields: readonly WantedField[] = usual.map(id => ({ id, written: id }));

/**
 * The ids of fields that are named by id, by alias, as `cf[10010]`, or by the tracker's own names.
 *
 * @param siteFields the names of fields at the tracker; absent = only fields of every tracker are known
 */
export function chooseFields(names: readonly string[], siteFields: FieldIds = new Map()): FieldChoice {
  const fields: WantedField[] = [];
  const unknown: string[] = [];
  for (const fieldName of names) {
    if (always.has(fieldName.toLowerCase())) continue;
    const writtenId = idOf(fieldName);
    const ids = writtenId === undefined ? (siteFields.get(fieldName.toLowerCase()) ?? []) : [writtenId];
    if (ids.length === 0) unknown.push(fieldName);
    for (const id of ids)
      if (!fields.some(field => field.id === id))
        fields.push({ id, written: ids.length === 1 ? fieldName : nameWithId(fieldName, id) });
  }
  return { fields, unknown };
}

/** The field that says who sees an issue. */
export const levelField = 'security';

/** Whether names of fields include the level of an issue, or are a choice of the tracker's (`*all`, `-comment`). */
export const namesLevel = (fields: readonly WantedField[]): boolean =>
  fields.some(({ id }) => id === levelField || /^[*-]/.test(id));

/** The ids to request for a choice: also the level, so that an issue that only some users can see carries its mark. */
export const requestedIds = (fields: readonly WantedField[]): readonly string[] => [
  ...fields.map(({ id }) => id),
  ...(namesLevel(fields) ? [] : [levelField]),
];

/** The name of one of several fields that have the same: `Story Points (customfield_10016)`. */
export const nameWithId = (name: string, id: string): string => `${name} (${id})`;

function idOf(written: string): string | undefined {
  const name = written.toLowerCase();
  if (/^(?:\*|-)\w+$/.test(written) || /^customfield_\d+$/.test(name)) return written;
  const custom = /^cf\s*\[\s*(\d+)\s*\]$/.exec(name)?.[1] ?? /\(customfield_(\d+)\)$/.exec(name)?.[1];
  return custom === undefined ? (system.get(name) ?? aliases.get(name)) : `customfield_${custom}`;
}

/** Ids by every name of the tracker's fields, in lower case; several fields can have one name. */
export type FieldIds = ReadonlyMap<string, readonly string[]>;

/** Limits of a tracker's list of fields. */
const maximum = { fields: 20_000, clauses: 20, name: 500 };

/**
 * The ids in a tracker's list of fields. An id takes precedence over names, and the name of a field over clause names of
 * others.
 */
export function fieldIds(answer: Json): FieldIds {
  const list = (arrayOf(answer) ?? [])
    .slice(0, maximum.fields)
    .filter(isObject)
    .map(field => ({
      id: textOf(field['id']),
      name: textOf(field['name']),
      clauses: (arrayOf(field['clauseNames']) ?? []).slice(0, maximum.clauses).map(textOf),
    }));
  const tables: readonly (readonly [name: string, id: string])[][] = [
    list.map(({ id }) => [id, id]),
    list.map(({ id, name }) => [name, id]),
    list.flatMap(({ id, clauses }) => clauses.map((clause): [string, string] => [clause, id])),
  ];
  const ids = new Map<string, readonly string[]>();
  for (const table of tables) {
    const byName = new Map<string, Set<string>>();
    for (const [name, id] of table) {
      if (name === '' || name.length > maximum.name || id.length > maximum.name) continue;
      const idsOfName = byName.get(name.toLowerCase()) ?? new Set();
      byName.set(name.toLowerCase(), idsOfName.add(id));
    }
    for (const [name, idsOfName] of byName) if (!ids.has(name)) ids.set(name, [...idsOfName]);
  }
  return ids;
}
