import { isCloudAddress } from '../../common/site-address.ts';
import type { TrackerDescription } from '../../common/site-description.ts';
import { isTimeZone } from '../../language/date-format.ts';
import type { SiteName } from '../../language/service.ts';
import type { Platform } from './index.ts';
import type { JqlKnowledge } from './knowledge.ts';
import { mergeTracker } from './merge-tracker.ts';

/** The trackers by name: each has the built-in catalogue until it has described itself. */
export class JqlSites {
  readonly builtIn: JqlKnowledge;
  readonly #onCloud: JqlKnowledge;
  readonly #known = new Map<string, JqlKnowledge>();

  constructor(builtIn: JqlKnowledge) {
    this.builtIn = builtIn;
    this.#onCloud = { ...builtIn, platform: 'cloud' };
  }

  /** @param sites the configured sites: the address of one can show that it is on Cloud */
  of(name: string, sites: readonly SiteName[]): JqlKnowledge {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const site = sites.find(each => each.name === name);
    return site !== undefined && isCloudAddress(site.url) ? this.#onCloud : this.builtIn;
  }

  /**
   * Takes over what a tracker says of itself.
   *
   * @throws CatalogueError for data of another shape; what was known of the site then stays
   */
  learn(
    name: string,
    { autocompleteData, fields, deploymentType, timeZone }: Omit<TrackerDescription, 'kind'>,
  ): void {
    const { catalogue } = this.builtIn;
    const platform = platforms.get(deploymentType ?? '');
    this.#known.set(name, {
      ...this.builtIn,
      catalogue: mergeTracker(catalogue, autocompleteData, fields),
      platform,
      ...(timeZone !== undefined && isTimeZone(timeZone) && { timeZone }),
    });
  }

  /** The addresses of the sites changed, so the descriptions may be those of other trackers. */
  forget(): void {
    this.#known.clear();
  }
}

const platforms = new Map<string, Platform>([
  ['Cloud', 'cloud'],
  ['Server', 'datacenter'],
]);
