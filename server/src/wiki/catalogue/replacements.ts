/** Replacements of deprecated and removed parts of the API. */
import data from '../../../catalogue/wiki/replacements.json' with { type: 'json' };
import { type ActiveModule, type WikiModel, wireName } from '../model.ts';
import type { Catalogue, Module, Parameter } from './wiki-catalogue.ts';

/** The replacement of something deprecated. */
export interface Replacement {
  /** Its own name in the same module; absent = the same parameter. */
  readonly parameter?: string;
  /** Absent = the value stays. */
  readonly value?: string;
  /** A use that must be added with it. */
  readonly beside?: { readonly parameter: string; readonly value: string };
  /** Something outside the module, to be shown but not to be written by a fix. */
  readonly instead?: string;
}

/** The replacement of something that no current MediaWiki has. */
export interface Removal extends Replacement {
  /** The first version of MediaWiki without it. */
  readonly version: string;
}

/** A module that replaces a deprecated one. */
export interface Successor {
  readonly module: string;
  /** Whether it works on pages that the query names. */
  readonly pages: boolean;
  /**
   * The names of values in the successor, by the parameter's own name and the value; null = the value does not exist
   * there.
   */
  readonly values: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
}

const parameters: ReadonlyMap<string, Replacement> = new Map(Object.entries(data.parameters));
const values: ReadonlyMap<string, Replacement> = new Map(Object.entries(data.values));
const modules: ReadonlyMap<string, readonly Successor[]> = new Map(Object.entries(data.modules));
const removedParameters: ReadonlyMap<string, Removal> = new Map(Object.entries(data.removedParameters));
/** The names of the modules with removed parameters. */
const moduleNames: ReadonlySet<string> = new Set(
  Array.from(removedParameters.keys(), key => key.replace(/\..*/s, '')),
);
const removedValues: ReadonlyMap<string, Removal> = new Map(Object.entries(data.removedValues));

/** The replacement of a deprecated parameter; undefined where nothing replaces it. */
export const replacementOf = (module: Module, { name }: Parameter): Replacement | undefined =>
  parameters.get(`${module.name}.${name}`);

/** The replacement of a deprecated value; undefined where nothing replaces it. */
export const valueReplacementOf = (
  module: Module,
  { name }: Parameter,
  value: string,
): Replacement | undefined => values.get(`${module.name}.${name}.${value}`);

/** The modules that replace a deprecated one, the most likely one first. */
export const successorsOf = (module: Module): readonly Successor[] => modules.get(module.name) ?? [];

/** A parameter that a module had in earlier versions. */
export interface RemovedParameter {
  /** In the request. */
  readonly name: string;
  readonly active: ActiveModule;
  readonly removal: Removal;
}

/**
 * Finds the parameter that a name in a request was in earlier versions, in capitals too: one of a module of the
 * query, or, if it has a current equivalent, one of any other module.
 */
export function removedParameter(
  { active, catalogue }: WikiModel,
  name: string,
): RemovedParameter | undefined {
  const lower = name.toLowerCase();
  return (
    removedAs(active, catalogue, name) ?? (lower === name ? undefined : removedAs(active, catalogue, lower))
  );
}

function removedAs(
  active: readonly ActiveModule[],
  catalogue: Catalogue,
  name: string,
): RemovedParameter | undefined {
  for (const module of active) {
    const removal = moduleNames.has(module.module.name) ? removedFrom(module, name) : undefined;
    if (removal !== undefined) return { name, active: module, removal };
  }
  return removedElsewhere(catalogue).get(name);
}

function removedFrom(active: ActiveModule, name: string): Removal | undefined {
  const lead = wireName(active, '');
  const parameterName = name.startsWith(lead) ? name.slice(lead.length) : '';
  return removedParameters.get(`${active.module.name}.${parameterName}`);
}

const elsewhere = new WeakMap<Catalogue, ReadonlyMap<string, RemovedParameter>>();

/** The removed parameters of all modules that have a current equivalent, by name in a request. */
function removedElsewhere(catalogue: Catalogue): ReadonlyMap<string, RemovedParameter> {
  const cached = elsewhere.get(catalogue);
  if (cached !== undefined) return cached;
  const byName = new Map<string, RemovedParameter>();
  for (const moduleName of moduleNames) {
    const module = catalogue.module(moduleName);
    if (module?.group === undefined) continue;
    const active = { module, role: module.group };
    for (const [key, removal] of removedParameters) {
      const [ofModule, parameter = ''] = key.split('.');
      const name = wireName(active, parameter);
      if (ofModule === module.name && removal.instead !== undefined && !byName.has(name))
        byName.set(name, { name, active, removal });
    }
  }
  elsewhere.set(catalogue, byName);
  return byName;
}

/** The removal of a value that a parameter had in earlier versions; undefined for any other value. */
export const removedValue = (module: Module, { name }: Parameter, value: string): Removal | undefined =>
  removedValues.get(`${module.name}.${name}.${value}`);

/** How a replacement is written in a request: `llprop=url`; undefined where nothing replaces it. */
export function replacementText(
  active: ActiveModule,
  parameterName: string,
  replacement: Replacement | undefined,
): string | undefined {
  if (replacement?.instead !== undefined) return replacement.instead;
  if (replacement?.parameter === undefined && replacement?.value === undefined) return undefined;
  const name = wireName(active, replacement.parameter ?? parameterName);
  return replacement.value === undefined ? name : `${name}=${replacement.value}`;
}
