/** Keeps the knowledge about each configured tracker. */
import { isCloudAddress } from '#shared/base/site-address.ts';
import type { TrackerDescription } from '#shared/base/site-description.ts';
import { isLockOf, type SiteLock } from '#shared/base/site-lock.ts';
import { isTimeZone } from '#shared/base/text/date-format.ts';
import type { SiteName } from '../../query-file/language/language-service.ts';
import type { Platform } from './catalogue.ts';
import type { JqlKnowledge } from './knowledge.ts';
import { mergeTracker } from './merge-tracker.ts';
import { storedValuesOf } from './stored-values.ts';

/** The knowledge about each tracker by name: the built-in catalogue until the tracker has described itself. */
export class JqlSites {
  readonly builtIn: JqlKnowledge;
  readonly #onCloud: JqlKnowledge;
  readonly #bySite = new Map<string, JqlKnowledge>();
  readonly #byLock = new Map<string, { readonly lock: SiteLock; readonly knowledge: JqlKnowledge }>();

  constructor(builtIn: JqlKnowledge) {
    this.builtIn = builtIn;
    this.#onCloud = { ...builtIn, platform: 'cloud' };
  }

  /**
   * @param sites the configured sites: the address of one can show that it is on Cloud
   * @param lock the stored description, used until the tracker has described itself
   */
  of(name: string, sites: readonly SiteName[], lock?: SiteLock): JqlKnowledge {
    const describedSite = this.#bySite.get(name);
    if (describedSite !== undefined) return describedSite;
    const site = sites.find(candidate => candidate.name === name);
    if (lock?.description.kind === 'tracker' && isLockOf(lock, site?.url))
      return this.#locked(lock, lock.description);
    return site !== undefined && isCloudAddress(site.url) ? this.#onCloud : this.builtIn;
  }

  /**
   * Stores a tracker's description of itself.
   *
   * @throws CatalogueError for data of another shape; what was known of the site then stays
   */
  learn(name: string, description: Omit<TrackerDescription, 'kind'>): void {
    this.#bySite.set(name, this.#described(description));
  }

  /** Returns the knowledge from a lock file that a query was checked with; `undefined` = none was. */
  lockedBy(file: string): JqlKnowledge | undefined {
    return this.#byLock.get(file)?.knowledge;
  }

  /** Discards the descriptions: the addresses of the sites changed, so they may belong to other trackers. */
  forget(): void {
    this.#bySite.clear();
  }

  #described({
    autocompleteData,
    fields,
    deploymentType,
    timeZone,
  }: Omit<TrackerDescription, 'kind'>): JqlKnowledge {
    const { catalogue } = this.builtIn;
    return {
      ...this.builtIn,
      catalogue: mergeTracker(catalogue, autocompleteData, fields),
      platform: platforms.get(deploymentType ?? ''),
      ...(timeZone !== undefined && isTimeZone(timeZone) && { timeZone }),
    };
  }

  #locked(lock: SiteLock, description: TrackerDescription): JqlKnowledge {
    const cached = this.#byLock.get(lock.file);
    if (cached?.lock === lock) return cached.knowledge;
    const { site, time } = lock;
    const { values } = description;
    const knowledge = {
      ...this.#described(description),
      lock: { site, time },
      ...(values && { storedValues: storedValuesOf(values) }),
    };
    this.#byLock.set(lock.file, { lock, knowledge });
    return knowledge;
  }
}

const platforms = new Map<string, Platform>([
  ['Cloud', 'cloud'],
  ['Server', 'datacenter'],
]);
