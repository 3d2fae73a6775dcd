/**
 * The custom requests between client and server: types and names only.
 * The one file of the server that the client imports. Everything a plain LSP client
 * can express goes through LSP itself; these serve the panels and the status item.
 */
import { siteRoot } from './common/site-address.ts';
import type { Position, Range } from 'vscode-languageserver-types';

export type SiteKind = 'wiki' | 'tracker';

/** A site as the setting `wikijql.sites` names it. */
export interface Site {
  readonly name: string;
  readonly kind: SiteKind;
  /** A wiki's api.php, or a tracker's base address. */
  readonly url: string;
}

/** The settings that the server reads, section `wikijql`. */
export interface Settings {
  readonly sites: Readonly<Record<string, { readonly kind: SiteKind; readonly url: string }>>;
  /** The site of a query that names none; empty = none. */
  readonly defaultSite: string;
  /** Who operates this client, for the User-Agent: an address or a user page. */
  readonly contact: string;
  /** Rows in all where a query has neither `@limit` nor `@all`. */
  readonly limit: number;
  /** Whether each site is asked for its own modules and namespaces; else the built-in catalogue judges everything. */
  readonly siteCatalogues: boolean;
  /** How the formatter writes the keywords of JQL. */
  readonly keywordCase: 'upper' | 'lower' | 'keep';
  readonly http: { readonly proxy: string; readonly certificateAuthorities: readonly string[] };
}

/** What a client of ours tells the server at `initialize`. */
export interface InitializationOptions {
  /** The client registers the commands of lenses and fixes itself, and shows panels. */
  readonly panels?: boolean;
  /** False in an untrusted workspace: nothing runs. Default true. */
  readonly trusted?: boolean;
  readonly settings?: Settings;
  /** A folder for what all windows share and is no secret; absent = the user's usual one. */
  readonly storage?: string;
}

// ── Where the cursor is ──────────────────────────────────────────────────────────────

export const contextRequest = 'wikijql/context';
export interface ContextParams {
  readonly uri: string;
  readonly position: Position;
}
/** The query at a position and its site; `null` where the document is unknown. */
export interface ContextResult {
  /** The index of the query in the file; -1 = no query here. */
  readonly query: number;
  readonly title: string;
  readonly range: Range;
  /** The name that the query, the file or the settings give; empty = none. */
  readonly siteName: string;
  readonly siteFrom: 'query' | 'file' | 'default' | 'none';
  /** Absent when no such site is configured. */
  readonly site?: Site;
}

export const queriesRequest = 'wikijql/queries';
export interface QueriesParams {
  readonly uri: string;
}
/** A query that can be run; the answer lists them in the order of the file, `[]` = none or an unknown document. */
export interface QueryReference {
  readonly title: string;
  /** A position inside the query, as `runRequest` takes it, is `range.start`. */
  readonly range: Range;
}

// ── Running ──────────────────────────────────────────────────────────────────────────

export const runRequest = 'wikijql/run';
export interface RunParams {
  /** Chosen by the client, new for every run: rows may arrive before the response. */
  readonly run: string;
  readonly uri: string;
  readonly position: Position;
}
export const moreRequest = 'wikijql/more';
export interface MoreParams {
  readonly run: string;
  /** Rows to add. */
  readonly limit: number;
}

/** Sent when a run starts (so that the panel can name the site), after each answer, and when it begins to wait. */
export const progressNotification = 'wikijql/progress';
export interface Progress {
  readonly run: string;
  readonly title: string;
  /** Absent when no site was configured. */
  readonly site?: Site;
  /** Where a page title opens in a browser, with `$1` for the title; absent while unknown. */
  readonly pageUrl?: string;
  readonly requests: number;
  readonly rows: number;
  /** Rows that the query has in all, shown or not, where the site tells; a tracker does. */
  readonly total?: number;
  /** Why the run pauses before its next request, and for how long from now. */
  readonly wait?: { readonly reason: 'lag' | 'throttled' | 'retry'; readonly seconds: number };
}

/**
 * How a value is shown; inferred from the answer. `id` is a number that is shown ungrouped
 * (a page, a revision), `size` a number of bytes, `issue` the key of an issue that can be opened,
 * `json` holds anything nested.
 */
export type ColumnType =
  | 'text'
  | 'id'
  | 'number'
  | 'size'
  | 'date'
  | 'boolean'
  | 'namespace'
  | 'page'
  | 'user'
  | 'issue'
  | 'link'
  | 'html'
  | 'json';

