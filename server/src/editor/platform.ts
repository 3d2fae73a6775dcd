/**
 * The interface between the language server and its platform. Node and the browser each implement it; nothing else in the
 * server accesses files, a clock, a process or the network.
 */
import type { AgentDependencies, AgentFiles } from '../agents/dependencies.ts';
import type { RuleSeverities } from '../query-file/language/language-service.ts';
import type { YieldTurn } from '../query-file/checking/time-slices.ts';
import type { SiteDescription } from '#shared/base/site-description.ts';
import type { SiteLocks } from '#shared/base/site-lock.ts';
import type { SessionState } from '#shared/protocol/sites/login.ts';
import type { LockFile } from '../sites/locks/lock-text.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { DrawChart } from '../runs/reports/report-dependencies.ts';
import type { Vault } from '../network/session/vault.ts';
import type { CheckSql } from '../results/sql/find-problems.ts';
import type { ServerMessage } from '#shared/base/server-message.ts';
import type { Wording } from '#shared/base/text/wording.ts';
import type { RunnableLanguage } from '../runs/languages/served-language.ts';
import type { Backend } from '../network/backend.ts';

/** A query file of the workspace, as it is stored. */
export interface StoredFile {
  readonly uri: string;
  readonly languageId: string;
  readonly text: string;
}

/** The query files of folders; those that cannot be read are left out. */
export interface QueryFiles {
  /** The files below folders, within the reader's bounds. */
  below(folders: readonly string[]): AsyncIterable<StoredFile>;
  /** One file; `undefined` = it is gone, or it is not a query file. */
  read(uri: string): Promise<StoredFile | undefined>;
}

/** The stored catalogues of sites that apply to a file. */
export interface StoredLocks {
  /** `undefined` = none. Each folder is read once. */
  of(uri: string): SiteLocks | undefined;
  /** The severities that the workspace sets for a file; `undefined` = none. */
  rulesOf(uri: string): RuleSeverities | undefined;
  /** Has the folders read again. */
  forget(): void;
  /** A lock to be stored; `undefined` = the description cannot be read. */
  made(site: Site, description: SiteDescription): LockFile | undefined;
}

/** The server's side of the backend: its secrets, and its interest in sessions. */
interface BackendClient {
  readonly vault: Vault;
  /** The session with a site has changed. */
  readonly sessionChanged: (site: Site, state: SessionState) => void;
}

/** Everything that the server needs from outside. */
export interface Platform {
  /** The version of the program, for the operators of wikis. */
  readonly version: string;
  /** Whether requests name the program and the user’s contact; a browser sends its own name instead. */
  readonly sendsContact: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly yieldTurn: YieldTurn;
  /** Resolves after that time; keeps no process alive. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Returns a random token, a new one each time. */
  readonly randomToken: () => string;
  /** The query files of the workspace's folders. */
  readonly files: QueryFiles;
  /** The query files that agents may read; `shown` = the text of a file that is open. */
  readonly agentFiles: (folders: readonly string[], shown: (uri: string) => string | undefined) => AgentFiles;
  readonly locks: StoredLocks;
  /** The folder for data that all windows share, where the client does not name one; empty = none. */
  readonly storage: string;
  /** The secrets of a client that stores none itself. */
  readonly secrets: Vault;
  /** Starts the backend, which sends requests to sites and stores results, in another thread so that it never delays an edit. */
  readonly startBackend: (client: BackendClient) => Backend;
  /** Answers a statement about stored results. */
  readonly askSql: AgentDependencies['sql'];
  /** The problems of a statement; it is not executed. */
  readonly checkSql: CheckSql;
  /** The library that draws charts, read when the first one is drawn. */
  readonly charts: () => Promise<DrawChart>;
}

/** The dependencies of the server: its platform, the backend that runs on it, and what is the same on every platform. */
export interface Runtime extends Platform {
  readonly languages: ReadonlyMap<string, RunnableLanguage>;
  readonly backend: Backend;
  readonly wording: Wording<ServerMessage>;
}
