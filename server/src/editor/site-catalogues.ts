/** Catalogues that sites have of themselves. */
import type { Settings } from '#shared/protocol/settings.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { Backend } from '../network/backend.ts';
import type { Runner } from '../query-file/language/runner.ts';
import type { FaultLog } from './guard.ts';

/** Asks sites for their catalogues: each once, when a query to it is first opened. */
export class SiteCatalogues {
  readonly #backend: Backend;
  readonly #fault: FaultLog;
  readonly #learned: () => void;
  /** Whether a catalogue was read, by name and address of the site. */
  readonly #answers = new Map<string, Promise<boolean>>();
  readonly #software = new Map<string, string>();

  /** @param learned called when a site's catalogue is known */
  constructor(backend: Backend, fault: FaultLog, learned: () => void) {
    this.#backend = backend;
    this.#fault = fault;
    this.#learned = learned;
  }

  /** Asks a site unless it was asked before; resolves with whether its catalogue is there. */
  async want(name: string, runner: Runner, settings: Settings): Promise<boolean> {
    const site = Object.hasOwn(settings.sites, name) ? settings.sites[name] : undefined;
    if (!settings.language.siteCatalogues || runner.applyDescription === undefined || site === undefined)
      return false;
    if (site.kind !== runner.kind) return false;
    const key = `${name} ${site.url}`;
    const answer =
      this.#answers.get(key) ??
      this.#ask({ name, ...site }, runner).catch((error: unknown) => {
        this.#fault('site catalogue', error);
        return false;
      });
    this.#answers.set(key, answer);
    return answer;
  }

  /** The software of the sites that were asked, by name, where they report it. */
  get software(): ReadonlyMap<string, string> {
    return this.#software;
  }

  /** Forgets the answer of a site: the account there may have changed, and with it what the site reports. */
  forgetSite({ name, url }: Site): void {
    this.#answers.delete(`${name} ${url}`);
  }

  /** Forgets all answers: after a change of settings a name may be that of another site. */
  forget(): void {
    this.#answers.clear();
    this.#software.clear();
  }

  async #ask(site: Site, runner: Runner): Promise<boolean> {
    const description = await this.#backend.describe(site, new AbortController().signal);
    if (description === undefined || runner.applyDescription?.(site.name, description) !== true) return false;
    if (description.software !== undefined) this.#software.set(site.name, description.software);
    this.#learned();
    return true;
  }
}
