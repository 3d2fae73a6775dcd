import type { LoadLanguage } from '../languages/lazy-languages.ts';
import type { Remote } from '../remote/remote.ts';
import type { Credentials } from './credentials.ts';
import type { QueryChecker } from './query-checker.ts';
import type { Terminal } from './terminal.ts';

/** What every verb has. */
export interface Program {
  readonly terminal: Terminal;
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly language: LoadLanguage;
  readonly checker: QueryChecker;
  /** The network, started when it is first needed. */
  readonly remote: (credentials: Credentials) => Promise<Remote>;
  /** The program itself, to be started as a thread. */
  readonly threadFile: string;
  /** Serves the Language Server Protocol from then on. */
  readonly serve: () => Promise<void>;
  /** Whether to write colors, by the option that says so. */
  readonly hasColor: (option: string | undefined) => boolean;
}
