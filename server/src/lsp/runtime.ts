/** The server's dependencies on its platform. */
import type { AgentDependencies, AgentFiles } from '../agents/dependencies.ts';
import type { YieldTurn } from '../checking/time-slices.ts';
import type { SiteDescription } from '../common/site-description.ts';
import type { SiteLocks } from '../common/site-lock.ts';
import type { Wording } from '../language/wording.ts';
import type { Site } from '../protocol/sites.ts';
import type { DrawChart } from '../refresh/report-dependencies.ts';
import type { Remote } from '../remote/remote.ts';
import type { CheckSql } from '../sql/problems.ts';
import type { ServerMessage } from '../common/server-message.ts';
import type { RunnableLanguage } from '../languages/served-language.ts';
import type { QueryFiles } from './documents/workspace-files.ts';

/** The stored catalogues of sites that hold for a file. */
export interface StoredLocks {
  /** `undefined` = none. Each folder is read once. */
  of(uri: string): SiteLocks | undefined;
  /** Reads them again. */
  forget(): void;
  /** A lock to be stored; `undefined` = the description cannot be read. */
  made(site: Site, description: SiteDescription): MadeLockFile | undefined;
}

/** A lock to be stored: its folder below that of the workspace, its name, and its text. */
export interface MadeLockFile {
  readonly folder: string;
  readonly name: string;
  readonly text: string;
}

/** Dependencies of the tools for agents. */
export interface AgentRuntime {
  /** The query files of folders; `shown` = the text of a file that is open. */
  readonly files: (folders: readonly string[], shown: (uri: string) => string | undefined) => AgentFiles;
  readonly askSql: AgentDependencies['sql'];
  /** Makes a random word that was never used before. */
  readonly mark: () => string;
}

/** The server's dependencies on its platform; it looks up nothing of them elsewhere. */
export interface Runtime {
  readonly languages: ReadonlyMap<string, RunnableLanguage>;
  readonly remote: Remote;
  readonly wording: Wording<ServerMessage>;
  /** The version of this program, for the wiki's operators. */
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly yieldTurn: YieldTurn;
  /** Resolves after so many milliseconds; keeps no process alive. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** The query files of the workspace's folders. */
  readonly files: QueryFiles;
  /** The stored catalogues of sites. */
  readonly locks: StoredLocks;
  readonly agents: AgentRuntime;
  /** The library that draws charts, read when the first one is drawn. */
  readonly charts: () => Promise<DrawChart>;
  /** Finds what is wrong with a statement; it is not executed. */
  readonly checkSql: CheckSql;
  /** The folder for data that all windows share, where the client does not name one. */
  readonly storage: string;
}
