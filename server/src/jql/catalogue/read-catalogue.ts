/** Reads the built-in catalogue from its JSON. */
import { CatalogueError, JsonReader } from '../../language/json-reader.ts';
import { readApps } from './apps.ts';
import { indexJql, type JqlCatalogue } from './catalogue.ts';
import {
  type Argument,
  countsOf,
  cloudOperators,
  type FieldEntry,
  type FunctionUse,
  type JqlFunction,
  type Operator,
  type Platform,
  type Predicate,
} from './catalogue-entries.ts';

const most = { entries: 10_000, names: 1_000 };

/**
 * Reads the built-in catalogue, `catalogue/jql/catalogue.json`, with what apps add, `catalogue/jql/apps.json`. `operators` and `functions` of a field may name one of
 * `operatorSets` and `functionSets` instead of a list.
 *
 * @throws CatalogueError when the data has another shape
 */
export function readJqlCatalogue(data: unknown, apps: unknown = {}): JqlCatalogue {
  const ofApps = readApps(apps);
  const root = JsonReader.of(data, 'jql');
  const operatorSets = readSets(root.member('operatorSets'));
  const functionSets = readSets(root.member('functionSets'));
  const common = root.member('common');
  const keywords = root.member('keywords');
  const textSearch = root.member('textSearch');
  return indexJql({
    fields: [
      ...elements(root, 'fields').map(field => readField(field, operatorSets, functionSets)),
      ...ofApps.fields,
    ],
    functions: [...elements(root, 'functions').map(readFunction), ...ofApps.functions],
    common: { search: texts(common, 'search'), sort: texts(common, 'sort') },
    operators: elements(root, 'operators').map(readOperator),
    predicates: elements(root, 'predicates').map(readPredicate),
    keywords: texts(keywords, 'list'),
    signs: new Map(
      keywords
        .member('signs')
        .members(most.names)
        .map(([sign, keyword]) => [sign, keyword.text()]),
    ),
    reservedWords: new Set(),
    propertyEntities: texts(root, 'propertyEntities'),
    textSearch: {
      special: new Set(texts(textSearch, 'special')),
      boolean: new Set(texts(textSearch, 'boolean')),
      stopWords: new Set(texts(textSearch, 'stopWords')),
    },
    mostOperands: root.member('limits').member('operands').integer(),
    complete: false,
  });
}

const elements = (shape: JsonReader, name: string): readonly JsonReader[] =>
  shape.member(name).elements(most.entries);
const texts = (shape: JsonReader, name: string): string[] =>
  shape
    .member(name)
    .elements(most.names)
    .map(each => each.text());

type Sets = ReadonlyMap<string, readonly string[]>;

const readSets = (shape: JsonReader): Sets =>
  new Map(
    shape
      .members(most.names)
      .map(([name, list]) => [name, list.elements(most.names).map(each => each.text())]),
  );

function readList(shape: JsonReader, sets: Sets): readonly string[] {
  if (!shape.isText()) return shape.elements(most.names).map(each => each.text());
  return sets.get(shape.text()) ?? shape.fail('unknownValue');
}

function readField(shape: JsonReader, operatorSets: Sets, functionSets: Sets): FieldEntry {
  const cloud = shape.member('cloud');
  const ofCloud = (name: string): string[] => (cloud.isAbsent() ? [] : texts(cloud, name));
  const operators = new Set(readList(shape.member('operators'), operatorSets));
  return {
    name: shape.member('name').text(),
    form: shape
      .member('form')
      .optional(form => oneOf(form, ['customField', 'sla', 'property', 'development'])),
    aliases: texts(shape, 'aliases'),
    type: shape.member('type').text(),
    operators,
    cloud: {
      aliases: ofCloud('aliases'),
      ...cloudOperators(operators, ofCloud('added'), ofCloud('removed')),
    },
    functions: readUses(shape.member('functions'), functionSets),
    orderable: shape.member('orderable').optional(orderable => orderable.flag()),
    history: shape.member('history').flag(),
    acceptsEmpty: shape.member('empty').flag(),
    alwaysSet: shape.member('always').flag(),
    suggests: shape.member('suggests').flag(),
    values: texts(shape, 'values'),
    textSearch: shape.member('textSearch').flag(),
    dateOnly: shape.member('dateOnly').flag(),
    requires: shape.member('requires').optional(product => product.text()),
    on: readPlatforms(shape),
    replacedBy: shape.member('replacedBy').optional(name => name.text()),
    doubtful: texts(shape, 'doubtful'),
    isFromSite: false,
  };
}

function readUses(shape: JsonReader, sets: Sets): ReadonlyMap<FunctionUse, readonly string[]> {
  if (shape.isAbsent()) return new Map();
  return new Map(
    shape.members(3).map(([use, list]) => {
      if (use !== '=' && use !== 'in' && use !== 'cmp') throw new CatalogueError('unknownValue', list.path);
      return [use, readList(list, sets)];
    }),
  );
}

function readFunction(shape: JsonReader): JqlFunction {
  const list = elements(shape, 'arguments').map(readArgument);
  return {
    name: shape.member('name').text(),
    cloudName: shape.member('cloudName').optional(name => name.text()),
    returns: shape.member('returns').text(),
    shape: oneOf(shape.member('shape'), ['single', 'list', 'either']),
    operators: texts(shape, 'operators'),
    arguments: list,
    counts: countsOf(list),
    requires: shape.member('requires').optional(product => product.text()),
    on: readPlatforms(shape),
    isFromSite: false,
  };
}

const readArgument = (shape: JsonReader): Argument => ({
  name: shape.member('name').text(),
  type: shape.member('type').text(),
  optional: shape.member('optional').flag(),
  most: shape.member('most').optional(count => (count.isText() ? Infinity : count.integer())) ?? 1,
  unit: shape.member('unit').optional(unit => unit.text()),
});

const readOperator = (shape: JsonReader): Operator => ({
  name: shape.member('name').text(),
  operand: oneOf(shape.member('operand'), ['single', 'list', 'empty', 'none']),
  acceptsEmpty: shape.member('empty').flag(),
  predicates: texts(shape, 'predicates'),
  negative: shape.member('negative').flag(),
});

const readPredicate = (shape: JsonReader): Predicate => ({
  name: shape.member('name').text(),
  operand: oneOf(shape.member('operand'), ['date', 'range', 'user', 'value']),
});

const readPlatforms = (shape: JsonReader): Platform[] =>
  shape
    .member('on')
    .elements(2)
    .map(each => oneOf(each, ['datacenter', 'cloud']));

function oneOf<T extends string>(shape: JsonReader, allowed: readonly T[]): T {
  const text = shape.text();
  return allowed.find(each => each === text) ?? shape.fail('unknownValue');
}
