/** Reads the explanations of the catalogue's entries. */
import { JsonReader } from '../../language/json-reader.ts';

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
  /** In capitals. */
  readonly predicate: (name: string) => JqlText | undefined;
  /** In capitals. */
  readonly keyword: (name: string) => JqlText | undefined;
  /** Of a step in time: `M` months, `m` minutes. */
  readonly unit: (letter: string) => string | undefined;
  /** A description of the values of a type. */
  readonly type: (name: string) => string | undefined;
  /** The product that `requires` of the catalogue names. */
  readonly product: (key: string) => string | undefined;
}

const most = 10_000;
const anyFunction = '*';

/**
 * Reads `catalogue/jql/texts.json`. Arguments are looked up as `function.name`, then as `*.name`.
 *
 * @throws CatalogueError when the data has another shape
 */
export function readJqlTexts(data: unknown): JqlTexts {
  const root = JsonReader.of(data, 'texts');
  const table = (name: string): ReadonlyMap<string, JqlText> =>
    new Map(
      root
        .member(name)
        .members(most)
        .map(([key, text]) => [
          key,
          { summary: text.member('summary').text(), example: text.member('example').text() },
        ]),
    );
  const phrases = (name: string): ReadonlyMap<string, string> =>
    new Map(
      root
        .member(name)
        .members(most)
        .map(([key, text]) => [key, text.text()]),
    );
  const fields = table('fields');
  const functions = table('functions');
  const operators = table('operators');
  const predicates = table('predicates');
  const keywords = table('keywords');
  const args = phrases('arguments');
  const units = phrases('units');
  const types = phrases('types');
  const products = phrases('products');
  return {
    field: name => fields.get(name),
    function: name => functions.get(name),
    argument: (functionName, name) =>
      args.get(`${functionName}.${name}`) ?? args.get(`${anyFunction}.${name}`),
    operator: name => operators.get(name),
    predicate: name => predicates.get(name),
    keyword: name => keywords.get(name),
    unit: letter => units.get(letter),
    type: name => types.get(name),
    product: key => products.get(key),
  };
}
