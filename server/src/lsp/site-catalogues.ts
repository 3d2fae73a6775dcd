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
  /** By name and address of the site. */
  readonly #asked = new Set<string>();
  readonly #software = new Map<string, string>();

  /** @param learned called when a site's catalogue is known */
  constructor(remote: Remote, fault: FaultLog, learned: () => void) {
    this.#remote = remote;
    this.#fault = fault;
    this.#learned = learned;
  }

  /** Asks a site unless it was asked before; resolves at once, the answer comes when it comes. */
  want(name: string, runner: Runner, settings: Settings): void {
    const site = Object.hasOwn(settings.sites, name) ? settings.sites[name] : undefined;
    if (!settings.siteCatalogues || runner.learn === undefined || site === undefined) return;
    if (site.kind !== runner.kind) return;
    const key = `${name} ${site.url}`;
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    this.#ask({ name, ...site }, runner).catch((error: unknown) => this.#fault('site catalogue', error));
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

  async #ask(site: Site, runner: Runner): Promise<void> {
    const description = await this.#remote.describe(site, new AbortController().signal);
    if (description === undefined || runner.learn?.(site.name, description) !== true) return;
    if (description.software !== undefined) this.#software.set(site.name, description.software);
    this.#learned();
  }
}
