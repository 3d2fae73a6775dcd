import type { Field } from '../fields.ts';
import type { World } from '../world/world.ts';
import { thingsOf } from './names.ts';
import type { Value } from './values.ts';

/**
 * How the values of a field are ordered: priorities by their weight, versions by their release, issues by project and
 * number, other things by name; what is not listed anywhere has no rank.
 */
export function rankOf(field: Field, world: World): (value: Value) => Value | undefined {
  const { kind } = field;
  if (kind === 'issue' || kind === 'issuein' || kind === 'epic')
    return value => String(value).replace(/\d+$/u, number => number.padStart(9, '0'));
  if (kind === 'user') return value => world.person(String(value))?.displayName.toLowerCase() ?? value;
  if (kind === 'text' || kind === 'label') return value => String(value).toLowerCase();
  const things = thingsOf(field, world);
  if (!things) return value => value;
  const places = new Map(
    things.map(({ id, name }, index) => [id, placeOf(field, name, index, things.length)]),
  );
  return value => places.get(String(value));
}

/** The first priority is the greatest; other things with an order of their own ascend. */
function placeOf({ kind }: Field, name: string, index: number, count: number): Value {
  if (kind === 'priority') return count - index;
  return kind === 'version' || kind === 'resolution' || kind === 'status' || kind === 'sprint'
    ? index
    : name.toLowerCase();
}
