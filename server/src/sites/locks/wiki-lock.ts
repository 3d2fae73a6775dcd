/** The content of wikis' locks. */
import type { WikiDescription } from '#shared/base/site-description.ts';
import type { Module, Parameter } from '../../wiki/catalogue/module.ts';
import { readParamInfo } from '../../wiki/catalogue/paraminfo.ts';
import { readNamespaces } from '../../wiki/catalogue/namespaces.ts';
import type { WikiLock } from './lock-schema.ts';

type Json = Readonly<Record<string, unknown>>;

/** The content of a wiki's lock: what checks use, sorted. @throws CatalogueError for a description of another shape */
export function wikiContents({
  paraminfo,
  namespaces,
  aliases,
}: WikiDescription): Pick<WikiLock, 'modules' | 'namespaces'> {
  const modules = readParamInfo(paraminfo).toSorted((a, b) => compare(a.path, b.path));
  const names = [...readNamespaces(namespaces, aliases)].toSorted(([a], [b]) => a - b);
  return {
    modules: modules.map(moduleEntry),
    namespaces: names.map(([id, siteNames]) => ({ id, names: [...new Set(siteNames)] })),
  };
}

/** Restores the description from which a lock was made. @throws CatalogueError if it cannot be read as that of a wiki */
export function wikiDescription({ modules, namespaces: entries, software }: WikiLock): WikiDescription {
  const paraminfo = { paraminfo: { modules: modules.map(numbered) } };
  const namespaces = entries.map(({ id, names: [name = '', canonical = name] }) => ({ id, name, canonical }));
  const aliases = entries.flatMap(({ id, names }) => names.slice(2).map(alias => ({ id, alias })));
  readParamInfo(paraminfo);
  readNamespaces(namespaces, aliases);
  return { kind: 'wiki', paraminfo, namespaces, aliases, ...(software !== '' && { software }) };
}

/** Numbers the parameters, of which a lock stores only the order: the numbers would change with every new one. */
const numbered = (module: Json): Json => ({
  ...module,
  parameters: withIndex(module['parameters']),
  templatedparameters: withIndex(module['templatedparameters']),
});

const withIndex = (parameters: unknown): unknown =>
  Array.isArray(parameters)
    ? parameters.map((parameter: unknown, at) =>
        typeof parameter === 'object' ? { ...parameter, index: at + 1 } : parameter,
      )
    : parameters;

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const moduleEntry = (module: Module): Json =>
  present({
    path: module.path,
    name: module.name,
    group: module.group,
    prefix: module.prefix,
    source: module.source || undefined,
    generator: flag(module.generator),
    readrights: flag(module.readRights),
    writerights: flag(module.writeRights),
    mustbeposted: flag(module.mustBePosted),
    deprecated: flag(module.deprecated),
    internal: flag(module.internal),
    dynamicparameters: flag(module.dynamicParameters),
    helpurls: some(module.helpUrls),
    parameters: module.parameters.map(parameterEntry),
    templatedparameters: some(module.templatedParameters.map(parameterEntry)),
  });

const parameterEntry = (parameter: Parameter): Json =>
  present({
    name: parameter.name,
    type: parameter.type,
    default: parameter.sensitive ? undefined : parameter.default,
    required: flag(parameter.required),
    deprecated: flag(parameter.deprecated),
    deprecatedvalues: some(parameter.deprecatedValues),
    internalvalues: some(parameter.internalValues),
    multi: flag(parameter.multi),
    lowlimit: parameter.lowLimit,
    highlimit: parameter.highLimit,
    allowsduplicates: flag(parameter.allowsDuplicates),
    min: parameter.min,
    max: parameter.max,
    highmax: parameter.highMax,
    enforcerange: flag(parameter.enforceRange),
    allspecifier: parameter.allSpecifier,
    extranamespaces: some(parameter.extraNamespaces),
    subtypes: some(parameter.subtypes),
    info: some(parameter.info),
    sensitive: flag(parameter.sensitive),
    tokentype: parameter.tokenType,
    templatevars: entries(parameter.templateVars),
    submodules: entries(parameter.submodules),
    submoduleparamprefix: parameter.submoduleParamPrefix,
  });

const flag = (is: boolean): true | undefined => is || undefined;
const some = <Item>(list: readonly Item[]): readonly Item[] | undefined =>
  list.length === 0 ? undefined : list;
const entries = (map: ReadonlyMap<string, string>): Json | undefined =>
  map.size === 0 ? undefined : Object.fromEntries([...map].toSorted(([a], [b]) => compare(a, b)));

const present = (entry: Json): Json =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
