/** The extension's wording, from one table that can be translated. */
import { fillTemplate, type Values } from '../../server/src/common/template.ts';
import table from './texts.json' with { type: 'json' };

export type TextId = keyof typeof table;

/** The text of that id with `{name}` replaced by the values given. */
export const text = (id: TextId, values: Values = {}): string => fillTemplate(table[id], values);

/** An error's own message. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
