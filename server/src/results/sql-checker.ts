/** Checks SQL statements in a process of their own. */
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { problemAt, type SqlProblem } from './sql/sql-problem.ts';
import type { CheckSql } from './sql/find-problems.ts';
import { maxStatementLength } from './sql/safe-sql.ts';
import type { SqlTable } from './sql/nameable-tables.ts';
import { tokensOf } from './sql/tokens.ts';
import { startSql, startTime } from './sql-process.ts';
import type { SqlCheckOutcome, SqlCheckQuestion } from './sql-question.ts';

/** The limits of a check: milliseconds, bytes of memory. */
const bounds = { time: 1000, memory: 256 * 1024 * 1024 };

/** Milliseconds after which an idle process is ended. */
const idle = 60_000;

/** Number of statements whose problems are remembered. */
const maxCheckedStatements = 2000;

/**
 * Finds the problems of statements in a separate process, which is ended if a statement takes too long: SQLite has no
 * time limit for parsing, and a short statement can take years. Problems are remembered by statement.
 */
export class SqlChecker {
  readonly #file: string;
  readonly #problemsByKey = new Map<string, readonly SqlProblem[]>();
  #last: Promise<unknown> = Promise.resolve();
  #child: ChildProcess | undefined;
  #answered: ((outcome: SqlCheckOutcome | undefined) => void) | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** @param file the bundled `sql.js`, or the module in a test */
  constructor(file: string) {
    this.#file = file;
  }

  /** Checks a statement after those before it. */
  readonly check: CheckSql = (sql, tables) => {
    const checked = this.#last.then(() => this.#check(sql, tables));
    this.#last = checked.catch(() => undefined);
    return checked;
  };

  async #check(sql: string, tables: readonly SqlTable[]): Promise<readonly SqlProblem[]> {
    // A statement that is too long is rejected without being read.
    const tokens = sql.length > maxStatementLength ? [] : [...tokensOf(sql)];
    const words = new Set(tokens.map(({ text }) => text.toLowerCase()));
    const isNamed = ({ name }: SqlTable): boolean => words.has(name.toLowerCase());
    const namedTables = tables.filter(isNamed).map(({ name, columns, isPlanned = false }) => ({
      name,
      columns: columns.map(column => column.name),
      isPlanned,
    }));
    const others = tables.filter(table => !isNamed(table)).map(({ name }) => name);
    const [namedKey, key] = [keyOf([sql, namedTables]), keyOf([sql, namedTables, others])];
    const remembered = this.#problemsByKey.get(namedKey) ?? this.#problemsByKey.get(key);
    if (remembered) return remembered;
    const outcome = await this.#ask({
      isCheck: true,
      sql: sql.slice(0, maxStatementLength + 1),
      tables: namedTables,
      others,
      bounds,
    });
    if (outcome && 'problems' in outcome) return this.#keep(key, outcome.problems);
    this.#end();
    const { start, end } = tokens[0] ?? { start: 0, end: sql.length };
    return this.#keep(namedKey, [{ ...problemAt({ start, end }, 'too-complex', {}), isNotice: true }]);
  }

  #keep(key: string, problems: readonly SqlProblem[]): readonly SqlProblem[] {
    this.#problemsByKey.set(key, problems);
    if (this.#problemsByKey.size > maxCheckedStatements)
      this.#problemsByKey.delete(this.#problemsByKey.keys().next().value!);
    return problems;
  }

  /** Sends a question; `undefined` = the process has ended without an answer. */
  async #ask(question: SqlCheckQuestion): Promise<SqlCheckOutcome | undefined> {
    clearTimeout(this.#idle);
    const child = (this.#child ??= this.#start());
    child.ref();
    child.channel?.ref();
    const { promise, resolve } = Promise.withResolvers<SqlCheckOutcome | undefined>();
    this.#answered = resolve;
    const timer = setTimeout(() => resolve(undefined), startTime + question.bounds.time);
    child.send(question, error => {
      if (error) resolve(undefined);
    });
    const outcome = await promise;
    clearTimeout(timer);
    this.#answered = undefined;
    // An idle process must not keep ours alive.
    child.unref();
    child.channel?.unref();
    this.#idle = setTimeout(() => this.#end(), idle).unref();
    return outcome;
  }

  #start(): ChildProcess {
    const child = startSql(this.#file);
    const ended = (): void => {
      if (this.#child !== child) return;
      this.#child = undefined;
      this.#answered?.(undefined);
    };
    child.on('message', (outcome: SqlCheckOutcome) => {
      if (this.#child === child) this.#answered?.(outcome);
    });
    child.on('error', ended);
    child.on('exit', ended);
    return child;
  }

  #end(): void {
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
  }
}

const keyOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64');
