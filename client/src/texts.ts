/** The extension's wording, from one table that can be translated. */
import { fillTemplate, type Values } from '../../server/src/common/template.ts';
import table from './texts.json' with { type: 'json' };

export type TextId = keyof typeof table;

/** The text of that id with `{name}` replaced by the values given. */
export const text = (id: TextId, values: Values = {}): string => fillTemplate(table[id], values);

/** An error's own message. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const plural = new Intl.PluralRules('en');
const numbers = new Intl.NumberFormat('en');

/** "2,000". */
export const grouped = (count: number): string => numbers.format(count);

/** "1 row", "2,000 rows": the text `<id>.one` or `<id>.other` with `{count}`. */
export const counted = (id: 'row', count: number): string =>
  text(`${id}.${plural.select(count) === 'one' ? 'one' : 'other'}`, { count: grouped(count) });
