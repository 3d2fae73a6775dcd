import type { WikiDescription } from '../../common/site-description.ts';
import { mergeCatalogues, readParamInfo } from './catalogue.ts';
import { isWikimedia } from './wikimedia-sites.ts';
import type { SiteFacts } from './site-facts.ts';
import type { WikiKnowledge } from './knowledge.ts';
import { readNamespaces } from './site-namespaces.ts';
import type { WikiTexts } from './catalogue-texts.ts';

/** What is known of one wiki. */
export interface SiteKnowledge extends WikiKnowledge {
  readonly facts: SiteFacts;
}

/** What is known of each wiki by name: what it says of itself once it was asked, else the built-in catalogue. */
export class WikiSites {
  readonly builtIn: SiteKnowledge;
  /** For a wiki that is not one of Wikimedia's: it may have their extensions, but they are not offered. */
  readonly #elsewhere: SiteKnowledge;
  readonly #known = new Map<string, SiteKnowledge>();

  constructor(builtIn: WikiKnowledge) {
    this.builtIn = { ...builtIn, facts: {} };
    this.#elsewhere = { ...this.builtIn, offersExtensions: false };
  }

  /** @param address the URL of the site's API; absent = no site of that name is configured */
  of(name: string, address?: string): SiteKnowledge {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    return address === undefined || isWikimedia(address) ? this.builtIn : this.#elsewhere;
  }

  /**
   * Learns a wiki's description of itself.
   *
   * @throws CatalogueError for data of another shape; what is known of the site is kept then
   */
  learn(name: string, { paraminfo, namespaces, aliases }: Omit<WikiDescription, 'kind'>): void {
    const { catalogue, texts } = this.builtIn;
    const names = readNamespaces(namespaces, aliases);
    this.#known.set(name, {
      ...this.builtIn,
      catalogue: mergeCatalogues(catalogue, readParamInfo(paraminfo)),
      texts: names.size === 0 ? texts : withNamespaces(texts, names),
      facts: { own: true, ...(names.size > 0 && { namespaces: names }) },
    });
  }

  /** Forgets what the wikis said: the addresses of the sites have changed. */
  forget(): void {
    this.#known.clear();
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
