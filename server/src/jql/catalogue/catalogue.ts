/** Lookups of the names in a query. */
import type { FieldEntry, JqlFunction, Operator, Predicate } from './catalogue-entries.ts';
import { NameTable } from '../syntax/name-table.ts';
import type { Field } from '../syntax/tree/fields.ts';
import type { Value } from '../syntax/tree/operands.ts';

export { operatorsOf } from './catalogue-entries.ts';
export type { Argument, FieldEntry, JqlFunction, Platform } from './catalogue-entries.ts';

/** The entries of a catalogue; `indexJql` makes an index of them. */
export interface JqlEntries {
  readonly fields: readonly FieldEntry[];
  readonly functions: readonly JqlFunction[];
  /** The names of the fields that conditions use most, and of those that ORDER BY uses most. */
  readonly common: { readonly search: readonly string[]; readonly sort: readonly string[] };
  readonly operators: readonly Operator[];
  readonly predicates: readonly Predicate[];
  /** In capitals. */
  readonly keywords: readonly string[];
  /** Signs that stand for a keyword: `&&` for `AND`. */
  readonly signs: ReadonlyMap<string, string>;
  /** Words that the tracker reserves in addition to those of the grammar, in lower case. */
  readonly reservedWords: ReadonlySet<string>;
  /** The words that can precede `.property[…]` in a name. */
  readonly propertyEntities: readonly string[];
  readonly textSearch: {
    /** Characters with a special meaning inside a search text. */
    readonly special: ReadonlySet<string>;
    /** Words that join others in a search text, in capitals. */
    readonly boolean: ReadonlySet<string>;
    /** Words too common to be searched, in lower case. */
    readonly stopWords: ReadonlySet<string>;
  };
  /** The longest list of values that `in` takes. */
  readonly mostOperands: number;
  /** True where the tracker has described its fields: then an unknown name is most likely wrong. */
  readonly complete: boolean;
}

/** An immutable index of everything that JQL can consist of. Names are looked up in any case. */
export interface JqlCatalogue extends JqlEntries {
  /** By name or alias, unquoted; `cf[123]`, SLA names and properties find the entry of their form. */
  readonly field: (name: string) => FieldEntry | undefined;
  readonly function: (name: string) => JqlFunction | undefined;
  /** Returns an operator by its name, with any blanks inside: `not in`. */
  readonly operator: (name: string) => Operator | undefined;
  readonly predicate: (name: string) => Predicate | undefined;
  /** Tables for `field` and `function`, for names in ASCII letters. */
  readonly fieldTable: NameTable<FieldEntry>;
  readonly functionTable: NameTable<JqlFunction>;
  /** The functions that take a query as an argument. */
  readonly queryFunctionTable: NameTable<JqlFunction>;
  /** The names before the brackets of an entity property: `issue.property`. */
  readonly propertyTable: NameTable<FieldEntry>;
  readonly customField: (id: number) => FieldEntry | undefined;
}

const customFieldNumber = /^cf\[(\d+)\]$/;
const customFieldName = /^cf\s*\[\s*\d+\s*\]$/i;
const development = /^development\s*\[/i;
/** The suffix that Cloud appends to a name that several fields have: `Team[Team]`. */
const collapsed = /^(.+)\[[^[\]]+\]$/;

const lower = (name: string): string => name.toLowerCase();

const takesQuery = ({ arguments: list }: JqlFunction): boolean =>
  list?.some(({ type }) => type === 'JQL') === true;

/** Returns the index of a catalogue. */
export function indexJql(entries: JqlEntries): JqlCatalogue {
  const fields = new Map<string, FieldEntry>();
  for (const field of entries.fields)
    for (const name of [field.name, ...field.aliases, ...field.cloud.aliases]) {
      const key = lower(name);
      if (fields.has(key)) continue;
      fields.set(key, field);
      fields.set(name, field);
    }
  const functions = new Map<string, JqlFunction>();
  for (const entry of entries.functions) {
    functions.set(lower(entry.name), entry).set(entry.name, entry);
    if (entry.cloudName !== undefined) functions.set(lower(entry.cloudName), entry);
  }
  const operators = new Map(entries.operators.map(operator => [operator.name, operator]));
  const predicates = new Map(
    entries.predicates.flatMap(predicate => [
      [predicate.name, predicate],
      [lower(predicate.name), predicate],
    ]),
  );
  const byForm = new Map(entries.fields.flatMap(field => (field.form ? [[field.form, field] as const] : [])));
  const property = new RegExp(String.raw`^(?:${entries.propertyEntities.join('|')})\.property\s*\[`, 'i');

  const fieldByForm = (name: string): FieldEntry | undefined => {
    if (!name.includes('[')) return undefined;
    if (customFieldName.test(name))
      return fields.get(lower(name.replaceAll(/\s+/g, ''))) ?? byForm.get('customField');
    if (property.test(name)) return byForm.get('property');
    if (development.test(name)) return byForm.get('development');
    const base = collapsed.exec(name)?.[1];
    const entry = base === undefined ? undefined : fields.get(lower(base));
    // A field of Jira’s own never has the suffix: this is a custom field of the same name.
    return entry !== undefined && /^[a-z]/.test(entry.name) ? byForm.get('customField') : entry;
  };

  const entityProperty = byForm.get('property');
  const numbered = new Map(
    [...fields].flatMap(([name, field]) => {
      const number = customFieldNumber.exec(name)?.[1];
      return number === undefined ? [] : [[Number(number), field] as const];
    }),
  );
  return {
    ...entries,
    fieldTable: new NameTable(fields),
    functionTable: new NameTable(functions),
    queryFunctionTable: new NameTable([...functions].filter(([, entry]) => takesQuery(entry))),
    propertyTable: new NameTable(
      entityProperty === undefined
        ? []
        : entries.propertyEntities.map(entity => [`${entity}.property`, entityProperty] as const),
    ),
    customField: id => numbered.get(id) ?? byForm.get('customField'),
    // The name as written is tried first: converting it to lower case takes longer than a lookup.
    field: name => fields.get(name) ?? fields.get(lower(name)) ?? fieldByForm(name),
    function: name => functions.get(name) ?? functions.get(lower(name)),
    operator: name => operators.get(name) ?? operators.get(lower(name).trim().replaceAll(/\s+/g, ' ')),
    predicate: name => predicates.get(name) ?? predicates.get(lower(name)),
  };
}

/** Returns the catalogue's entry of a field; undefined = the field is unknown. */
export function entryOf(catalogue: JqlCatalogue, field: Field): FieldEntry | undefined {
  const { customField, properties } = field;
  if (customField !== undefined && properties.length === 0) return catalogue.customField(customField);
  const table = properties.length === 0 ? catalogue.fieldTable : catalogue.propertyTable;
  return field.find(table) ?? catalogue.field(nameOf(field));
}

/** Returns the name of a field in a catalogue, with its property where that is part of it. */
export const nameOf = ({ name, properties }: Field): string => (properties.length === 0 ? name : `${name}[]`);

/** Returns the catalogue's entry of a function; undefined = the function is unknown. */
export const functionOf = (catalogue: JqlCatalogue, name: Value): JqlFunction | undefined =>
  name.find(catalogue.functionTable) ?? catalogue.function(name.text);