export interface Column {
  readonly key: string;
  readonly title: string;
  readonly type: ColumnType;
  /** Not shown at first: `@columns` of the query names others. */
  readonly hidden?: boolean;
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
/** A row by column key; a missing key is an empty cell. */
export type Row = Readonly<Record<string, Json>>;

/** One table of a result: the rows of a list module, the pages of the prop modules, a meta module's part. */
export interface TableHeader {
  /** Stable within a run: the module, or module and part. */
  readonly id: string;
  readonly title: string;
  readonly columns: readonly Column[];
}

/** Rows as they arrive: a notification, several for one run, in order. */
export const rowsNotification = 'wikijql/rows';
export interface RowsParams {
  readonly run: string;
  readonly table: TableHeader;
  /** 0 = the rows stand at the beginning; rows at known indexes replace those there (a page batch that grew). */
  readonly offset: number;
  readonly rows: readonly Row[];
}

export type RunStatus =
  /** All there is. */
  | 'complete'
  /** The limit was reached; there is more. */
  | 'more'
  /** Stopped by the user or by a failure; what is shown is not all that was asked. */
  | 'incomplete'
  /** Nothing was shown. */
  | 'failed';

/** What went wrong or was remarked: worded, for a person, without secrets and without server bodies. */
export interface Notice {
  readonly severity: 'error' | 'warning' | 'information';
  readonly code: string;
  readonly message: string;
  /** The place in the document, where there is one. */
  readonly range?: Range;
  /** An action that would help. */
  readonly action?: 'configureSite' | 'signIn' | 'switchAccount' | 'openSettings' | 'retry' | 'openLogin';
  /** Of `openLogin`: the page where a person logs in, of the site's own origin. */
  readonly loginUrl?: string;
}

export interface RunResult {
  readonly run: string;
  readonly title: string;
  /** Absent when no site was configured. */
  readonly site?: Site;
  /** Where a page title opens in a browser, with `$1` for the title; absent where unknown. */
  readonly pageUrl?: string;
  /** What `@view` of the query says; absent = nothing. */
  readonly view?: 'table' | 'json';
  readonly status: RunStatus;
  readonly rows: number;
  /** Rows that the query has in all, shown or not, where the site tells; a tracker does. */
  readonly total?: number;
  readonly requests: number;
  readonly milliseconds: number;
  readonly notices: readonly Notice[];
}

export const rawRequest = 'wikijql/raw';
export interface RunReference {
  readonly run: string;
}
/** The answer as it came, merged over continuation, indented JSON; `null` = not kept any more. */
export interface RawResult {
  readonly text: string;
}
/** The client closed the panel: forget the run. A notification. */
export const releaseNotification = 'wikijql/release';

// ── Without running ──────────────────────────────────────────────────────────────────

export const queryUrlRequest = 'wikijql/request';
/** The query as an address and as the site's own page for queries shows it; no token and no secret in it. */
export interface QueryUrlResult {
  readonly url: string;
  readonly sandboxUrl?: string;
  readonly method: 'GET' | 'POST';
  /**
   * The text that the site is sent: comments stripped, variables expanded. Only a tracker takes one; absent also where a
   * variable has no value.
   */
  readonly query?: string;
}

// ── One issue ────────────────────────────────────────────────────────────────────────

export const issueRequest = 'wikijql/issue';
export interface IssueParams {
  /** The tracker of a bare key; absent = the default one. A browse URL names its own. */
  readonly site?: string;
  /** A key as `ABC-12`, or the address of an issue's page. */
  readonly reference: string;
}
export interface IssueResult {
  /** Absent where it could not be had; the notices tell why. */
  readonly issue?: Issue;
  readonly notices: readonly Notice[];
}

/** An issue prepared for the panel. Points in time are ISO 8601 in UTC, days are `YYYY-MM-DD`; an absent member is empty in the tracker. */
export interface Issue {
  /** The name of its tracker in the settings. */
  readonly site: string;
  readonly key: string;
  readonly browseUrl: string;
  readonly summary: string;
  readonly status?: IssueStatus;
  readonly type?: string;
  readonly priority?: string;
  readonly resolution?: string;
  readonly project?: string;
  readonly assignee?: string;
  readonly reporter?: string;
  readonly creator?: string;
  readonly created?: string;
  readonly updated?: string;
  readonly resolved?: string;
  readonly due?: string;
  readonly labels: readonly string[];
  readonly components: readonly string[];
  readonly fixVersions: readonly string[];
  readonly affectsVersions: readonly string[];
  /** HTML as the tracker rendered it: hostile until it is sanitised. */
  readonly description?: string;
  /** HTML too. */
  readonly environment?: string;
  readonly parent?: IssueLink;
  readonly links: readonly IssueLink[];
  readonly subtasks: readonly IssueLink[];
  readonly attachments: readonly IssueAttachment[];
  readonly comments: readonly IssueComment[];
  readonly worklogs: readonly IssueWorklog[];
  /** How many entries of work there are, where the tracker did not send all of them. */
  readonly worklogTotal?: number;
  /** The oldest change first. */
  readonly history: readonly IssueChange[];
  /** Every other field that holds something, custom ones too, by the tracker's own names. */
  readonly fields: readonly IssueField[];
}
export interface IssueStatus {
  readonly name: string;
  /** The kind of status that decides its colour; absent = the tracker does not tell. */
  readonly category?: 'new' | 'indeterminate' | 'done';
}
export interface IssueLink {
  /** How the issue relates to that one, in the tracker's words: `blocks`; empty for a parent or a subtask. */
  readonly relation: string;
  readonly key: string;
  readonly summary: string;
  readonly type?: string;
  readonly status?: IssueStatus;
}
export interface IssueAttachment {
  readonly name: string;
  /** Bytes. */
  readonly size?: number;
  /** A media type. */
  readonly type?: string;
  readonly author?: string;
  readonly created?: string;
  /** Absent where the tracker gives none at its own origin. */
  readonly url?: string;
}
export interface IssueComment {
  readonly id: string;
  readonly author?: string;
  readonly created?: string;
  readonly updated?: string;
  /** HTML as the tracker rendered it. */
  readonly body: string;
}
/** An entry of work. */
export interface IssueWorklog {
  readonly id: string;
  readonly author?: string;
  /** When the work was begun. */
  readonly started?: string;
  /** As the tracker writes it, `1d 4h`; empty = not told. */
  readonly spent: string;
  /** HTML as the tracker rendered it; absent = nothing was said. */
  readonly body?: string;
}
export interface IssueChange {
  readonly author?: string;
  readonly created?: string;
  readonly items: readonly { readonly field: string; readonly from: string; readonly to: string }[];
}
export interface IssueField {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** HTML as the tracker rendered it, where the field holds rich text. */
  readonly html?: string;
}

// ── Sessions ─────────────────────────────────────────────────────────────────────────

/**
 * From the server to the client: the secret storage. The values never appear in a trace or a log. A client
 * that does not know the request has none: the credentials come from the environment then.
 */
export const secretRequest = 'wikijql/secret';
export interface SecretParams {
  readonly operation: 'get' | 'set' | 'delete';
  readonly key: string;
  readonly value?: string;
}
/** Without a value nothing is kept under the key. */
export interface SecretResult {
  readonly value?: string;
}

/**
 * What is kept under `credentialsKey`, as JSON: a password, a token sent as Bearer, or (an account's
 * API token in the cloud) a token with its user.
 */
export interface StoredCredentials {
  /** New whenever a person enters credentials, even the same ones again. */
  readonly version: string;
  readonly user?: string;
  readonly password?: string;
  readonly token?: string;
}

export const credentialsKey = (url: string): string => `credentials ${siteRoot(url)}`;
export const cookieKey = (url: string, account: string): string => `cookie ${siteRoot(url)} ${account}`;

export interface SiteReference {
  /** The name of a configured site. */
  readonly site: string;
}

export interface SessionState {
  readonly state: 'anonymous' | 'signedIn' | 'expired' | 'rejected' | 'challenge' | 'pending' | 'unknown';
  readonly account?: string;
  /** Worded, for a person. */
  readonly message: string;
  /** Where a browser solves a challenge: safe, and of the site's own origin. */
  readonly loginUrl?: string;
}

/** A person asks to sign in with the credentials that the client has kept under `credentialsKey`. */
export const signInRequest = 'wikijql/signIn';
/** Ends a session at the server, and forgets it and its credentials. Answers the state after it. */
export const signOutRequest = 'wikijql/signOut';
export interface SignOutParams extends SiteReference {
  /** Whose session ends; absent = that of the account in use. */
  readonly account?: string;
}
export const sessionStateRequest = 'wikijql/sessionState';
/** A session began or ended. A notification of the server. */
export const sessionChangedNotification = 'wikijql/sessionChanged';
export interface SessionChange extends SiteReference, SessionState {}
