/** Reads the values of an issue's fields, and shortens what a panel cannot show. */
import { cellAt } from '#shared/base/tables/cell-values.ts';
import facts from '../../../catalogue/network/tracker-issue.json' with { type: 'json' };
import type { Json } from '#shared/protocol/json.ts';
import { isObject, textOf, type JsonObject, arrayOf } from '#shared/protocol/json-values.ts';
import { shorten } from '#shared/base/shorten.ts';
import { documentHtml, isDocument } from '../table/rich-document.ts';
import { displayOf, utcTimestampOf } from '../table/field-value.ts';

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
  const member = cellAt(object, name);
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
  return utcTimestampOf(text) ?? (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined);
}

/** The tracker's HTML, or else that of a document, or the escaped text with its line breaks; empty = neither. */
export function htmlOf(rendered: Json | undefined, plain: Json | undefined): string {
  if (typeof rendered === 'string' && rendered !== '') return rendered;
  if (isDocument(plain)) return documentHtml(plain);
  const text = typeof plain === 'string' ? plain : '';
  const escaped = text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);
  return escaped.replaceAll(/\r?\n/g, '<br>');
}

/** Limits the parts of an issue to a size that a panel can show, and remembers which ones were shortened. */
export class SizeCaps {
  readonly #items: number;
  readonly #shortened = new Set<string>();

  constructor({ items }: { readonly items: number }) {
    this.#items = items;
  }

  /** The parts that were shortened. */
  get shortened(): readonly string[] {
    return [...this.#shortened];
  }

  text(part: string, text: string, maximum: number): string {
    if (text.length <= maximum) return text;
    this.#shortened.add(part);
    return shorten(text, maximum);
  }

  /** The last items of a list, if there are too many; none of a value that is not a list. */
  items<Item>(part: string, list: readonly Item[]): readonly Item[];
  items(part: string, list: Json | undefined): readonly Json[];
  items(part: string, list: readonly Json[] | Json | undefined): readonly Json[] {
    const items = arrayOf(list) ?? [];
    if (items.length <= this.#items) return items;
    this.#shortened.add(part);
    return items.slice(-this.#items);
  }

  /** Like `items`, with objects only. */
  list(part: string, list: Json | undefined): JsonObject[] {
    return this.items(part, list).filter(isObject);
  }
}
