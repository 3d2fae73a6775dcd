import { readFileSync } from 'node:fs';
import actions from './actions.json' with { type: 'json' };
import leftOut from './left-out.json' with { type: 'json' };

/** A parameter as paraminfo describes it; flags are present (empty) or absent. */
export interface Parameter {
  readonly name: string;
  readonly type: string | readonly string[];
  readonly default?: string | number | boolean;
  readonly multi?: string;
  readonly required?: string;
  readonly deprecated?: string;
  readonly sensitive?: string;
  readonly allowsduplicates?: string;
  readonly lowlimit?: number;
  readonly highlimit?: number;
  readonly min?: number;
  readonly max?: number;
  readonly highmax?: number;
  readonly allspecifier?: string;
  readonly extranamespaces?: readonly number[];
  readonly deprecatedvalues?: readonly string[];
  readonly subtypes?: readonly string[];
  readonly templatevars?: Readonly<Record<string, string>>;
}

export interface Module {
  readonly name: string;
  readonly path: string;
  readonly group?: string;
  readonly prefix: string;
  readonly generator?: string;
  readonly mustbeposted?: string;
  readonly deprecated?: string;
  readonly parameters: readonly Parameter[];
  readonly templatedparameters?: readonly Parameter[];
}

const file = new URL('../../../server/catalogue/wiki/paraminfo.json', import.meta.url);
const catalogue: { readonly paraminfo: { readonly modules: readonly Module[] } } = JSON.parse(
  readFileSync(file, 'utf8'),
);

const without = new Set(leftOut);
const isThere = (name: string): boolean => !without.has(name);

/** A parameter that chooses among modules, without those that the sandbox leaves out. */
const amongModules = (parameter: Parameter): Parameter =>
  typeof parameter.type === 'string' ? parameter : { ...parameter, type: parameter.type.filter(isThere) };

const withoutLeftOut = (module: Module): Module =>
  module.path === 'query' ? { ...module, parameters: module.parameters.map(amongModules) } : module;

/**
 * The built-in catalogue's modules that the sandbox answers, as a wiki lacks those of an extension that it has not, and
 * the actions that sign in and describe, which no query is made of.
 */
export const modules: readonly Module[] = [
  ...catalogue.paraminfo.modules.filter(({ name }) => isThere(name)).map(withoutLeftOut),
  ...actions,
];
const byPath = new Map(modules.map(module => [module.path, module]));

/** A module by its path, like `main` or `query+allpages`; `undefined` = the catalogue has none such. */
export const moduleAt = (path: string): Module | undefined => byPath.get(path);

/** A module that the sandbox cannot do without. */
export function knownModule(path: string): Module {
  const module = moduleAt(path);
  if (!module) throw new Error(`The catalogue has no module ${path}.`);
  return module;
}
