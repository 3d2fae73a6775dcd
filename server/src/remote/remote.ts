/**
 * The interface between the language server and the network. It runs in a worker thread, so that processing a response
 * of many megabytes never delays a completion.
 */
import type { IssueResult } from '../protocol/issue.ts';
import type { SessionState } from '../protocol/login.ts';
import type { Notice } from '../protocol/notice.ts';
import type { Progress, RowsParams, RunStatus } from '../protocol/run.ts';
import type { SiteDescription } from '../common/site-description.ts';
import type { Site, SiteAddress } from '../protocol/sites.ts';

/** A wiki query to send, without directives, with the values of its variables. */
export interface WikiRequest {
  readonly kind: 'wiki';
  /** In the order of the file; one value per name. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  /** A module of this query requires POST. */
  readonly post: boolean;
  /** A parameter whose value is a token of this type, requested during the run. */
  readonly token?: { readonly parameter: string; readonly type: string };
}

/** A JQL query to send. */
export interface TrackerRequest {
  readonly kind: 'tracker';
  /** Without comments, with the values of its variables. */
  readonly jql: string;
  /** The fields to request, by id or name; absent = the default fields. */
  readonly fields?: readonly string[];
}

export interface RunRequest {
  readonly run: string;
  readonly site: SiteAddress;
  readonly request: WikiRequest | TrackerRequest;
  /** Maximum rows over all continuations; `Infinity` = all. */
  readonly limit: number;
}

export interface IssueRequest {
  readonly site: SiteAddress;
  /** A key, or the URL of an issue's page. */
  readonly reference: string;
}

/**
 * An error or warning of the site itself. From a wiki: `code`, `module` and `data` of its API. From a tracker: `module` is
 * the field, and the code is empty.
 */
export interface ApiMessage {
  readonly code: string;
  readonly text: string;
  readonly module: string;
  readonly data?: unknown;
}

/** A value that a site suggests, in the site's own spelling. */
export interface Suggestion {
  readonly value: string;
  /** The displayed form, as HTML from a tracker; absent = the value. */
  readonly shown?: string;
}

/** A request for the values that a site suggests for what is typed. */
export interface SuggestionRequest {
  /** For a tracker, the field; for a wiki, `page`, `category`, `user` or `tag`. */
  readonly field: string;
  /** The typed part of the value, without quotes. */
  readonly typed: string;
  /** The history predicate that the value belongs to; absent = the field itself. */
  readonly predicate?: 'by' | 'from' | 'to';
}

export interface RunReport {
  readonly status: RunStatus;
  readonly rows: number;
  /** Total rows of the query; absent = unknown. */
  readonly total?: number;
  readonly requests: number;
  readonly milliseconds: number;
  /** From the site; the server maps them to positions in the document. */
  readonly errors: readonly ApiMessage[];
  readonly warnings: readonly ApiMessage[];
  /** From the network. */
  readonly notices: readonly Notice[];
  /** For the log: the internal error that ended the run. */
  readonly fault?: Error;
}

/** The progress of a run: rows and requests so far. */
export type RunProgress = Pick<Progress, 'rows' | 'requests' | 'total' | 'wait'>;

/** Rows and progress of a run, in order. */
export interface RunSink {
  rows(part: Omit<RowsParams, 'run'>): void;
  progress(progress: RunProgress): void;
}

export interface Remote {
  configure(settings: RemoteSettings): void;
  /** Resolves for every outcome, also a cancelled or failed one; never rejects because of the site. */
  run(request: RunRequest, sink: RunSink, signal: AbortSignal): Promise<RunReport>;
  /** Continues a run; `undefined` = the run is no longer available. */
  more(run: string, limit: number, sink: RunSink, signal: AbortSignal): Promise<RunReport | undefined>;
  /** The merged response as indented JSON; `undefined` = no longer available. */
  raw(run: string): Promise<string | undefined>;
  /** One issue of a tracker; resolves for every outcome. */
  issue(request: IssueRequest, signal: AbortSignal): Promise<IssueResult>;
  /** A site's description of itself; `undefined` = unavailable, for any reason. Never signs in. */
  describe(site: Site, signal: AbortSignal): Promise<SiteDescription | undefined>;
  /**
   * The values that a site suggests; `undefined` = unavailable, for any reason. A tracker is asked only with an existing
   * session or an accepted token, a wiki also anonymously. A newer request to a site cancels the previous one.
   */
  suggest(
    site: Site,
    request: SuggestionRequest,
    signal: AbortSignal,
  ): Promise<readonly Suggestion[] | undefined>;
  release(run: string): void;
  /** The user signs in with the credentials in the vault; resolves for every outcome. */
  signIn(site: Site, signal: AbortSignal): Promise<SessionState>;
  /** `account`: default the account in use. */
  signOut(site: Site, signal: AbortSignal, account?: string): Promise<SessionState>;
  /** The state of the session, without a request to the site. */
  sessionState(site: Site): Promise<SessionState>;
  dispose(): Promise<void>;
}

export interface RemoteSettings {
  /** The whole User-Agent header. */
  readonly userAgent: string;
  readonly proxy: string;
  readonly certificateAuthorities: readonly string[];
  /** The folder for login records, shared by all windows; absent = in memory. Does not change. */
  readonly storage?: string;
}
