import facts from '../../../catalogue/network/tracker-rest.json' with { type: 'json' };
import type { Json } from '../../protocol/json.ts';
import { arrayOf, isObject, textOf } from '../json.ts';

const { usual } = facts.fields;
const always: ReadonlySet<string> = new Set(facts.fields.always);
const system = new Map(facts.fields.system.map(id => [id.toLowerCase(), id]));
const aliases = new Map(Object.entries(facts.fields.aliases));

/** A field to ask for. */
export interface WantedField {
  /** What the tracker calls it in answers. */
  readonly id: string;
  /** What the query's author calls it. */
  readonly written: string;
}

/** The fields that a query asks for; `unknown` = names that only the tracker itself can know. */
export interface FieldChoice {
  readonly fields: readonly WantedField[];
  readonly unknown: readonly string[];
}

/** The fields of a query that names none. */
export const usualFields: readonly WantedField[] = usual.map(id => ({ id, written: id }));

/**
 * The ids of fields that are named by id, by alias, as `cf[10010]`, or by the name that the tracker gives them.
 *
 * @param own what the tracker's own list tells; absent = only what every tracker has is known
 */
export function chooseFields(names: readonly string[], own: FieldIds = new Map()): FieldChoice {
  const fields: WantedField[] = [];
  const unknown: string[] = [];
  for (const written of names) {
    if (always.has(written.toLowerCase())) continue;
    const id = idOf(written) ?? own.get(written.toLowerCase());
    if (id === undefined) unknown.push(written);
    else if (!fields.some(field => field.id === id)) fields.push({ id, written });
  }
  return { fields, unknown };
}

function idOf(written: string): string | undefined {
  const name = written.toLowerCase();
  if (/^(?:\*|-)\w+$/.test(written) || /^customfield_\d+$/.test(name)) return written;
  const custom = /^cf\s*\[\s*(\d+)\s*\]$/.exec(name)?.[1];
  return custom === undefined ? (system.get(name) ?? aliases.get(name)) : `customfield_${custom}`;
}

/** Ids by every name that a tracker gives its fields, in lower case. */
export type FieldIds = ReadonlyMap<string, string>;

/** What is read of a tracker's list of fields. */
const most = { fields: 20_000, clauses: 20, name: 500 };

/** The ids in the answer of a tracker's list of fields; a field's name goes before the names of its clauses. */
export function fieldIds(answer: Json): FieldIds {
  const list = (arrayOf(answer) ?? [])
    .slice(0, most.fields)
    .filter(isObject)
    .map(field => ({
      id: textOf(field['id']),
      name: textOf(field['name']),
      clauses: (arrayOf(field['clauseNames']) ?? []).slice(0, most.clauses).map(textOf),
    }));
  const ids = new Map<string, string>();
  const add = (name: string, id: string): void => {
    if (name !== '' && name.length <= most.name && id.length <= most.name) ids.set(name.toLowerCase(), id);
  };
  for (const { id, clauses } of list) for (const clause of clauses) add(clause, id);
  for (const { id, name } of list) add(name, id);
  for (const { id } of list) add(id, id);
  return ids;
}
