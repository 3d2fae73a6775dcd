/** Checks files on all cores: each thread takes a batch at a time, and the outcomes come in the order of the files. */
import { availableParallelism } from 'node:os';
import { Worker, parentPort } from 'node:worker_threads';
import {
  checkFile,
  type CheckJob,
  type FileOutcome,
  type UnwrittenOutcome,
  writeFixes,
} from './check-file.ts';
import type { QueryChecker } from '../inputs/query-checker.ts';
import type { Program } from '../program.ts';

/** Files of one batch. */
const batch = 32;
/** Files that are checked in this thread before others are started. */
const few = 2 * batch;
const maxThreads = 8;

/** The data that a thread is started with. */
export interface CheckThreadData {
  readonly purpose: 'check';
  readonly job: CheckJob;
}

/**
 * Checks files, the first ones here. All fixes are written here: a thread can end in the middle of a file.
 *
 * @param threadFile the program, started again as a thread
 */
export async function* checkFiles(
  files: AsyncIterable<string>,
  checker: QueryChecker,
  job: CheckJob,
  { threadFile, terminal }: Pick<Program, 'threadFile' | 'terminal'>,
): AsyncGenerator<FileOutcome> {
  const { signal } = terminal;
  const names = files[Symbol.asyncIterator]();
  for (let checked = 0; checked < few; checked++) {
    const { value, done } = await names.next();
    if (done === true || signal.aborted) return;
    yield await writeFixes(await checkFile(checker, value, job), terminal);
  }
  const first = await batchOf(names);
  if (first.length === 0) return;
  const threads = new CheckThreads(threadFile, job);
  try {
    const underWay: Promise<readonly UnwrittenOutcome[]>[] = [];
    for (let next = first; next.length > 0; next = await batchOf(names)) {
      underWay.push(threads.check(next));
      if (underWay.length > threads.count) yield* written(await underWay.shift()!, terminal);
      if (signal.aborted) return;
    }
    for (const outcomes of underWay) yield* written(await outcomes, terminal);
  } finally {
    await threads.end();
  }
}

async function* written(
  outcomes: readonly UnwrittenOutcome[],
  terminal: Program['terminal'],
): AsyncGenerator<FileOutcome> {
  for (const outcome of outcomes) {
    if (terminal.signal.aborted) return;
    yield await writeFixes(outcome, terminal);
  }
}

async function batchOf(names: AsyncIterator<string>): Promise<string[]> {
  const files: string[] = [];
  while (files.length < batch) {
    const { value, done } = await names.next();
    if (done === true) break;
    files.push(value);
  }
  return files;
}

class CheckThreads {
  readonly #threads: readonly CheckThread[];
  #next = 0;

  constructor(threadFile: string, job: CheckJob) {
    const length = Math.min(availableParallelism(), maxThreads);
    this.#threads = Array.from({ length }, () => new CheckThread(threadFile, job));
  }

  /** Batches that are worth having under way. */
  get count(): number {
    return 2 * this.#threads.length;
  }

  check(files: readonly string[]): Promise<readonly UnwrittenOutcome[]> {
    const thread = this.#threads[this.#next++ % this.#threads.length]!;
    return thread.check(files);
  }

  async end(): Promise<void> {
    await Promise.all(this.#threads.map(thread => thread.end()));
  }
}

/** A thread that answers its batches one after the other. */
class CheckThread {
  readonly #worker: Worker;
  readonly #waiting: PromiseWithResolvers<readonly UnwrittenOutcome[]>[] = [];

  constructor(threadFile: string, job: CheckJob) {
    this.#worker = new Worker(threadFile, {
      workerData: { purpose: 'check', job } satisfies CheckThreadData,
    });
    this.#worker.on('message', (outcomes: readonly UnwrittenOutcome[]) =>
      this.#waiting.shift()?.resolve(outcomes),
    );
    this.#worker.on('error', error => {
      for (const waiting of this.#waiting.splice(0)) waiting.reject(error);
    });
  }

  check(files: readonly string[]): Promise<readonly UnwrittenOutcome[]> {
    const waiting = Promise.withResolvers<readonly UnwrittenOutcome[]>();
    this.#waiting.push(waiting);
    this.#worker.postMessage(files);
    // The outcomes are read in order, so this one is awaited later.
    waiting.promise.catch(() => undefined);
    return waiting.promise;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** Serves a thread that checks batches of files. */
export function serveChecks(checker: QueryChecker, job: CheckJob): void {
  const port = parentPort!;
  const batches: (readonly string[])[] = [];
  let isBusy = false;
  const checkAll = async (): Promise<void> => {
    isBusy = true;
    for (let files = batches.shift(); files !== undefined; files = batches.shift()) {
      const outcomes = [];
      for (const file of files) outcomes.push(await checkFile(checker, file, job));
      port.postMessage(outcomes);
    }
    isBusy = false;
  };
  port.on('message', (files: readonly string[]) => {
    batches.push(files);
    if (!isBusy) void checkAll();
  });
}
