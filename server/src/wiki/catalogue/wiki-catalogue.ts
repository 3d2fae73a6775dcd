/** The index of all modules that a query can use. */
import { lazy } from '#shared/base/lazy.ts';
import { type Module, type ModuleGroup, type Parameter, allowedValues, moduleGroups } from './module.ts';
import { readParamInfo, readParamInfoLazily } from './paraminfo.ts';
import { CatalogueError } from '#shared/base/text/json-reader.ts';

export { allowedValues, moduleGroups } from './module.ts';
export type { Module, ModuleGroup, Parameter } from './module.ts';
export { readParamInfo } from './paraminfo.ts';
export { CatalogueError } from '#shared/base/text/json-reader.ts';

/** A parameter and the module that declares it. */
export interface Declaration {
  readonly module: Module;
  readonly parameter: Parameter;
}

/** The modules that a query can use, with their parameters: an immutable index of paraminfo. */
export interface Catalogue {
  readonly main: Module;
  readonly query: Module;
  readonly json: Module;
  /** A module by path (`query+allpages`, `main`), or a submodule of `query` by name; `undefined` = none. */
  readonly module: (pathOrName: string) => Module | undefined;
  /** The described modules that `query` offers in that group, in the order in which it offers them. */
  readonly modules: (group: ModuleGroup) => readonly Module[];
  /** The described modules that `query` offers as generators. */
  readonly generators: readonly Module[];
  /** Every module known, offered or not, `main` and the like included. */
  readonly all: readonly Module[];
  /**
   * The offered modules that declare a name as written in a request, `g` of a generator not included: those that every
   * wiki has first. Empty when none does.
   */
  readonly declarations: (wireName: string) => readonly Declaration[];
}

/**
 * Makes a catalogue from the response of `action=paraminfo` for `main`, `query`, `json` and `query+*`.
 *
 * @throws CatalogueError when the data has another shape, or lacks one of those three
 */
export function readCatalogue(data: unknown): Catalogue {
  return indexModules(readParamInfo(data));
}

/** Like `readCatalogue`, for the built-in data, which tests check: parameters are read when they are first used. */
export const builtInCatalogueOf = (data: unknown): Catalogue => indexModules(readParamInfoLazily(data));

/**
 * Merges a site's own modules (`readParamInfo`) with the built-in ones; of two with the same path the site's wins.
 * If the site describes `query`, only the modules of that are offered. If not, its modules are offered
 * together with the built-in ones.
 */
export function mergeCatalogues(builtIn: Catalogue, site: readonly Module[]): Catalogue {
  const modules = new Map([...builtIn.all, ...site].map(module => [module.path, module]));
  const query = site.find(module => module.path === 'query') ?? offerModules(builtIn.query, site);
  return indexModules([...modules.set('query', query).values()]);
}

function indexModules(all: readonly Module[]): Catalogue {
  const byPath = new Map(all.map(module => [module.path, module]));
  const required = (path: string): Module => {
    const module = byPath.get(path);
    if (module === undefined) throw new CatalogueError('missing', `data.paraminfo.modules(${path})`);
    return module;
  };
  const query = required('query');
  const byName = new Map(byPath);
  for (const module of all)
    if (module.path.startsWith(queryPrefix)) byName.set(module.path.slice(queryPrefix.length), module);
  const offered = new Map([...moduleGroups, 'generator'].map(name => [name, offeredBy(query, name, byPath)]));
  const declarations = lazy(() => indexDeclarations(all, new Set([...offered.values()].flat())));
  return {
    main: required('main'),
    query,
    json: required('json'),
    module: pathOrName => byName.get(pathOrName),
    modules: group => offered.get(group) ?? [],
    generators: offered.get('generator') ?? [],
    all,
    declarations: name => declarations().get(name) ?? [],
  };
}

const queryPrefix = 'query+';

/** The modules of every wiki come before those of extensions. */
const rank = ({ coverage }: Module): number => (coverage === undefined ? 0 : 1);

function indexDeclarations(
  all: readonly Module[],
  offered: ReadonlySet<Module>,
): ReadonlyMap<string, readonly Declaration[]> {
  const usable = all.filter(module => module.group === undefined || offered.has(module));
  return Map.groupBy(
    usable
      .toSorted((a, b) => rank(a) - rank(b))
      .flatMap(module => module.parameters.map(parameter => ({ module, parameter }))),
    ({ module, parameter }) => module.prefix + parameter.name,
  );
}

function offeredBy(query: Module, name: string, byPath: ReadonlyMap<string, Module>): readonly Module[] {
  const parameter = query.parameter(name);
  const values = (parameter && allowedValues(parameter)) ?? [];
  return values.flatMap(value => byPath.get(parameter?.submodules.get(value) ?? queryPrefix + value) ?? []);
}

/** `query` with more values for `list`, `prop`, `meta` and `generator`. */
function offerModules(query: Module, modules: readonly Module[]): Module {
  const parameters = query.parameters.map(parameter => {
    const values = allowedValues(parameter);
    const added = modules.filter(
      module =>
        module.group !== undefined &&
        (parameter.name === 'generator' ? module.generator : module.group === parameter.name) &&
        !parameter.submodules.has(module.name),
    );
    if (values === undefined || added.length === 0) return parameter;
    return {
      ...parameter,
      type: [...values, ...added.map(module => module.name)],
      submodules: new Map([
        ...parameter.submodules,
        ...added.map(module => [module.name, module.path] as const),
      ]),
    };
  });
  return { ...query, parameters, parameter: name => parameters.find(parameter => parameter.name === name) };
}
