/** How often modules, parameters and values are used. */
import type { Module, Parameter } from './wiki-catalogue.ts';
import type { Role } from '../model.ts';

type Counts = Readonly<Record<string, number>>;
type Table = Readonly<Record<string, Counts>>;
type TableMap = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The counts of `catalogue/wiki/usage.json`. */
export interface WikiCounts {
  /** How many requests were counted. */
  readonly requests: number;
  /** By role: `list`, `prop`, `meta`, `generator`. */
  readonly modules: Table;
  /** By module. */
  readonly parameters: Table;
  /** By module and parameter. */
  readonly values: Readonly<Record<string, Table>>;
}

const tableOf = (table: Table): TableMap =>
  new Map(Object.entries(table).map(([name, counts]) => [name, new Map(Object.entries(counts))]));

/** The factor for parameters that every query can have: they are less likely in a query that has a module. */
const shareBesideModules = 0.4;

/** How often modules, parameters and values are used, by the counts of collected requests. */
export class WikiUsage {
  readonly #requests: number;
  readonly #modules: TableMap;
  readonly #parameters: TableMap;
  readonly #values: ReadonlyMap<string, TableMap>;

  constructor({ requests, modules, parameters, values }: WikiCounts) {
    this.#requests = requests;
    this.#modules = tableOf(modules);
    this.#parameters = tableOf(parameters);
    this.#values = new Map(Object.entries(values).map(([module, table]) => [module, tableOf(table)]));
  }

  /** How often people use a module in a role. */
  module(role: string, name: string): number {
    return this.#modules.get(role)?.get(name) ?? 0;
  }

  /** The share of the requests with a module that have this parameter of it, from 0 to 1. */
  parameterShare(role: Role, { name: module }: Module, { name }: Parameter): number {
    const uses = this.#parameters.get(module)?.get(name) ?? 0;
    if (uses === 0) return 0;
    const isInEvery = role === 'main' || role === 'action' || role === 'format';
    return isInEvery
      ? (uses / this.#requests) * shareBesideModules
      : Math.min(1, uses / this.#requestsWith(module));
  }

  /** How often people give a parameter a value. */
  value(module: Module, parameter: Parameter, value: string): number {
    return this.#values.get(module.name)?.get(parameter.name)?.get(value) ?? 0;
  }

  #requestsWith(module: string): number {
    return [...this.#modules.values()].reduce((sum, counts) => sum + (counts.get(module) ?? 0), 0);
  }
}
