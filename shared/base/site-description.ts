/** The descriptions that sites give of themselves: their modules, fields and values. */

/** A wiki's own catalogue, as the wiki sent it. */
export interface WikiDescription {
  readonly kind: 'wiki';
  /** The response of `action=paraminfo` for `main`, `query`, `json` and every module of `query`. */
  readonly paraminfo: unknown;
  /** The namespaces and aliases in the response of `meta=siteinfo`; `null` = unknown. */
  readonly namespaces: unknown;
  readonly aliases: unknown;
  /** The software of the wiki, such as `MediaWiki 1.43.0`; absent = unknown. */
  readonly software?: string;
}

/** A tracker's description of its query language, as the tracker sent it. */
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
  /** The software of the tracker, such as `Jira 9.12.0`; absent = unknown. */
  readonly software?: string;
  /** The values of its fields; absent = they were not fetched. */
  readonly values?: TrackerValues;
}

/** The values of a tracker's fields that queries name, as far as the tracker lists them. */
export interface TrackerValues {
  /** Whether they were fetched with an account; without one, the tracker may have more projects than it lists. */
  readonly hasAccount: boolean;
  readonly projects: readonly { readonly id: string; readonly key: string; readonly name: string }[];
  readonly statuses: readonly { readonly id: string; readonly name: string }[];
  /** Absent = unknown for some project. */
  readonly versions?: readonly { readonly id: string; readonly project: string; readonly name: string }[];
}

/** A site's description of itself. */
export type SiteDescription = WikiDescription | TrackerDescription;
