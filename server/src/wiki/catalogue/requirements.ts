/** Finds the parameters that rules require or exclude. */
import { type ActiveModule, type WikiModel, wireName } from '../model.ts';
import type { ParameterNode } from '../wiki-nodes.ts';
import { multipleValues } from '../values/value-list.ts';
import type { Module } from './wiki-catalogue.ts';
import type { WikiKnowledge } from './knowledge.ts';
import type { Count, Rule, Use } from './rule.ts';

type Rules = WikiKnowledge['rules'];

/** Unprefixed names of which a module requires one, in declared order; empty for a parameter that is not among them. */
export const alternativesOf = (rules: Rules, module: Module, name: string): readonly string[] =>
  groupsOf(rules, module, name, ['exactlyOne', 'atLeastOne'])[0] ?? [];

/** The parameter of the list that names the page, by the parameter of `query` that names pages. */
const pageParameters: ReadonlyMap<string, string> = new Map([
  ['titles', 'title'],
  ['pageids', 'pageid'],
]);

/**
 * The name in the request of the parameter for which `titles` or `pageids` was written by mistake: one that the module
 * requires and that is missing. Undefined where the value is not a single page.
 */
export function pageParameterOf(
  rules: Rules,
  model: WikiModel,
  active: ActiveModule,
  { name, value }: ParameterNode,
): string | undefined {
  const pageParameter = pageParameters.get(name.text);
  if (pageParameter === undefined || value === undefined || multipleValues(value).length !== 1)
    return undefined;
  const alternatives = alternativesOf(rules, active.module, pageParameter);
  if (alternatives.length === 0 || alternatives.some(alternative => model.nodeOf(active, alternative)))
    return undefined;
  return wireName(active, pageParameter);
}

/** Unprefixed names that cannot be used together with a parameter. */
export function rivalsOf(rules: Rules, module: Module, name: string): readonly string[] {
  const groups = groupsOf(rules, module, name, ['exactlyOne', 'atMostOne']).flat();
  const conflicts = (rules.get(module.name) ?? [])
    .filter(rule => rule.kind === 'conflict')
    .filter(({ uses }) => uses.every(isPlain) && uses.some(({ parameter }) => parameter === name))
    .flatMap(({ uses }) => uses.map(({ parameter }) => parameter));
  return [...new Set([...groups, ...conflicts])].filter(other => other !== name);
}

/** Whether a use is that of a module's parameter with any value. */
const isPlain = ({ query, value, except }: Use): boolean =>
  !query && value === undefined && except === undefined;

function groupsOf(rules: Rules, module: Module, name: string, kinds: readonly Count['kind'][]): string[][] {
  const isGroup = (rule: Rule): rule is Count => kinds.some(kind => kind === rule.kind);
  return (rules.get(module.name) ?? [])
    .filter(isGroup)
    .filter(({ parameters }) => parameters.includes(name))
    .map(({ parameters }) =>
      module.parameters.map(parameter => parameter.name).filter(required => parameters.includes(required)),
    );
}

/** Unprefixed names, some as `name=value`, of which a parameter requires one; empty where it requires none. */
export const companionsOf = (rules: Rules, module: Module, name: string): readonly string[] =>
  (rules.get(module.name) ?? [])
    .filter(rule => rule.kind === 'onlyWith')
    .filter(({ use }) => use.parameter === name && isPlain(use))
    .flatMap(({ with: companions }) => companions)
    .filter(({ query }) => !query)
    .map(({ parameter, value }) => (value === undefined ? parameter : `${parameter}=${value}`));
