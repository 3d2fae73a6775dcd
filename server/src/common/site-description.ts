/** A wiki's own catalogue, as it came over the network. */
export interface WikiDescription {
  readonly kind: 'wiki';
  /** The response of `action=paraminfo` for `main`, `query`, `json` and every module of `query`. */
  readonly paraminfo: unknown;
  /** Of `meta=siteinfo`; `null` = unknown. */
  readonly namespaces: unknown;
  readonly aliases: unknown;
}

/** A tracker's description of its query language, as it came over the network. */
export interface TrackerDescription {
  readonly kind: 'tracker';
  /** The response of `/rest/api/2/jql/autocompletedata`. */
  readonly autocompleteData: unknown;
  /** The response of `/rest/api/2/field`; absent = unknown. */
  readonly fields?: unknown;
  /** `Cloud` or `Server`, from `/rest/api/2/serverInfo`; absent = unknown. */
  readonly deploymentType?: string;
  /** The IANA name of the user's time zone, from `/rest/api/2/myself`; absent = not signed in, or unknown. */
  readonly timeZone?: string;
}

/** A site's description of itself. */
export type SiteDescription = WikiDescription | TrackerDescription;
