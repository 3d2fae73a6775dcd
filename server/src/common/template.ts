/** What takes the place of `{name}`. */
export type Values = Readonly<Record<string, string | number>>;

/** A text with values in place of its `{placeholders}`; one without a value stays as it is. */
export const fillTemplate = (template: string, values: Values): string =>
  template.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  );
