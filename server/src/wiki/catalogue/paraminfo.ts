/** Reads the answer of `action=paraminfo`. */
import { moduleGroups, type Module, type ModuleGroup, type Parameter, type ParameterInfo } from './module.ts';
import { lazy } from '#shared/base/lazy.ts';
import { hasHidden, isInsertable } from '#shared/base/visible-text.ts';
import { JsonReader } from '#shared/base/text/json-reader.ts';

const maximum = { modules: 2_000, parameters: 500, values: 20_000, urls: 100, info: 100 };

/**
 * Reads the answer of `action=paraminfo` in either format version: flags are empty texts in the first, booleans in
 * the second. Members that are not needed (class names, help texts) are not read. A module, parameter or value with an
 * invisible character in its name, such as a line end, is left out: in a document it could begin another query.
 *
 * @param data the parsed JSON, `{paraminfo: {modules: […]}}`, of any shape
 * @returns its modules in the order given, each path once
 * @throws CatalogueError when the shape is wrong or a cap is exceeded
 */
export const readParamInfo = (data: unknown): readonly Module[] => readModules(data, atOnce);

/**
 * Like `readParamInfo`, for data that tests have checked, such as the built-in catalogue: the parameters of a module are read
 * when they are first used, so that a start does not wait for those of all modules.
 */
export const readParamInfoLazily = (data: unknown): readonly Module[] => readModules(data, whenUsed);

function readModules(data: unknown, parametersOf: ReadParameters): readonly Module[] {
  const paths = new Set<string>();
  const modules = JsonReader.of(data, 'data').member('paraminfo').member('modules');
  if (modules.isAbsent()) modules.fail('missing');
  return modules
    .elements(maximum.modules)
    .map(shape => {
      const module = readModule(shape, parametersOf);
      if (paths.has(module.path)) shape.fail('duplicate');
      paths.add(module.path);
      return module;
    })
    .filter(({ name, prefix }) => isInsertable(name) && !hasHidden(prefix));
}

type ReadParameters = (shape: JsonReader) => () => readonly Parameter[];

const atOnce: ReadParameters = shape => {
  const parameters = readParameters(shape);
  return () => parameters;
};
const whenUsed: ReadParameters = shape => lazy(() => readParameters(shape));

function readModule(shape: JsonReader, parametersOf: ReadParameters): Module {
  const path = shape.member('path').text();
  const parameters = parametersOf(shape.member('parameters'));
  const templated = parametersOf(shape.member('templatedparameters'));
  const byName = lazy(() => new Map(parameters().map(parameter => [parameter.name, parameter])));
  return {
    name: shape.member('name').text(),
    path,
    group: readGroup(shape.member('group'), path),
    prefix: shape.member('prefix').text(),
    source: shape.member('source').optional(source => source.text()) ?? '',
    coverage: shape.member('coverage').optional(coverage => coverage.text()),
    generator: shape.member('generator').flag(),
    readRights: shape.member('readrights').flag(),
    writeRights: shape.member('writerights').flag(),
    mustBePosted: shape.member('mustbeposted').flag(),
    deprecated: shape.member('deprecated').flag(),
    internal: shape.member('internal').flag(),
    dynamicParameters: !shape.member('dynamicparameters').isAbsent(),
    helpUrls: texts(shape.member('helpurls'), maximum.urls),
    get parameters() {
      return parameters();
    },
    get templatedParameters() {
      return templated();
    },
    parameter: name => byName().get(name),
  };
}

/** Reads the group of a module; undefined for others (`action`, `format`), which a query cannot use. */
function readGroup(shape: JsonReader, path: string): ModuleGroup | undefined {
  const group = shape.optional(present => present.text());
  const moduleGroup = moduleGroups.find(candidate => candidate === group);
  if (moduleGroup === undefined && path.startsWith('query+')) shape.fail('unknownValue');
  return moduleGroup;
}

function readParameters(shape: JsonReader): readonly Parameter[] {
  const names = new Set<string>();
  return shape
    .elements(maximum.parameters)
    .map(element => {
      const parameter = readParameter(element);
      if (names.has(parameter.name)) element.fail('duplicate');
      names.add(parameter.name);
      return parameter;
    })
    .filter(({ name }) => isInsertable(name))
    .toSorted((a, b) => a.index - b.index);
}

/** @throws CatalogueError when the shape is wrong */
export function readParameter(shape: JsonReader): Parameter {
  const integer = (name: string) => shape.member(name).optional(present => present.integer());
  const text = (name: string) => shape.member(name).optional(present => present.text());
  const type = shape.member('type');
  return {
    index: shape.member('index').integer(),
    name: shape.member('name').text(),
    type: type.isText() ? type.text() : allowed(type),
    default: readDefault(shape.member('default')),
    open: shape.member('open').flag(),
    extension: undefined,
    valueExtensions: new Map(),
    required: shape.member('required').flag(),
    deprecated: shape.member('deprecated').flag(),
    deprecatedValues: texts(shape.member('deprecatedvalues'), maximum.values),
    internalValues: texts(shape.member('internalvalues'), maximum.values),
    multi: shape.member('multi').flag(),
    lowLimit: integer('lowlimit'),
    highLimit: integer('highlimit'),
    allowsDuplicates: shape.member('allowsduplicates').flag(),
    min: integer('min'),
    max: integer('max'),
    highMax: integer('highmax'),
    enforceRange: shape.member('enforcerange').flag(),
    allSpecifier: text('allspecifier'),
    extraNamespaces: shape
      .member('extranamespaces')
      .elements(maximum.values)
      .map(element => element.integer()),
    subtypes: texts(shape.member('subtypes'), maximum.values),
    info: shape.member('info').elements(maximum.info).map(readInfo),
    sensitive: shape.member('sensitive').flag(),
    tokenType: text('tokentype'),
    templateVars: textMap(shape.member('templatevars')),
    submodules: textMap(shape.member('submodules')),
    submoduleParamPrefix: text('submoduleparamprefix'),
  };
}

function allowed(shape: JsonReader): readonly string[] {
  if (shape.isAbsent()) shape.fail('missing');
  return texts(shape, maximum.values).filter(value => !hasHidden(value));
}

/** A boolean default only says that the parameter is a flag that is not set. */
function readDefault(shape: JsonReader): string | number | undefined {
  if (shape.isAbsent() || shape.isBoolean()) return undefined;
  if (!shape.isText()) return shape.integer();
  const text = shape.text();
  return hasHidden(text) ? undefined : text;
}

function readInfo(shape: JsonReader): ParameterInfo {
  return {
    name: shape.member('name').text(),
    values: shape
      .member('values')
      .elements(maximum.values)
      .map(element => element.integer()),
  };
}

/** The elements of an array of texts. */
export function texts(shape: JsonReader, limit: number): readonly string[] {
  return shape.elements(limit).map(element => element.text());
}

/** An empty map is an array in the first format version. */
function textMap(shape: JsonReader): ReadonlyMap<string, string> {
  if (shape.isAbsent() || shape.isEmptyArray()) return new Map();
  const entries = shape.members(maximum.values).map(([name, value]) => [name, value.text()] as const);
  return new Map(entries.filter(([name]) => !hasHidden(name)));
}
