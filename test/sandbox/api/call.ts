import type { Title } from '../world/types.ts';
import { readTitle } from '../world/titles.ts';
import type { Module } from './catalogue.ts';
import type { JsonObject } from '../json.ts';
import type { Entry } from './pageset.ts';
import type { Parameters } from './parameters.ts';
import { type Details, type Problem, type ProblemCode, Failure, problem } from './problems.ts';
import type { Visitor } from './visitor.ts';

/** The input of a module for its part of a query. */
export interface Call extends Visitor {
  readonly module: Module;
  readonly parameters: Parameters;
  /** The pages that the query is about, in the order of the answer. */
  readonly pages: readonly Entry[];
  /** True for a generator whose pages' redirects will be followed. */
  readonly following: boolean;
  readonly warnings: Problem[];
}

/** Reports an error of the module at hand. @param name of the parameter, without prefix */
export function fail(
  { module, parameters }: Call,
  code: ProblemCode,
  name = '',
  details: Details = {},
): never {
  throw new Failure(problem(module.path, code, { parameter: parameters.prefix + name, ...details }));
}

export function warn(
  { module, parameters, warnings }: Call,
  code: ProblemCode,
  name = '',
  data?: JsonObject,
): void {
  warnings.push(problem(module.path, code, { parameter: parameters.prefix + name }, data));
}

/** @throws Failure `permissiondenied` without the right */
export function need(call: Call, right: string): void {
  if (!call.rights.has(right)) fail(call, 'permissiondenied');
}

/** The title in a parameter. @throws Failure `invalidtitle` */
export function titleIn(call: Call, name: string, text: string, defaultNamespace = 0): Title {
  const reading = readTitle(text, defaultNamespace);
  return reading.kind === 'local' ? reading.title : fail(call, 'invalidtitle', name, { value: text });
}
