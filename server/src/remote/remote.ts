/**
 * What the language server asks of the network side. It runs in a worker thread, so that
 * parsing and shaping an answer of many megabytes never delays a completion.
 */
import type { IssueResult } from '../protocol/issue.ts';
import type { Json } from '../protocol/json.ts';
import type { SessionState } from '../protocol/login.ts';
import type { Notice } from '../protocol/notice.ts';
import type { Progress, RowsParams, RunStatus } from '../protocol/run.ts';
import type { Site } from '../protocol/sites.ts';

/** A wiki query ready to send: no directives, no variables, nothing substituted later. */
export interface WikiRequest {
  readonly kind: 'wiki';
  /** In the order of the file; one value per name. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  /** A module of this query must be sent by POST. */
  readonly post: boolean;
  /** A parameter to be filled with a token of this type at run time. */
  readonly token?: { readonly parameter: string; readonly type: string };
}

/** A JQL query ready to send. */
export interface TrackerRequest {
  readonly kind: 'tracker';
  /** Without comments, variables put in. */
  readonly jql: string;
  /** The fields to ask for, as the query's author calls them: ids or names; absent = a usual choice. */
  readonly fields?: readonly string[];
}

export interface RunRequest {
  readonly run: string;
  readonly site: SiteAddress;
  readonly request: WikiRequest | TrackerRequest;
  /** Rows in all over continuation; `Infinity` = all. */
  readonly limit: number;
}

export interface SiteAddress {
  readonly name: string;
  /** A wiki's api.php, or a tracker's base address. */
  readonly url: string;
}

export interface IssueRequest {
  readonly site: SiteAddress;
  /** A key, or the address of an issue's page. */
  readonly reference: string;
}

/** An error or a warning of the site itself; of a wiki, `code`, `module` and `data` as the API gives them; of a tracker, `module` is the field that it names, and the code is empty. */
export interface ApiMessage {
  readonly code: string;
  readonly text: string;
  readonly module: string;
  readonly data?: unknown;
}

/** A wiki's own catalogue, as it came. */
export interface WikiDescription {
  readonly kind: 'wiki';
  /** The answer of `action=paraminfo` for `main`, `query`, `json` and every module of `query`. */
  readonly paraminfo: Json;
  /** Of `meta=siteinfo`; `null` = not told. */
  readonly namespaces: Json;
  readonly aliases: Json;
}

/** What a tracker says of its query language, as it came. */
export interface TrackerDescription {
  readonly kind: 'tracker';
  /** The answer of `/rest/api/2/jql/autocompletedata`. */
  readonly autocompleteData: Json;
  /** The answer of `/rest/api/2/field`; absent = not told. */
  readonly fields?: Json;
  /** `Cloud` or `Server`, as `/rest/api/2/serverInfo` has it; absent = not told. */
  readonly deploymentType?: string;
  /** Of whoever is signed in, an IANA name, as `/rest/api/2/myself` has it; absent = nobody is, or it is not told. */
  readonly timeZone?: string;
}

export type SiteDescription = WikiDescription | TrackerDescription;

/** A value that a site suggests, as it writes it. */
export interface Suggestion {
  readonly value: string;
  /** How the site shows it, as HTML where it is a tracker; absent = as the value. */
  readonly shown?: string;
}

/** A question of what a site suggests while a value is typed. */
export interface SuggestionRequest {
  /** Of a tracker the field; of a wiki `page`, `category`, `user` or `tag`. */
  readonly field: string;
  /** What is typed of the value, as it is meant: without quotes. */
  readonly typed: string;
  /** The value is one of this history predicate, not of the field itself. */
  readonly predicate?: 'by' | 'from' | 'to';
}

export interface RunReport {
  readonly status: RunStatus;
  readonly rows: number;
  /** Rows that the query has in all, where the site tells. */
  readonly total?: number;
  readonly requests: number;
  readonly milliseconds: number;
  /** From the site: the server maps them to their places in the document. */
  readonly errors: readonly ApiMessage[];
  readonly warnings: readonly ApiMessage[];
  /** From the network: already worded. */
  readonly notices: readonly Notice[];
  /** For the log: the bug of ours that ended the run. */
  readonly fault?: Error;
}

/** How far a run is: rows and requests so far. */
export type RunProgress = Pick<Progress, 'rows' | 'requests' | 'total' | 'wait'>;

/** Rows and progress of a run, in order. */
export interface RunSink {
  rows(part: Omit<RowsParams, 'run'>): void;
  progress(progress: RunProgress): void;
}

export interface Remote {
  configure(settings: RemoteSettings): void;
  /** Resolves for every outcome, also a cancelled or failed one; never rejects for what a site does. */
  run(order: RunRequest, sink: RunSink, signal: AbortSignal): Promise<RunReport>;
  /** Goes on where the run stopped; `undefined` = the run is not known any more. */
  more(run: string, limit: number, sink: RunSink, signal: AbortSignal): Promise<RunReport | undefined>;
  /** The merged answer as indented JSON; `undefined` = not known any more. */
  raw(run: string): Promise<string | undefined>;
  /** One issue of a tracker; resolves for every outcome. */
  issue(order: IssueRequest, signal: AbortSignal): Promise<IssueResult>;
  /** What a site says of itself; `undefined` = it does not say, whatever the reason. Never signs in. */
  describe(site: Site, signal: AbortSignal): Promise<SiteDescription | undefined>;
  /**
   * What a site suggests for a value; `undefined` = it suggests nothing, whatever the reason. A tracker is asked only
   * with a session that is there, a wiki also without one; a newer question to a site ends the one before.
   */
  suggest(
    site: Site,
    order: SuggestionRequest,
    signal: AbortSignal,
  ): Promise<readonly Suggestion[] | undefined>;
  release(run: string): void;
  /** A person asks to sign in with the credentials in the vault; resolves for every outcome. */
  signIn(site: Site, signal: AbortSignal): Promise<SessionState>;
  /** `account`: whose session ends; absent = that of the account in use. */
  signOut(site: Site, signal: AbortSignal, account?: string): Promise<SessionState>;
  /** How things stand, without asking the site. */
  sessionState(site: Site): Promise<SessionState>;
  dispose(): Promise<void>;
}

export interface RemoteSettings {
  /** The whole User-Agent header. */
  readonly userAgent: string;
  readonly proxy: string;
  readonly certificateAuthorities: readonly string[];
  /** A folder for what is known of logins, shared by all windows; absent = in memory. Does not change. */
  readonly storage?: string;
}
