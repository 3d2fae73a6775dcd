/** The descriptions that sites give of themselves: their modules, fields and values. */
/** A wiki's own catalogue, as it came over the network. */
export interface WikiDescription {
  readonly kind: 'wiki';
  /** The response of `action=paraminfo` for `main`, `query`, `json` and every module of `query`. */
  readonly paraminfo: unknown;
  /** Of `meta=siteinfo`; `null` = unknown. */
  readonly namespaces: unknown;
  readonly aliases: unknown;
  /** What the wiki runs on, such as `MediaWiki 1.43.0`; absent = unknown. */
  readonly software?: string;
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
  /** What the tracker runs on, such as `Jira 9.12.0`; absent = unknown. */
  readonly software?: string;
  /** What its values can be; absent = it was not asked. */
  readonly values?: TrackerValues;
}

/** The values of a tracker's fields that queries name, as far as it says them. */
export interface TrackerValues {
  /** It was asked with an account; without one it may have more projects than it names. */
  readonly hasAccount: boolean;
  readonly projects: readonly { readonly id: string; readonly key: string; readonly name: string }[];
  readonly statuses: readonly { readonly id: string; readonly name: string }[];
  /** Absent = not known of every project. */
  readonly versions?: readonly { readonly id: string; readonly project: string; readonly name: string }[];
}

/** A site's description of itself. */
export type SiteDescription = WikiDescription | TrackerDescription;
