/** The values of placeholders, by their names. */
export type Values = Readonly<Record<string, string | number>>;

/** Replaces the `{placeholders}` of a text by values; a placeholder without a value is left. */
export const fillTemplate = (template: string, values: Values): string =>
  template.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  );
