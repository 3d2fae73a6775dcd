import facts from '../../../catalogue/network/tracker-issue.json' with { type: 'json' };
import type { Json } from '../../protocol/json.ts';
import { isObject, textOf, type JsonObject } from '../json.ts';
import { shorten } from '../../common/shorten.ts';
import { displayOf, stampOf } from '../table/field-value.ts';

/** An object with this member; `{}` if the value is empty. */
export function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined | '',
): { [name in Name]?: Value } {
  const members: { [name in Name]?: Value } = {};
  if (value !== undefined && value !== '') members[name] = value;
  return members;
}

/** A member that is an object; otherwise an empty object. */
export const memberOf = (object: JsonObject, name: string): JsonObject => {
  const member = object[name];
  return isObject(member) ? member : {};
};

/** The display name of a value, on one line; empty = it has no name. */
export const nameOf = (id: string, value: Json | undefined): string =>
  value === undefined ? '' : shorten(displayOf(id, value), facts.caps.text);

/** An id or a short name, unchanged; empty = none. */
export const idOf = (value: Json | undefined): string => shorten(textOf(value), facts.caps.name);

/** A timestamp in UTC, or a date; `undefined` = neither. */
export function dateOf(value: Json | undefined): string | undefined {
  const text = textOf(value);
  return stampOf(text) ?? (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined);
}

/** The tracker's HTML, or else the escaped text with its line breaks; empty = neither. */
export function htmlOf(rendered: Json | undefined, plain: Json | undefined): string {
  if (typeof rendered === 'string' && rendered !== '') return rendered;
  const text = typeof plain === 'string' ? plain : '';
  const escaped = text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);
  return escaped.replaceAll(/\r?\n/g, '<br>');
}
