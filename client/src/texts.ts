/** The extension's wording, from one table that can be translated. */
import table from './texts.json' with { type: 'json' };

export type TextId = keyof typeof table;

/** The text of that id with `{name}` replaced by the values given. */
export const text = (id: TextId, values: Readonly<Record<string, string | number>> = {}): string =>
  table[id].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** What an error says for itself. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
