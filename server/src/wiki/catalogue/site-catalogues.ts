import { mergeCatalogues, readParamInfo } from './catalogue.ts';
import type { SiteFacts } from './site-facts.ts';
import type { WikiKnowledge } from './knowledge.ts';
import { readNamespaces } from './site-namespaces.ts';
import type { Texts } from './texts.ts';

/** What is known of one wiki. */
export interface SiteKnowledge extends WikiKnowledge {
  readonly facts: SiteFacts;
}

/** A wiki's description of itself, as it came over the network. */
export interface SiteDescription {
  readonly paraminfo: unknown;
  readonly namespaces: unknown;
  readonly aliases: unknown;
}

/** The wikis by name: the built-in catalogue speaks for each until it has told its own. */
export class WikiSites {
  readonly builtIn: SiteKnowledge;
  private readonly known = new Map<string, SiteKnowledge>();

  constructor(builtIn: WikiKnowledge) {
    this.builtIn = { ...builtIn, facts: {} };
  }

  of(name: string): SiteKnowledge {
    return this.known.get(name) ?? this.builtIn;
  }

  /**
   * Takes over what a wiki says of itself.
   *
   * @throws CatalogueError for data of another shape; what was known of the site then stays
   */
  learn(name: string, { paraminfo, namespaces, aliases }: SiteDescription): void {
    const { catalogue, rules, texts } = this.builtIn;
    const names = readNamespaces(namespaces, aliases);
    this.known.set(name, {
      catalogue: mergeCatalogues(catalogue, readParamInfo(paraminfo)),
      rules,
      texts: names.size === 0 ? texts : withNamespaces(texts, names),
      facts: { own: true, ...(names.size > 0 && { namespaces: names }) },
    });
  }

  /** The addresses of the sites changed: whatever was told was told by others. */
  forget(): void {
    this.known.clear();
  }
}

/** The texts with the namespaces as the site calls them; the one of articles keeps our name, it has none of its own. */
function withNamespaces(texts: Texts, names: ReadonlyMap<number, readonly string[]>): Texts {
  const nameOf = (id: number): string | undefined =>
    names.get(id)?.[0] || (names.has(id) ? texts.namespace(id) : undefined);
  return {
    ...texts,
    namespace: nameOf,
    namespaces: [...names.keys()].toSorted((a, b) => a - b).map(id => ({ id, name: nameOf(id) ?? '' })),
  };
}
