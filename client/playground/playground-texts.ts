/** The texts of the playground, from one table that can be translated. */
import { fillTemplate, type Values } from '#shared/base/text/wording.ts';
import table from './texts.json' with { type: 'json' };

export type PlaygroundText = keyof typeof table;

/** The text of an id, with its `{placeholders}` replaced. */
export const text = (id: PlaygroundText, values: Values = {}): string => fillTemplate(table[id], values);
