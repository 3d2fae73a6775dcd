/** Reads the texts about modules, parameters and values. */
import { JsonReader } from '../../language/json-reader.ts';

/** The texts about a module. */
export interface ModuleText {
  /** The words of the name (`category`, `members`); joined without spaces they are the name. */
  readonly parts: readonly string[];
  readonly summary: string;
  /** Words to find the module by without knowing its name. */
  readonly keywords: readonly string[];
  /** A small query, in the lines of a query file. */
  readonly example: string;
}

/** The texts about a parameter. */
export interface ParameterText {
  readonly summary: string;
  /** A typical value; undefined where none would help. */
  readonly example: string | undefined;
}

/** The texts of the catalogue; undefined for what has none, such as a module that only one site has. */
export interface WikiTexts {
  /** By the module's name, not its path. */
  readonly module: (name: string) => ModuleText | undefined;
  /** By the name of its module and its own name without prefix, `{slot}` of a templated one included. */
  readonly parameter: (module: string, name: string) => ParameterText | undefined;
  /** A phrase for one allowed value; for a value that is a module, the module's summary. */
  readonly value: (module: string, parameter: string, value: string) => string | undefined;
  /** The usual English name of a namespace, for sites whose own names are not known. */
  readonly namespace: (id: number) => string | undefined;
  /** Every namespace that has a name here, by id; the smallest id first. */
  readonly namespaces: readonly { readonly id: number; readonly name: string }[];
  /** The form of values of that type; an enumeration is `enum`. */
  readonly type: (name: string) => string | undefined;
}

const maximum = { entries: 10_000, keywords: 20 };
const anyModule = '*';
const summariesOfModules = '@modules';

/**
 * Reads the texts of `catalogue/wiki/texts.json`, and of further files in the same form.
 *
 * Parameters are looked up as `module.name`, then as `*.name`, which is the same for every module; a module
 * without a text of its own gets nothing from there. `valueSets` names the set (`@rights`) that a parameter shares
 * with others; the set `@modules` is the modules themselves.
 *
 * @throws CatalogueError when the data has another shape
 */
export function readTexts(...data: readonly unknown[]): WikiTexts {
  const files = data.map(each => JsonReader.of(each, 'texts'));
  const modules = readAll(files, 'modules', readModuleText);
  const parameters = readAll(files, 'parameters', readParameterText);
  const values = readValues(files);
  const valueSets = readAll(files, 'valueSets', phrase => phrase.text());
  const namespaces = readAll(files, 'namespaces', phrase => phrase.text());
  const types = readAll(files, 'types', phrase => phrase.text());

  const parameter = (module: string, name: string): ParameterText | undefined =>
    parameters.get(`${module}.${name}`) ??
    (modules.has(module) ? parameters.get(`${anyModule}.${name}`) : undefined);

  const setOf = (module: string, name: string): string =>
    valueSets.get(`${module}.${name}`) ??
    (modules.has(module) ? valueSets.get(`${anyModule}.${name}`) : undefined) ??
    `${module}.${name}`;

  return {
    module: name => modules.get(name),
    parameter,
    value: (module, name, value) => {
      const set = setOf(module, name);
      return set === summariesOfModules ? modules.get(value)?.summary : values.get(set)?.get(value);
    },
    namespace: id => namespaces.get(String(id)),
    namespaces: [...namespaces]
      .map(([id, name]) => ({ id: Number(id), name }))
      .toSorted((a, b) => a.id - b.id),
    type: name => types.get(name),
  };
}

function readAll<T>(
  files: readonly JsonReader[],
  name: string,
  readEntry: (entry: JsonReader) => T,
): ReadonlyMap<string, T> {
  const tables = files.map(file => file.member(name)).filter(table => !table.isAbsent());
  return new Map(tables.flatMap(table => [...read(table, readEntry)]));
}

/** Sets of phrases by name; a set of the same name in two files has the phrases of both. */
function readValues(files: readonly JsonReader[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const values = new Map<string, ReadonlyMap<string, string>>();
  for (const file of files)
    for (const [name, phrases] of read(file.member('values'), readPhrases))
      values.set(name, new Map([...(values.get(name) ?? []), ...phrases]));
  return values;
}

function read<T>(shape: JsonReader, readEntry: (entry: JsonReader) => T): ReadonlyMap<string, T> {
  return new Map(shape.members(maximum.entries).map(([name, entry]) => [name, readEntry(entry)]));
}

function readModuleText(shape: JsonReader): ModuleText {
  return {
    parts: shape.member('parts').text().split(' '),
    summary: shape.member('summary').text(),
    keywords: shape
      .member('keywords')
      .elements(maximum.keywords)
      .map(keyword => keyword.text()),
    example: shape.member('example').text(),
  };
}

function readParameterText(shape: JsonReader): ParameterText {
  return {
    summary: shape.member('summary').text(),
    example: shape.member('example').optional(example => example.text()),
  };
}

function readPhrases(shape: JsonReader): ReadonlyMap<string, string> {
  return read(shape, phrase => phrase.text());
}
