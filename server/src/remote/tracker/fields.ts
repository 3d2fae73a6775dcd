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
 * @param told the answer of the tracker's list of fields; absent = only what every tracker has is known
 */
export function chooseFields(names: readonly string[], told?: Json): FieldChoice {
  const own = told === undefined ? new Map<string, string>() : namesOf(told);
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

/** Ids by every name that a tracker's own list gives its fields, in lower case; a field's name before the names of its clauses. */
function namesOf(told: Json): Map<string, string> {
  const list = (arrayOf(told) ?? []).filter(isObject).map(field => ({
    id: textOf(field['id']),
    name: textOf(field['name']),
    clauses: (arrayOf(field['clauseNames']) ?? []).map(textOf),
  }));
  const names = new Map<string, string>();
  for (const { id, clauses } of list) for (const clause of clauses) names.set(clause.toLowerCase(), id);
  for (const { id, name } of list) names.set(name.toLowerCase(), id);
  for (const { id } of list) names.set(id.toLowerCase(), id);
  names.delete('');
  return names;
}
