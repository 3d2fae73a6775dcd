/** The texts about modules, parameters and values. */

/** The texts about a module. */
interface ModuleText {
  /** The words of the name (`category`, `members`); joined without spaces they are the name. */
  readonly parts: readonly string[];
  readonly summary: string;
  /** Words to find the module by without knowing its name. */
  readonly keywords: readonly string[];
  /** A small query, in the lines of a query file. */
  readonly example: string;
}

/** The texts about a parameter. */
interface ParameterText {
  readonly summary: string;
  /** A typical value; undefined where none would help. */
  readonly example: string | undefined;
}

/** The texts of the catalogue; undefined for an entry without one, such as a module that only one site has. */
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

type Table<Entry> = Readonly<Record<string, Entry>>;

/** The form of `catalogue/wiki/texts.json` and of further files, which the compiler compares with it. */
export interface TextsFile {
  /** `parts`: the words with blanks in between. */
  readonly modules: Table<Omit<ModuleText, 'parts'> & { readonly parts: string }>;
  readonly parameters: Table<{ readonly summary: string; readonly example?: string }>;
  /** Phrases for values, by the set that they are of. */
  readonly values: Table<Table<string>>;
  readonly valueSets: Table<string>;
  readonly namespaces?: Table<string>;
  readonly types?: Table<string>;
}

const anyModule = '*';
const summariesOfModules = '@modules';

/**
 * The texts of `catalogue/wiki/texts.json`, and of further files in the same form; the last file that has a text wins.
 *
 * Parameters are looked up as `module.name`, then as `*.name`, which is the same for every module; a module
 * without a text of its own gets nothing from there. `valueSets` names the set (`@rights`) that a parameter shares
 * with others; the set `@modules` is the modules themselves.
 */
export function wikiTexts(...files: readonly TextsFile[]): WikiTexts {
  const lookup = <Entry>(tableOf: (file: TextsFile) => Table<Entry> | undefined, key: string) =>
    files.map(tableOf).findLast(table => table !== undefined && Object.hasOwn(table, key))?.[key];

  const moduleEntry = (name: string) => lookup(file => file.modules, name);

  /** The entry of one module's parameter; else that of every module, for a module that has texts. */
  const ofParameter = <Entry>(
    tableOf: (file: TextsFile) => Table<Entry> | undefined,
    module: string,
    name: string,
  ): Entry | undefined =>
    lookup(tableOf, `${module}.${name}`) ??
    (moduleEntry(module) === undefined ? undefined : lookup(tableOf, `${anyModule}.${name}`));

  return {
    module(name) {
      const entry = moduleEntry(name);
      return entry && { ...entry, parts: entry.parts.split(' ') };
    },
    parameter(module, name) {
      const entry = ofParameter(file => file.parameters, module, name);
      return entry && { summary: entry.summary, example: entry.example };
    },
    value(module, name, value) {
      const set = ofParameter(file => file.valueSets, module, name) ?? `${module}.${name}`;
      if (set === summariesOfModules) return moduleEntry(value)?.summary;
      return lookup(({ values }) => (Object.hasOwn(values, set) ? values[set] : undefined), value);
    },
    namespace: id => lookup(file => file.namespaces, String(id)),
    namespaces: files
      .flatMap(({ namespaces = {} }) => Object.entries(namespaces))
      .map(([id, name]) => ({ id: Number(id), name }))
      .toSorted((a, b) => a.id - b.id),
    type: name => lookup(file => file.types, name),
  };
}
