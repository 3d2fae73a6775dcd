import type { Settings } from '../protocol/settings.ts';
import type { Site } from '../protocol/sites.ts';
import type { Remote } from '../remote/remote.ts';
import type { Runner } from '../runners/runner.ts';
import type { FaultLog } from './guard.ts';

/** Asks sites for their own catalogues: each once, when a query of it is first looked at. */
export class SiteCatalogues {
  readonly #remote: Remote;
  readonly #fault: FaultLog;
  readonly #learned: () => void;
  /** The answers by name and address of the site. */
  readonly #asked = new Map<string, Promise<boolean>>();
  readonly #software = new Map<string, string>();

  /** @param learned called when a site's catalogue is known */
  constructor(remote: Remote, fault: FaultLog, learned: () => void) {
    this.#remote = remote;
    this.#fault = fault;
    this.#learned = learned;
  }

  /** Asks a site unless it was asked before; resolves when the answer has come, with whether it is known. */
  async want(name: string, runner: Runner, settings: Settings): Promise<boolean> {
    const site = Object.hasOwn(settings.sites, name) ? settings.sites[name] : undefined;
    if (!settings.siteCatalogues || runner.applyDescription === undefined || site === undefined) return false;
    if (site.kind !== runner.kind) return false;
    const key = `${name} ${site.url}`;
    const answer =
      this.#asked.get(key) ??
      this.#ask({ name, ...site }, runner).catch((error: unknown) => {
        this.#fault('site catalogue', error);
        return false;
      });
    this.#asked.set(key, answer);
    return answer;
  }

  /** What the sites that were asked run on, by name, as far as they said. */
  get software(): ReadonlyMap<string, string> {
    return this.#software;
  }

  /** The account at a site may have changed, and with it what the site reports. */
  forgetSite({ name, url }: Site): void {
    this.#asked.delete(`${name} ${url}`);
  }

  /** The settings changed: every site may be another one now. */
  forget(): void {
    this.#asked.clear();
    this.#software.clear();
  }

  async #ask(site: Site, runner: Runner): Promise<boolean> {
    const description = await this.#remote.describe(site, new AbortController().signal);
    if (description === undefined || runner.applyDescription?.(site.name, description) !== true) return false;
    if (description.software !== undefined) this.#software.set(site.name, description.software);
    this.#learned();
    return true;
  }
}
