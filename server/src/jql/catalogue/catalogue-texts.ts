/** The explanations of the catalogue's entries. */

/** The explanation of a field, a function, an operator, a predicate or a keyword. */
export interface JqlText {
  readonly summary: string;
  /** A query with it. */
  readonly example: string;
}

/**
 * The explanations of the catalogue's entries. An entry without a text, such as a field of one site, gives undefined.
 */
export interface JqlTexts {
  /** By the catalogue's own name, not an alias. */
  readonly field: (name: string) => JqlText | undefined;
  readonly function: (name: string) => JqlText | undefined;
  readonly argument: (functionName: string, name: string) => string | undefined;
  readonly operator: (name: string) => JqlText | undefined;
  /** By the name in capitals. */
  readonly predicate: (name: string) => JqlText | undefined;
  /** By the name in capitals. */
  readonly keyword: (name: string) => JqlText | undefined;
  /** The name of a unit of time: `M` months, `m` minutes. */
  readonly unit: (letter: string) => string | undefined;
  /** A description of the values of a type. */
  readonly type: (name: string) => string | undefined;
  /** The product that `requires` of the catalogue names. */
  readonly product: (key: string) => string | undefined;
}

type Table<Entry> = Readonly<Record<string, Entry>>;

/** The form of `catalogue/jql/texts.json`, which the compiler compares with it. */
export interface JqlTextsFile {
  readonly fields: Table<JqlText>;
  readonly functions: Table<JqlText>;
  readonly arguments: Table<string>;
  readonly operators: Table<JqlText>;
  readonly predicates: Table<JqlText>;
  readonly keywords: Table<JqlText>;
  readonly units: Table<string>;
  readonly types: Table<string>;
  readonly products: Table<string>;
}

const anyFunction = '*';

const entryOf = <Entry>(table: Table<Entry>, key: string): Entry | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** The texts of `catalogue/jql/texts.json`. Arguments are looked up as `function.name`, then as `*.name`. */
export const jqlTexts = (file: JqlTextsFile): JqlTexts => ({
  field: name => entryOf(file.fields, name),
  function: name => entryOf(file.functions, name),
  argument: (functionName, name) =>
    entryOf(file.arguments, `${functionName}.${name}`) ?? entryOf(file.arguments, `${anyFunction}.${name}`),
  operator: name => entryOf(file.operators, name),
  predicate: name => entryOf(file.predicates, name),
  keyword: name => entryOf(file.keywords, name),
  unit: letter => entryOf(file.units, letter),
  type: name => entryOf(file.types, name),
  product: key => entryOf(file.products, key),
});
