/** Starts the process that executes SQL statements, and communicates with it. */
import { type ChildProcess, fork } from 'node:child_process';
import type { RefusedSql } from './sql/safe-sql.ts';
import type { SqlBatch, SqlEnd, SqlOutcome, SqlQuestion, SqlStreamQuestion } from './sql-question.ts';

/** Milliseconds that the process may take to start, in addition to the time of the statement. */
export const startTime = 30_000;

/** Environment variables that the process gets: no others, and so no credentials. */
const passedOn = ['PATH', 'SystemRoot', 'LD_LIBRARY_PATH'];

/**
 * Answers a question in a process of its own, which is ended when its time is over.
 *
 * @param file the bundled `sql.js`, or the module in a test
 */
export const askSql = (file: string, question: SqlQuestion, signal: AbortSignal): Promise<SqlOutcome> =>
  inProcess<SqlOutcome>(file, question, signal, () => undefined);

/**
 * Like `askSql`, for an answer in batches. An error that `receive` throws ends the process, and is thrown here.
 *
 * @param receive takes a batch; the next ones wait for it
 */
export const streamSql = (
  file: string,
  question: SqlStreamQuestion,
  receive: (batch: SqlBatch) => void,
  signal: AbortSignal,
): Promise<SqlEnd> => inProcess<SqlEnd>(file, question, signal, receive);

function inProcess<Outcome extends object>(
  file: string,
  question: SqlQuestion | SqlStreamQuestion,
  signal: AbortSignal,
  receive: (batch: SqlBatch) => void,
): Promise<Outcome | RefusedSql> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome | RefusedSql>();
  const child = startSql(file);
  const stop = (): void => void child.kill('SIGKILL');
  const timer = setTimeout(() => {
    resolve({ refusal: 'time', detail: String(question.bounds.time / 1000) });
    stop();
  }, startTime + question.bounds.time);
  const abort = (): void => {
    reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    stop();
  };
  signal.addEventListener('abort', abort, { once: true });
  let isOver = false;
  child.on('message', (message: SqlBatch | Outcome) => {
    if (isOver) return;
    if (!('batch' in message)) {
      resolve(message);
      return;
    }
    try {
      receive(message);
      // A process that has ended needs no confirmation.
      child.send('taken', () => undefined);
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)));
      stop();
    }
  });
  child.once('error', reject);
  child.once('exit', () => resolve({ refusal: 'stopped', detail: '' }));
  child.send(question, error => {
    if (error) reject(error);
  });
  if (signal.aborted) abort();
  return promise.finally(() => {
    isOver = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    stop();
  });
}

/** Starts the process, without credentials. */
export const startSql = (file: string): ChildProcess =>
  fork(file, [], {
    execArgv: [],
    env: environment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // In the editor, Node is part of another program.
    ...(process.versions['electron'] !== undefined && { execPath: process.execPath }),
  });

const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    passedOn.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  ),
  ...(process.versions['electron'] !== undefined && { ELECTRON_RUN_AS_NODE: '1' }),
});
