import facts from '../../../catalogue/network/tracker-issue.json' with { type: 'json' };
import type { Json } from '../../protocol/json.ts';
import { isObject, textOf, type JsonObject } from '../json.ts';
import { shorten } from '../shorten.ts';
import { displayOf, stampOf } from '../table/field-value.ts';

/** A member where it holds something; `{}` where it is empty. */
export function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined | '',
): { [name in Name]?: Value } {
  const members: { [name in Name]?: Value } = {};
  if (value !== undefined && value !== '') members[name] = value;
  return members;
}

/** A member that is an object; empty where it is none. */
export const memberOf = (object: JsonObject, name: string): JsonObject => {
  const member = object[name];
  return isObject(member) ? member : {};
};

/** What a value is called, on one line; empty = it has no name. */
export const nameOf = (id: string, value: Json | undefined): string =>
  value === undefined ? '' : shorten(displayOf(id, value), facts.caps.text);

/** An id or a short name as it is; empty = it is none. */
export const idOf = (value: Json | undefined): string => shorten(textOf(value), facts.caps.name);

/** A point in time in UTC, or a day as it is; anything else is none. */
export function dateOf(value: Json | undefined): string | undefined {
  const text = textOf(value);
  return stampOf(text) ?? (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined);
}

/** HTML as the tracker rendered it; else the text with its signs escaped and its lines kept; empty = neither. */
export function htmlOf(rendered: Json | undefined, plain: Json | undefined): string {
  if (typeof rendered === 'string' && rendered !== '') return rendered;
  const text = typeof plain === 'string' ? plain : '';
  const escaped = text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);
  return escaped.replaceAll(/\r?\n/g, '<br>');
}
