/** The panel's wording, from one table that can be translated. */
import { fillTemplate, type Values } from '../../server/src/common/template.ts';
import table from './texts.json' with { type: 'json' };

export type TextId = keyof typeof table;

/** The text of that id with `{name}` replaced by the values given. */
export const text = (id: TextId, values: Values = {}): string => fillTemplate(table[id], values);

const plural = new Intl.PluralRules('en');
const grouped = new Intl.NumberFormat();

/** "1 row", "2,000 rows": the text `<id>.one` or `<id>.other` with `{count}`. */
export function counted(id: 'row' | 'request' | 'key' | 'item' | 'group', count: number): string {
  const form = plural.select(count) === 'one' ? 'one' : 'other';
  return text(`${id}.${form}`, { count: grouped.format(count) });
}
