import type { Module } from './catalogue.ts';
import type { WikiKnowledge } from './knowledge.ts';
import type { Count, Rule, Use } from './rules.ts';

type Rules = WikiKnowledge['rules'];

/** Unprefixed names of which a module wants one, in declared order, for a parameter that is among them; empty where it is not. */
export const alternativesOf = (rules: Rules, module: Module, name: string): readonly string[] =>
  groupsOf(rules, module, name, ['exactlyOne', 'atLeastOne'])[0] ?? [];

/** Unprefixed names that cannot stand beside a parameter. */
export function rivalsOf(rules: Rules, module: Module, name: string): readonly string[] {
  const groups = groupsOf(rules, module, name, ['exactlyOne', 'atMostOne']).flat();
  const conflicts = (rules.get(module.name) ?? [])
    .filter(rule => rule.kind === 'conflict')
    .filter(({ uses }) => uses.every(isPlain) && uses.some(({ parameter }) => parameter === name))
    .flatMap(({ uses }) => uses.map(({ parameter }) => parameter));
  return [...new Set([...groups, ...conflicts])].filter(other => other !== name);
}

/** True for a use of a module's parameter whatever its value. */
const isPlain = ({ query, value, except }: Use): boolean =>
  !query && value === undefined && except === undefined;

function groupsOf(rules: Rules, module: Module, name: string, kinds: readonly Count['kind'][]): string[][] {
  const isGroup = (rule: Rule): rule is Count => kinds.some(kind => kind === rule.kind);
  return (rules.get(module.name) ?? [])
    .filter(isGroup)
    .filter(({ parameters }) => parameters.includes(name))
    .map(({ parameters }) =>
      module.parameters.map(parameter => parameter.name).filter(each => parameters.includes(each)),
    );
}

/** Unprefixed names, some as `name=value`, of which one must stand beside a parameter; empty where it stands alone. */
export const companionsOf = (rules: Rules, module: Module, name: string): readonly string[] =>
  (rules.get(module.name) ?? [])
    .filter(rule => rule.kind === 'onlyWith')
    .filter(({ use }) => use.parameter === name && isPlain(use))
    .flatMap(({ with: companions }) => companions)
    .filter(({ query }) => !query)
    .map(({ parameter, value }) => (value === undefined ? parameter : `${parameter}=${value}`));
