import usage from '../../../catalogue/wiki/usage.json' with { type: 'json' };
import type { Module, Parameter } from '../catalogue/catalogue.ts';
import type { Role } from '../model.ts';

type Counts = ReadonlyMap<string, number>;
type Table = Readonly<Record<string, Readonly<Record<string, number>>>>;

const tableOf = (table: Table): ReadonlyMap<string, Counts> =>
  new Map(Object.entries(table).map(([name, counts]) => [name, new Map(Object.entries(counts))]));

const modules = tableOf(usage.modules);
const parameters = tableOf(usage.parameters);
const valuesByModule: Readonly<Record<string, Table>> = usage.values;
const values = new Map(Object.entries(valuesByModule).map(([module, table]) => [module, tableOf(table)]));

/** How often people ask a module in a role: as `list`, `prop`, `meta` or `generator`. */
export const moduleUses = (role: string, name: string): number => modules.get(role)?.get(name) ?? 0;

/** A query that has a module is about that module first: `prop=` beside `list=` is less likely than `prop=` at all. */
const shareBesideModules = 0.4;

/** The share of the requests with a module that have this parameter of it, from 0 to 1. */
export function parameterShare(role: Role, { name: module }: Module, { name }: Parameter): number {
  const uses = parameters.get(module)?.get(name) ?? 0;
  if (uses === 0) return 0;
  const isInEvery = role === 'main' || role === 'action' || role === 'format';
  return isInEvery ? (uses / usage.requests) * shareBesideModules : Math.min(1, uses / askedOf(module));
}

const askedOf = (module: string): number =>
  [...modules.values()].reduce((sum, counts) => sum + (counts.get(module) ?? 0), 0);

/** How often people give a parameter a value. */
export const valueUses = (module: Module, parameter: Parameter, value: string): number =>
  values.get(module.name)?.get(parameter.name)?.get(value) ?? 0;
