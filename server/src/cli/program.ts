import type { AgentFiles } from '../agents/dependencies.ts';
import type { LoadLanguage } from '../runs/languages/lazy-languages.ts';
import type { SqlOutcome, SqlQuestion } from '../results/sql-question.ts';
import type { DrawChart } from '../runs/reports/report-dependencies.ts';
import type { Backend } from '../network/backend.ts';
import type { OfferedTools } from '../agents/agent-tools.ts';
import type { Credentials } from './inputs/credentials.ts';
import type { QueryChecker } from './inputs/query-checker.ts';
import type { Terminal } from './terminal.ts';

/** Where sessions that passwords begin are kept. */
export interface SessionStorage {
  /** False: only in this process, whatever the system has. */
  readonly usesKeychain: boolean;
  /** Is called for each session that begins. */
  readonly began: (isKept: boolean) => void;
}

/** The surroundings of every verb. */
export interface Program {
  readonly terminal: Terminal;
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly language: LoadLanguage;
  readonly checker: QueryChecker;
  /** The network, started when it is first needed. */
  readonly backend: (credentials: Credentials, sessions: SessionStorage) => Promise<Backend>;
  /** The program itself, to be started as a thread. */
  readonly threadFile: string;
  /** The query files of a folder that agents may read. */
  readonly agentFiles: (folder: string) => AgentFiles;
  /** Asks stored results, in a process of its own. */
  readonly askSql: (question: SqlQuestion, signal: AbortSignal) => Promise<SqlOutcome>;
  /** The library that draws charts, read when the first one is drawn. */
  readonly charts: () => Promise<DrawChart>;
  /** Serves agents, until they or the signal end it. */
  readonly serveAgents: (offered: OfferedTools, signal: AbortSignal) => Promise<void>;
  /** Serves the Language Server Protocol from then on; on standard input and output unless the command line says otherwise. */
  readonly serve: (isConnectionGiven: boolean) => Promise<void>;
  /** Whether to write colors, by the option that says so. */
  readonly hasColor: (option: string | undefined) => boolean;
}
