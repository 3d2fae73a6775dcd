interface Current {
  readonly version: string | undefined;
  readonly end: AbortController;
}

/** Stops what runs with the credentials of a site when they change. */
export class CredentialChanges {
  readonly #current = new Map<string, Current>();

  /**
   * Reads the current credentials, and returns them with a signal that fires when they change. Reads again if they have
   * changed meanwhile, so that nothing starts with old ones.
   */
  async enter<T extends { readonly version: string }>(
    site: string,
    read: () => Promise<T | undefined>,
  ): Promise<{ readonly identity: T | undefined; readonly changed: AbortSignal }> {
    for (;;) {
      const before = this.#current.get(site);
      const identity = await read();
      if (this.#current.get(site) !== before) continue;
      return { identity, changed: this.change(site, identity?.version) };
    }
  }

  /** Sets the current version of a site's credentials; `undefined` = no credentials. The signal fires at the next change. */
  change(site: string, version: string | undefined): AbortSignal {
    const current = this.#current.get(site);
    if (current && current.version === version) return current.end.signal;
    current?.end.abort();
    const end = new AbortController();
    this.#current.set(site, { version, end });
    return end.signal;
  }
}
