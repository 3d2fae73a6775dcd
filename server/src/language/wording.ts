/** A table of texts with `{name}` holes. */
export type Texts = Readonly<Record<string, string>>;

/** Makes a sentence from a table of texts. */
export type Wording = (key: string, args?: Readonly<Record<string, string | number>>) => string;

/** The wording of a table. A key without a text is shown as it is: better a code than nothing. */
export function wordingOf(texts: Texts): Wording {
  const table = new Map(Object.entries(texts));
  return (key, args = {}) =>
    (table.get(key) ?? key).replace(/\{(\w+)\}/g, (hole, name: string) => String(args[name] ?? hole));
}
