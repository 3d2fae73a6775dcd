/** What a catalogue knows of the names in a query. */
import type { FieldEntry, JqlFunction, Operator, Predicate } from './catalogue-entries.ts';
import { NameTable } from '../syntax/name-table.ts';
import type { Field } from '../syntax/tree/fields.ts';
import type { Value } from '../syntax/tree/operands.ts';

export { operatorsOf } from './catalogue-entries.ts';
export type {
  Argument,
  FieldEntry,
  FieldForm,
  FunctionUse,
  JqlFunction,
  Operator,
  Platform,
  Predicate,
} from './catalogue-entries.ts';

/** What a catalogue is made of; see `indexJql`. */
export interface JqlEntries {
  readonly fields: readonly FieldEntry[];
  readonly functions: readonly JqlFunction[];
  /** Names of the fields that queries are mostly made of, and of those that results are mostly put in order by. */
  readonly common: { readonly search: readonly string[]; readonly sort: readonly string[] };
  readonly operators: readonly Operator[];
  readonly predicates: readonly Predicate[];
  /** In capitals. */
  readonly keywords: readonly string[];
  /** Signs that stand for a keyword: `&&` for `AND`. */
  readonly signs: ReadonlyMap<string, string>;
  /** Words that the tracker keeps for itself, in lower case, beside those of the grammar. */
  readonly reservedWords: ReadonlySet<string>;
  /** What can precede `.property[…]` in a name. */
  readonly propertyEntities: readonly string[];
  readonly textSearch: {
    /** Characters that mean something inside a text to be searched. */
    readonly special: ReadonlySet<string>;
    /** Words that join others there, in capitals. */
    readonly boolean: ReadonlySet<string>;
    /** Words too common to be searched, in lower case. */
    readonly stopWords: ReadonlySet<string>;
  };
  /** The longest list of values that `in` takes. */
  readonly mostOperands: number;
  /** True where the tracker has described its own fields: a name that is not there is most likely wrong. */
  readonly complete: boolean;
}

/** What JQL can be made of: an index that never changes. Names are looked up in any case. */
export interface JqlCatalogue extends JqlEntries {
  /** By name or alias, unquoted; `cf[123]`, SLA names and properties find the entry of their form. */
  readonly field: (name: string) => FieldEntry | undefined;
  readonly function: (name: string) => JqlFunction | undefined;
  /** Blanks inside are one: `not in`. */
  readonly operator: (name: string) => Operator | undefined;
  readonly predicate: (name: string) => Predicate | undefined;
  /** As `field` and `function`, for those that have a name of their own in letters of ASCII. */
  readonly fieldTable: NameTable<FieldEntry>;
  readonly functionTable: NameTable<JqlFunction>;
  /** The functions that take a query as an argument. */
  readonly queryFunctionTable: NameTable<JqlFunction>;
  /** What precedes the brackets of an entity property: `issue.property`. */
  readonly propertyTable: NameTable<FieldEntry>;
  readonly customField: (id: number) => FieldEntry | undefined;
}

const customFieldName = /^cf\s*\[\s*\d+\s*\]$/i;
const development = /^development\s*\[/i;
/** What Cloud appends to a name that several fields have: `Team[Team]`. */
const collapsed = /^(.+)\[[^[\]]+\]$/;

const lower = (name: string): string => name.toLowerCase();

const takesQuery = ({ arguments: list }: JqlFunction): boolean =>
  list?.some(({ type }) => type === 'JQL') === true;

/** Makes the index of a catalogue. */
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
  for (const each of entries.functions) {
    functions.set(lower(each.name), each).set(each.name, each);
    if (each.cloudName !== undefined) functions.set(lower(each.cloudName), each);
  }
  const operators = new Map(entries.operators.map(each => [each.name, each]));
  const predicates = new Map(
    entries.predicates.flatMap(each => [
      [each.name, each],
      [lower(each.name), each],
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
    return base === undefined ? undefined : fields.get(lower(base));
  };

  const entityProperty = byForm.get('property');
  const hasNumbers = [...fields.keys()].some(name => name.startsWith('cf['));
  return {
    ...entries,
    fieldTable: new NameTable(fields),
    functionTable: new NameTable(functions),
    queryFunctionTable: new NameTable([...functions].filter(([, each]) => takesQuery(each))),
    propertyTable: new NameTable(
      entityProperty === undefined
        ? []
        : entries.propertyEntities.map(entity => [`${entity}.property`, entityProperty] as const),
    ),
    customField: id => (hasNumbers ? fields.get(`cf[${id}]`) : undefined) ?? byForm.get('customField'),
    // As written first: making it small takes longer than looking it up.
    field: name => fields.get(name) ?? fields.get(lower(name)) ?? fieldByForm(name),
    function: name => functions.get(name) ?? functions.get(lower(name)),
    operator: name => operators.get(name) ?? operators.get(lower(name).trim().replaceAll(/\s+/g, ' ')),
    predicate: name => predicates.get(name) ?? predicates.get(lower(name)),
  };
}

/** What is known of a field; undefined = nothing. */
export function entryOf(catalogue: JqlCatalogue, field: Field): FieldEntry | undefined {
  const { customField, properties } = field;
  if (customField !== undefined && properties.length === 0) return catalogue.customField(customField);
  const table = properties.length === 0 ? catalogue.fieldTable : catalogue.propertyTable;
  return field.find(table) ?? catalogue.field(nameOf(field));
}

/** The name by which a catalogue knows a field: with its property, where that is part of it. */
export const nameOf = ({ name, properties }: Field): string => (properties.length === 0 ? name : `${name}[]`);

/** What is known of a function by its name; undefined = nothing. */
export const functionOf = (catalogue: JqlCatalogue, name: Value): JqlFunction | undefined =>
  name.find(catalogue.functionTable) ?? catalogue.function(name.text);
