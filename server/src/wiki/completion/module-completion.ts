/** Completes modules, as values of `list`, `prop`, `meta` and `generator`, and as whole lines. */
import { searchText, escapeSnippet } from '#shared/base/text/completion-text.ts';
import { allowedValues, moduleGroups, type Module, type Parameter } from '../catalogue/wiki-catalogue.ts';
import type { WikiKnowledge } from '../catalogue/knowledge.ts';
import { versionSince } from '../catalogue/profiles.ts';
import { type WikiModel, type ActiveModule, wireName } from '../model.ts';
import { markLater, nameRanks, type Proposal, ranksLater, say } from './proposal.ts';
import { alternativesOf } from '../catalogue/requirements.ts';
import { urlEncoded } from '../url.ts';

/**
 * The modules that a parameter of `query` accepts (`list`, `prop`, `meta`, `generator`): first those that have the
 * query's `unbound` names, then the most used ones.
 */
export function moduleProposals(
  knowledge: WikiKnowledge,
  parameter: Parameter,
  unbound: readonly string[] = [],
): Proposal[] {
  const uses = ({ name }: Module): number => knowledge.usage.module(parameter.name, name);
  const generatorPrefix = parameter.name === 'generator' ? 'g' : '';
  const claims = ({ parameters, prefix }: Module): number =>
    parameters.filter(({ name }) => unbound.includes(generatorPrefix + prefix + name)).length;
  return (allowedValues(parameter) ?? [])
    .flatMap(name => knowledge.catalogue.module(parameter.submodules.get(name) ?? name) ?? [])
    .filter(module => isOffered(knowledge, module))
    .toSorted((a, b) => claims(b) - claims(a) || uses(b) - uses(a))
    .map((module, index) => {
      const rank = claims(module) > 0 ? index : rankOf(module, index);
      return markLater(knowledge, { ...moduleOffer(knowledge, module), rank }, module.name);
    });
}

/**
 * Proposals for the position of a name: `list=categorymembers` with its required parameters, for every group that the
 * query does not use yet.
 */
export function moduleLines(
  knowledge: WikiKnowledge,
  model: WikiModel,
  used: ReadonlySet<string>,
  isUrl: boolean,
): Proposal[] {
  const first = model.isBare ? nameRanks.firstModules : nameRanks.modules;
  const usesOf = ({ role, module }: { readonly role: string; readonly module: Module }): number =>
    knowledge.usage.module(role, module.name);
  return moduleGroups
    .filter(group => !used.has(group))
    .flatMap(role => knowledge.catalogue.modules(role).map(module => ({ module, role })))
    .filter(({ module }) => isOffered(knowledge, module))
    .toSorted((a, b) => usesOf(b) - usesOf(a))
    .map((active, index) => {
      const line = `${active.role}=${active.module.name}`;
      const required = placeholders(knowledge, active, isUrl);
      const offer = {
        ...moduleOffer(knowledge, active.module),
        label: line,
        text: [escapeSnippet(line), ...required].join(isUrl ? '&' : '\n'),
        snippet: true,
        ...(required.length > 0 && { continues: true }),
        rank: first + rankOf(active.module, index),
      };
      return markLater(knowledge, offer, active.module.name);
    });
}

function moduleOffer({ texts }: WikiKnowledge, module: Module): Proposal {
  const text = texts.module(module.name);
  const summary = text?.summary ?? '';
  return {
    label: module.name,
    text: module.name,
    kind: 'module',
    ...(text && {
      detail: isExtra(module) ? say('extensionModule', { extension: module.source, summary }) : summary,
    }),
    filter: searchText(module.name, ...(text?.parts ?? []), ...(text?.keywords ?? [])),
    rank: 0,
    ...(module.deprecated && { deprecated: true }),
    subject: { kind: 'module', module: module.path },
  };
}

/** The modules of extensions come after those that every wiki has. */
const isExtra = ({ coverage }: Module): boolean => coverage !== undefined;

/** A module that came with a version of MediaWiki is not one of an extension where that version is known. */
const isOffered = ({ offersExtensions, profile }: WikiKnowledge, module: Module): boolean =>
  offersExtensions || !isExtra(module) || (profile !== undefined && versionSince(module.name) !== undefined);

function rankOf(module: Module, index: number): number {
  const first = isExtra(module) ? ranksLater.extensionModule : 0;
  if (module.deprecated) return first + index + ranksLater.deprecatedModule;
  return first + index + (module.internal ? ranksLater.internalModule : 0);
}

/**
 * The required parameters of a module, each as `name=${1}` or `name=${1:value}`; without a token, which is fetched when
 * the query runs. An example of a free text would run as if the user had written it: it is offered in the list instead.
 */
function placeholders({ texts, rules }: WikiKnowledge, active: ActiveModule, isUrl: boolean): string[] {
  const { module } = active;
  return module.parameters
    .filter(
      ({ name, required, deprecated, tokenType }) =>
        !deprecated &&
        tokenType === undefined &&
        (required || alternativesOf(rules, module, name)[0] === name),
    )
    .map((parameter, index) => {
      const name = escapeSnippet(wireName(active, parameter.name));
      const allowed = allowedValues(parameter);
      if (allowed === undefined) return `${name}=\${${index + 1}}`;
      const value = texts.parameter(module.name, parameter.name)?.example ?? allowed[0] ?? '';
      return `${name}=\${${index + 1}:${escapeSnippet(isUrl ? urlEncoded(value) : value)}}`;
    });
}
