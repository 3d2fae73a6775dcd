/** The values of placeholders, by their names. */
export type Values = Readonly<Record<string, string | number>>;

/** Replaces the `{placeholders}` of a text by values; a placeholder without a value is left. */
export const fillTemplate = (template: string, values: Values): string =>
  template.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  );

/** A table of texts with `{name}` placeholders. */
export type Texts = Readonly<Record<string, string>>;

/** Makes a sentence from a table of texts, by a key of it. */
export type Wording<Key extends string = string> = (key: Key, values?: Values) => string;

/**
 * The wording of a table. The compiler knows the keys of a table that is imported from JSON, so that a sentence without a
 * text does not compile. `wordingOf<string>` takes any key: one without a text, such as a server's own code, is shown as
 * it is.
 *
 * A module names the wording of its own table `say`, and `sayByKey` or `sayIfKnown` where keys are put together from data;
 * `wording` is one that comes from elsewhere, such as that of a language.
 */
export function wordingOf<Key extends string>(texts: Readonly<Record<Key, string>>): Wording<Key> {
  const table = new Map<string, string>(Object.entries(texts));
  return (key, values = {}) => fillTemplate(table.get(key) ?? key, values);
}

/** Makes a sentence by a key that is put together from data; `undefined` = the table has no text of that key. */
export function optionalWordingOf(texts: Texts): (key: string, values?: Values) => string | undefined {
  const table = new Map(Object.entries(texts));
  return (key, values = {}) => {
    const template = table.get(key);
    return template === undefined ? undefined : fillTemplate(template, values);
  };
}
