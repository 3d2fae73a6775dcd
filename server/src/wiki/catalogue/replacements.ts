import data from '../../../catalogue/wiki/replacements.json' with { type: 'json' };
import { type ActiveModule, wireName } from '../model.ts';
import type { Module, Parameter } from './catalogue.ts';

/** What replaces something deprecated. */
export interface Replacement {
  /** Its own name in the same module; absent = the same parameter. */
  readonly parameter?: string;
  /** Absent = the value stays. */
  readonly value?: string;
  /** What must be used with it. */
  readonly beside?: { readonly parameter: string; readonly value: string };
  /** Something outside the module, to be shown but not to be written by a fix. */
  readonly instead?: string;
}

/** What replaces something that no current MediaWiki has. */
export interface Removal extends Replacement {
  /** The first version of MediaWiki without it. */
  readonly version: string;
}

/** A module that replaces a deprecated one. */
export interface Successor {
  readonly module: string;
  /** Whether it works on pages that the query names. */
  readonly pages: boolean;
  /** By own name of a parameter what its values are called in the successor; null = they do not exist there. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
}

const parameters: ReadonlyMap<string, Replacement> = new Map(Object.entries(data.parameters));
const values: ReadonlyMap<string, Replacement> = new Map(Object.entries(data.values));
const modules: ReadonlyMap<string, readonly Successor[]> = new Map(Object.entries(data.modules));
const removedParameters: ReadonlyMap<string, Removal> = new Map(Object.entries(data.removedParameters));
const removedValues: ReadonlyMap<string, Removal> = new Map(Object.entries(data.removedValues));

/** What replaces a deprecated parameter; undefined where nothing does. */
export const replacementOf = (module: Module, { name }: Parameter): Replacement | undefined =>
  parameters.get(`${module.name}.${name}`);

/** What replaces a deprecated value; undefined where nothing does. */
export const valueReplacementOf = (
  module: Module,
  { name }: Parameter,
  value: string,
): Replacement | undefined => values.get(`${module.name}.${name}.${value}`);

/** The modules that replace a deprecated one, the most likely one first. */
export const successorsOf = (module: Module): readonly Successor[] => modules.get(module.name) ?? [];

/** A parameter that the module had in earlier versions, by its name in a request. */
export function removedParameter(active: ActiveModule, name: string): Removal | undefined {
  const own = ownName(active, name);
  return own === undefined ? undefined : removedParameters.get(`${active.module.name}.${own}`);
}

/** A value that a parameter had in earlier versions. */
export const removedValue = (module: Module, { name }: Parameter, value: string): Removal | undefined =>
  removedValues.get(`${module.name}.${name}.${value}`);

/** How a replacement is written in a request: `llprop=url`; undefined where nothing replaces it. */
export function replacementText(
  active: ActiveModule,
  own: string,
  found: Replacement | undefined,
): string | undefined {
  if (found?.instead !== undefined) return found.instead;
  if (found?.parameter === undefined && found?.value === undefined) return undefined;
  const name = wireName(active, found.parameter ?? own);
  return found.value === undefined ? name : `${name}=${found.value}`;
}

function ownName(active: ActiveModule, name: string): string | undefined {
  const lead = wireName(active, '');
  return active.at !== undefined && name.startsWith(lead) ? name.slice(lead.length) : undefined;
}
