import type { JsonObject } from '../../json.ts';
import { fieldById, fields } from '../fields.ts';
import { fieldValues } from './values.ts';

/** All that an issue can show, in order. */
const shown = Object.keys(fieldValues);
/** Fields that lists leave out unless requested. */
const aside = new Set(['comment', 'attachment', 'worklog', 'timetracking']);
export const isNavigable = (id: string): boolean => !aside.has(id);

/**
 * The fields that a request asks for: ids, `*all`, `*navigable`, and what a minus takes away. Unknown ones are ignored,
 * names count as ids do not.
 * @param asked what `fields` says, a comma list or several; nothing = `usual`
 */
export function selectFields(asked: readonly string[], usual: string): readonly string[] {
  const words = asked
    .flatMap(text => text.split(','))
    .map(word => word.trim())
    .filter(Boolean);
  const hasPlus = words.some(word => !word.startsWith('-'));
  const chosen = new Set<string>();
  for (const word of hasPlus ? words : [usual, ...words]) {
    if (word === '*all') for (const id of shown) chosen.add(id);
    else if (word === '*navigable') for (const id of shown.filter(isNavigable)) chosen.add(id);
    else if (word.startsWith('-')) chosen.delete(word.slice(1));
    else if (shown.includes(word)) chosen.add(word);
  }
  return shown.filter(id => chosen.has(id));
}

/** `names`: what people call the fields. */
export const namesOf = (ids: readonly string[]): JsonObject =>
  Object.fromEntries(ids.map(id => [id, fieldById(id)?.name ?? id]));

/** `schema`: what the fields hold. */
export const schemaOf = (ids: readonly string[]): JsonObject =>
  Object.fromEntries(
    fields.filter(({ id, schema }) => schema && ids.includes(id)).map(({ id, schema }) => [id, schema ?? {}]),
  );
