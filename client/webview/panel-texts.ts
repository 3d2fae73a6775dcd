/** The texts of the panels, from one table that can be translated. */
import { fillTemplate, type Values } from '#shared/base/text/wording.ts';
import table from './texts.json' with { type: 'json' };

export type TextId = keyof typeof table;

/** The text of an id, with its `{placeholders}` replaced. */
export const text = (id: TextId, values: Values = {}): string => fillTemplate(table[id], values);

const plural = new Intl.PluralRules('en');
const grouped = new Intl.NumberFormat();

/** A count with its noun: "1 row", "2,000 rows"; from the texts `<id>.one` and `<id>.other`. */
export function counted(id: 'row' | 'request' | 'key' | 'item' | 'group', count: number): string {
  const form = plural.select(count) === 'one' ? 'one' : 'other';
  return text(`${id}.${form}`, { count: grouped.format(count) });
}
