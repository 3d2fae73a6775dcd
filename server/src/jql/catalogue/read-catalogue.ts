/** Reads the built-in catalogue from its JSON. */
import { type AppsFile, readApps } from './apps.ts';
import { indexJql, type JqlCatalogue } from './catalogue.ts';
import {
  type Argument,
  cloudOperators,
  countsOf,
  type FieldEntry,
  type FunctionUse,
  type JqlFunction,
  type Operator,
  type Platform,
  type Predicate,
} from './catalogue-entries.ts';

/** The form of `catalogue/jql/catalogue.json`, which the compiler compares with it. */
export interface CatalogueFile {
  readonly operatorSets: Sets;
  readonly functionSets: Sets;
  readonly common: { readonly search: readonly string[]; readonly sort: readonly string[] };
  readonly fields: readonly FieldData[];
  readonly functions: readonly FunctionData[];
  readonly operators: readonly OperatorData[];
  readonly predicates: readonly { readonly name: string; readonly operand: string }[];
  readonly keywords: { readonly list: readonly string[]; readonly signs: Readonly<Record<string, string>> };
  readonly propertyEntities: readonly string[];
  readonly textSearch: Readonly<Record<'special' | 'boolean' | 'stopWords', readonly string[]>>;
  readonly limits: { readonly operands: number };
}

/** Lists by name. */
type Sets = Readonly<Record<string, readonly string[]>>;

interface FieldData {
  readonly name: string;
  readonly type: string;
  readonly form?: string;
  readonly aliases?: readonly string[];
  /** A list, or the name of one. */
  readonly operators: string | readonly string[];
  readonly functions?: { readonly [Use in FunctionUse]?: string | readonly string[] };
  readonly cloud?: { readonly [Change in 'aliases' | 'added' | 'removed']?: readonly string[] };
  readonly orderable?: boolean;
  readonly history?: boolean;
  readonly empty?: boolean;
  readonly always?: boolean;
  readonly suggests?: boolean;
  readonly values?: readonly string[];
  readonly textSearch?: boolean;
  readonly dateOnly?: boolean;
  readonly numberKind?: string;
  readonly requires?: string;
  readonly on: readonly string[];
  readonly replacedBy?: string;
  readonly doubtful?: readonly string[];
}

interface FunctionData {
  readonly name: string;
  readonly cloudName?: string;
  readonly returns: string;
  readonly shape: string;
  readonly operators: readonly string[];
  readonly arguments?: readonly ArgumentData[];
  readonly requires?: string;
  readonly on: readonly string[];
}

interface ArgumentData {
  readonly name: string;
  readonly type: string;
  readonly optional?: boolean;
  /** A text = any number of times. */
  readonly most?: number | string;
  readonly unit?: string;
}

interface OperatorData {
  readonly name: string;
  readonly operand: string;
  readonly empty?: boolean;
  readonly predicates?: readonly string[];
  readonly negative?: boolean;
}

/**
 * The built-in catalogue, from `catalogue/jql/catalogue.json`, with the entries of apps, `catalogue/jql/apps.json`.
 * `operators` and `functions` of a field may name one of `operatorSets` and `functionSets` instead of a list.
 *
 * @throws TypeError for an unknown word in the data
 */
export function readJqlCatalogue(data: CatalogueFile, apps: AppsFile = {}): JqlCatalogue {
  const ofApps = readApps(apps);
  const { common, keywords, textSearch, operatorSets, functionSets } = data;
  return indexJql({
    fields: [...data.fields.map(field => readField(field, operatorSets, functionSets)), ...ofApps.fields],
    functions: [...data.functions.map(readFunction), ...ofApps.functions],
    common,
    operators: data.operators.map(readOperator),
    predicates: data.predicates.map(readPredicate),
    keywords: keywords.list,
    signs: new Map(Object.entries(keywords.signs)),
    reservedWords: new Set(),
    propertyEntities: data.propertyEntities,
    textSearch: {
      special: new Set(textSearch.special),
      boolean: new Set(textSearch.boolean),
      stopWords: new Set(textSearch.stopWords),
    },
    mostOperands: data.limits.operands,
    complete: false,
  });
}

function readList(list: string | readonly string[], sets: Sets): readonly string[] {
  if (typeof list !== 'string') return list;
  const set = Object.hasOwn(sets, list) ? sets[list] : undefined;
  if (set === undefined) throw new TypeError(`No set ${list}`);
  return set;
}

function readField(field: FieldData, operatorSets: Sets, functionSets: Sets): FieldEntry {
  const { aliases = [], added = [], removed = [] } = field.cloud ?? {};
  const operators = new Set(readList(field.operators, operatorSets));
  return {
    name: field.name,
    form: field.form === undefined ? undefined : oneOf(field.form, forms),
    aliases: field.aliases ?? [],
    type: field.type,
    operators,
    cloud: { aliases, ...cloudOperators(operators, added, removed) },
    functions: readUses(field.functions ?? {}, functionSets),
    orderable: field.orderable,
    history: field.history ?? false,
    acceptsEmpty: field.empty ?? false,
    alwaysSet: field.always ?? false,
    suggests: field.suggests ?? false,
    values: field.values ?? [],
    textSearch: field.textSearch ?? false,
    dateOnly: field.dateOnly ?? false,
    numberKind: field.numberKind === undefined ? undefined : oneOf(field.numberKind, numberKinds),
    requires: field.requires,
    on: readPlatforms(field.on),
    replacedBy: field.replacedBy,
    doubtful: field.doubtful ?? [],
    isFromSite: false,
  };
}

const forms = ['customField', 'sla', 'property', 'development'] as const;
const numberKinds = ['whole', 'count'] as const;
const functionUses = ['=', 'in', 'cmp'] as const;

const readUses = (
  lists: NonNullable<FieldData['functions']>,
  sets: Sets,
): ReadonlyMap<FunctionUse, readonly string[]> =>
  new Map(
    functionUses.flatMap(use => {
      const list = lists[use];
      return list === undefined ? [] : [[use, readList(list, sets)] as const];
    }),
  );

function readFunction(data: FunctionData): JqlFunction {
  const { name, cloudName, returns, operators, requires } = data;
  const args = (data.arguments ?? []).map(readArgument);
  return {
    name,
    cloudName,
    returns,
    shape: oneOf(data.shape, ['single', 'list', 'either']),
    operators,
    arguments: args,
    counts: countsOf(args),
    requires,
    on: readPlatforms(data.on),
    isFromSite: false,
  };
}

const readArgument = ({ name, type, optional = false, most = 1, unit }: ArgumentData): Argument => ({
  name,
  type,
  optional,
  most: typeof most === 'string' ? Infinity : most,
  unit,
});

const readOperator = ({
  name,
  operand,
  empty = false,
  predicates = [],
  negative = false,
}: OperatorData): Operator => ({
  name,
  operand: oneOf(operand, ['single', 'list', 'empty', 'none']),
  acceptsEmpty: empty,
  predicates,
  negative,
});

const readPredicate = ({ name, operand }: CatalogueFile['predicates'][number]): Predicate => ({
  name,
  operand: oneOf(operand, ['date', 'range', 'user', 'value']),
});

const readPlatforms = (names: readonly string[]): Platform[] =>
  names.map(name => oneOf(name, ['datacenter', 'cloud']));

/** The word as one of those that are allowed: the type of imported JSON has texts only. */
function oneOf<Word extends string>(text: string, words: readonly Word[]): Word {
  const word = words.find(candidate => candidate === text);
  if (word === undefined) throw new TypeError(`Unknown word ${text}`);
  return word;
}
