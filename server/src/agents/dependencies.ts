import type { AgentResults } from './tools/agent-results.ts';
import type { CallQueue, SiteQueue } from './call-queue.ts';
import type { CheckedLanguage } from '../query-file/checking/check-document.ts';
import type { QueryContext } from '../query-file/language/language-service.ts';
import type { ServerSettings } from '../sites/settings/read-settings.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { Backend } from '../network/backend.ts';
import type { SqlOutcome, SqlQuestion } from '../results/sql-question.ts';
import type { Runner } from '../query-file/language/runner.ts';

/** A language and how its queries run. */
export interface AgentLanguage extends CheckedLanguage {
  readonly runner: Runner;
}

/** A query file of the folder. */
export interface AgentFile {
  /** Relative to the folder, with `/`. */
  readonly name: string;
  readonly languageId: string;
  readonly text: string;
}

/** The query files that an agent may read. */
export interface AgentFiles {
  list(): AsyncIterable<AgentFile>;
  /** `undefined` = the folder has no such file. */
  read(name: string): Promise<AgentFile | undefined>;
}

/** The state that the calls of one session share. */
export interface AgentSession {
  readonly queue: SiteQueue;
  /** The queue of SQL statements: each is executed in a process of its own. */
  readonly statements: CallQueue;
  readonly results: AgentResults;
  /** A name for a run that no other one has. */
  readonly newRun: () => string;
  /** Called before the first request to a site. */
  readonly asked: (site: Site) => void;
}

/** The dependencies of the tools: they reach nothing else outside. */
export interface AgentDependencies {
  readonly settings: () => ServerSettings;
  readonly language: (id: string) => Promise<AgentLanguage>;
  /** The context of a file; `undefined` = of a text in no file. */
  readonly context: (file: string | undefined) => QueryContext;
  readonly files: AgentFiles;
  /** Returns a random token, a new one each time. */
  readonly mark: () => string;
  /** The scheme of links that open a query in the user’s editor. */
  readonly linkScheme: string;
  /** The network, started when it is first needed. */
  readonly backend: () => Promise<Backend>;
  /** Asks stored results. */
  readonly sql: (question: SqlQuestion, signal: AbortSignal) => Promise<SqlOutcome>;
  /** Called before the first request to a site. */
  readonly asked: (site: Site) => void;
  /** Logs an internal error. */
  readonly fault: (tool: string, error: unknown) => void;
}
