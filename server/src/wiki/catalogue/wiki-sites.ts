/** Selects the knowledge of each wiki: its own, stored, or built in. */
import type { WikiDescription } from '#shared/base/site-description.ts';
import { isLockOf, type SiteLock } from '#shared/base/site-lock.ts';
import { mergeCatalogues, type Catalogue } from './wiki-catalogue.ts';
import { readParamInfo } from './paraminfo.ts';
import { versionProfile, deprecatedSince, isLater, type VersionProfile } from './profiles.ts';
import { isWikimedia, wikimediaProfile } from '#shared/base/site-address.ts';
import type { SiteKnowledge, WikiKnowledge } from './knowledge.ts';
import { readNamespaces } from './namespaces.ts';
import type { WikiTexts } from './catalogue-texts.ts';
import type { Module, Parameter } from './module.ts';

/** The settings that select the knowledge of a wiki, besides its name. */
export interface WikiLookup {
  /** The URL of the site's API; absent = no site of that name is configured. */
  readonly address?: string | undefined;
  /** The profile that the query names; absent = none. */
  readonly profile?: string | undefined;
  /** The profile for wikis that are not Wikimedia's; absent = none. */
  readonly usualProfile?: string | undefined;
  readonly lock?: SiteLock | undefined;
}

/**
 * The knowledge of each wiki by name: its own description once it was queried, else the stored catalogue, else the
 * built-in catalogue for the profile.
 */
export class WikiSites {
  readonly builtIn: SiteKnowledge;
  /** The knowledge of wikis other than Wikimedia's: they may have its extensions, but these are not offered. */
  readonly #otherWikis: SiteKnowledge;
  readonly #bySite = new Map<string, SiteKnowledge>();
  readonly #byProfile = new Map<string, SiteKnowledge>();
  readonly #byLock = new Map<string, { readonly lock: SiteLock; readonly knowledge: SiteKnowledge }>();

  constructor(builtIn: WikiKnowledge) {
    this.builtIn = { ...builtIn, facts: {} };
    this.#otherWikis = { ...this.builtIn, offersExtensions: false };
  }

  of(name: string, { address, profile, usualProfile, lock }: WikiLookup = {}): SiteKnowledge {
    const described = this.#bySite.get(name);
    if (described !== undefined) return described;
    if (lock?.description.kind === 'wiki' && isLockOf(lock, address))
      return this.#locked(lock, lock.description);
    const isOther = address !== undefined && !isWikimedia(address);
    return (
      this.#profiled(profile) ??
      this.#profiled(isOther || address === undefined ? usualProfile : undefined) ??
      (isOther ? this.#otherWikis : this.builtIn)
    );
  }

  /** The knowledge from a stored catalogue, by its file; `undefined` = no query was checked by it. */
  lockedBy(file: string): SiteKnowledge | undefined {
    return this.#byLock.get(file)?.knowledge;
  }

  /**
   * Learns a wiki's description of itself.
   *
   * @throws CatalogueError for data of another shape; what is known of the site is kept then
   */
  learn(name: string, description: Omit<WikiDescription, 'kind'>): void {
    this.#bySite.set(name, this.#described(description));
  }

  /** Forgets the descriptions of the wikis: the addresses of the sites have changed. */
  forget(): void {
    this.#bySite.clear();
  }

  #described({ paraminfo, namespaces, aliases }: Omit<WikiDescription, 'kind'>): SiteKnowledge {
    const { catalogue, texts } = this.builtIn;
    const names = readNamespaces(namespaces, aliases);
    return {
      ...this.builtIn,
      catalogue: mergeCatalogues(catalogue, readParamInfo(paraminfo)),
      texts: names.size === 0 ? texts : withNamespaces(texts, names),
      facts: { describesItself: true, ...(names.size > 0 && { namespaces: names }) },
    };
  }

  #locked(lock: SiteLock, description: WikiDescription): SiteKnowledge {
    const cached = this.#byLock.get(lock.file);
    if (cached?.lock === lock) return cached.knowledge;
    const { site, time } = lock;
    const knowledge = { ...this.#described(description), lock: { site, time } };
    this.#byLock.set(lock.file, { lock, knowledge });
    return knowledge;
  }

  #profiled(name: string | undefined): SiteKnowledge | undefined {
    if (name === wikimediaProfile) return this.builtIn;
    const profile = name === undefined ? undefined : versionProfile(name);
    if (profile === undefined) return undefined;
    const knowledge = this.#byProfile.get(profile.name) ?? withProfile(this.builtIn, profile);
    this.#byProfile.set(profile.name, knowledge);
    return knowledge;
  }
}

/** The texts with the site's own names of namespaces; the main namespace has none and keeps ours. */
function withNamespaces(texts: WikiTexts, names: ReadonlyMap<number, readonly string[]>): WikiTexts {
  const nameOf = (id: number): string | undefined =>
    names.get(id)?.[0] || (names.has(id) ? texts.namespace(id) : undefined);
  return {
    ...texts,
    namespace: nameOf,
    namespaces: [...names.keys()].toSorted((a, b) => a - b).map(id => ({ id, name: nameOf(id) ?? '' })),
  };
}

/**
 * The knowledge of a wiki with a version of MediaWiki: parameters that became deprecated later are not deprecated in
 * it.
 */
const withProfile = (knowledge: SiteKnowledge, profile: VersionProfile): SiteKnowledge => ({
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
  return { ...module, parameters, parameter: name => parameters.find(parameter => parameter.name === name) };
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
