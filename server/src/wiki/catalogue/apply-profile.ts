import { type Catalogue, mergeCatalogues } from './catalogue.ts';
import type { SiteKnowledge } from './knowledge.ts';
import type { Module, Parameter } from './module.ts';
import { deprecatedSince, isLater, type VersionProfile } from './profiles.ts';

/** What is known of a wiki with a version of MediaWiki: what became deprecated later is not deprecated in it. */
export const withProfile = (knowledge: SiteKnowledge, profile: VersionProfile): SiteKnowledge => ({
  ...knowledge,
  catalogue: catalogueOf(knowledge.catalogue, profile),
  offersExtensions: false,
  profile,
  facts: { ...knowledge.facts, profile },
});

const catalogueOf = (catalogue: Catalogue, profile: VersionProfile): Catalogue =>
  mergeCatalogues(
    catalogue,
    catalogue.all.map(module => moduleOf(module, profile)),
  );

function moduleOf(module: Module, profile: VersionProfile): Module {
  const parameters = module.parameters.map(parameter => parameterOf(module, parameter, profile));
  if (parameters.every((parameter, index) => parameter === module.parameters[index])) return module;
  return { ...module, parameters, parameter: name => parameters.find(each => each.name === name) };
}

function parameterOf({ name: module }: Module, parameter: Parameter, { version }: VersionProfile): Parameter {
  const isCurrent = (...names: readonly string[]): boolean =>
    isLater(deprecatedSince(module, ...names) ?? version, version);
  const { name, deprecated, deprecatedValues } = parameter;
  const deprecatedThen = deprecatedValues.filter(value => !isCurrent(name, value));
  const isDeprecated = deprecated && !isCurrent(name);
  if (isDeprecated === deprecated && deprecatedThen.length === deprecatedValues.length) return parameter;
  return { ...parameter, deprecated: isDeprecated, deprecatedValues: deprecatedThen };
}
