/** Runs test files in a process of their own, and ends it with all that it started when its time is over. */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endProcessTree } from '../support/process-tree.ts';
import { inCache, inRoot, root } from '../support/paths.ts';
import { bad, note, progress, seconds } from './output.ts';
import type { TestMessage } from './reporter.ts';
import { type Tally, add, nothing } from './tally.ts';

export const shown = (file: string): string => path.relative(root, file);

export interface FileOptions {
  readonly milliseconds: number;
  /** After so many a test has failed, and those after it go on; default: only the files have an end. */
  readonly testMilliseconds?: number;
  readonly env?: NodeJS.ProcessEnv;
  /** Ends it early. */
  readonly signal?: AbortSignal;
}

export interface FileResult extends Tally {
  /** From its start to its end. */
  readonly seconds: number;
  /** As long as its process was at work, and those that it ended. */
  readonly processorSeconds: number;
}

/** The property tests of a build machine are the same in every run. */
const sameCases = process.env['CI'] === 'true' ? ['--import', inRoot('test/support/same-cases.ts')] : [];
const reporter = ['--test-reporter', `file://${inRoot('test/runner/reporter.ts')}`];
const outputLength = 100_000;
/** Milliseconds in which the last messages of a process that has ended are read. */
const readPatience = 2000;

const running = new Set<ChildProcess>();
// A signal that ends the run ends its files, which end what they have started.
process.on('exit', () => running.forEach(child => child.kill()));

/** Counts what a file reports, and shows what fails. */
class FileReport {
  readonly #file: string;
  readonly #running = new Set<string>();
  #tally = nothing;
  #isOver = false;

  constructor(file: string) {
    this.#file = file;
  }

  take(message: Exclude<TestMessage, { readonly kind: 'file' }>): void {
    switch (message.kind) {
      case 'started':
        this.#running.add(message.name);
        break;
      case 'ended':
        this.#running.delete(message.name);
        break;
      case 'passed':
      case 'skipped':
        this.#count(message.kind);
        progress(`${shown(this.#file)} ${message.name}`);
        break;
      case 'failed':
        this.fail(`${message.name} (${shown(this.#file)}:${message.line})`, message.error);
        break;
      case 'figure':
        note(message.text);
        break;
      case 'over':
        this.#isOver = true;
        break;
    }
  }

  fail(title: string, details = ''): void {
    this.#count('failed');
    bad(title, details);
  }

  /** @param end how the process ended, in words; `undefined` = well */
  end(end: string | undefined, output: string): Tally {
    const { passed, failed, skipped } = this.#tally;
    const name = shown(this.#file);
    if (failed > 0) return this.#tally;
    if (end !== undefined) this.fail(`${name}: ${end}`, [...this.#running, output].join('\n'));
    else if (passed + skipped + this.#running.size === 0) this.fail(`${name} reported no test`, output);
    else if (!this.#isOver) this.fail(`${name} ended before its tests`, output);
    else if (output.trim() !== '') note(`${name} wrote:\n${output.trimEnd()}`);
    return this.#tally;
  }

  #count(how: keyof Tally): void {
    this.#tally = add(this.#tally, { ...nothing, [how]: 1 });
  }
}

/** Takes what the process of one or several files reports, one file after the other. */
class ProcessReport {
  readonly #left: string[];
  readonly #results = new Map<string, FileResult>();
  #file: string;
  #report: FileReport;
  #begin = performance.now();
  #isOver = false;
  /** Of the process when its current file began, and now. */
  #processorSeconds: readonly [begin: number, now: number] = [0, 0];

  constructor([file = '', ...left]: readonly string[]) {
    this.#file = file;
    this.#left = left;
    this.#report = new FileReport(file);
  }

  readonly take = (message: TestMessage): void => {
    if ('processorSeconds' in message)
      this.#processorSeconds = [this.#processorSeconds[0], message.processorSeconds];
    if (message.kind === 'over') this.#isOver = true;
    if (message.kind !== 'file') this.#report.take(message);
    else if (message.file !== this.#file) {
      this.#report.take({ kind: 'over', processorSeconds: message.processorSeconds });
      this.#endFile(undefined, '');
      this.#beginNext();
    }
  };

  /** @param end how the process ended, in words; `undefined` = well. Files that it did not come to have failed. */
  end(end: string | undefined, output: string): ReadonlyMap<string, FileResult> {
    // A process in which a test has failed ends with an error, which is no fault of its last file.
    const hasFailed = [...this.#results.values()].some(({ failed }) => failed > 0);
    this.#endFile(this.#isOver && hasFailed ? undefined : end, output);
    while (this.#left.length > 0) {
      this.#beginNext();
      this.#endFile(end ?? 'not run', '');
    }
    return this.#results;
  }

  #beginNext(): void {
    this.#file = this.#left.shift() ?? '';
    this.#report = new FileReport(this.#file);
    this.#begin = performance.now();
    const [, now] = this.#processorSeconds;
    this.#processorSeconds = [now, now];
  }

  #endFile(end: string | undefined, output: string): void {
    const [before, now] = this.#processorSeconds;
    this.#results.set(this.#file, {
      ...this.#report.end(end, output),
      seconds: (performance.now() - this.#begin) / 1000,
      processorSeconds: now - before,
    });
  }
}

/**
 * Runs files, one after the other in one process, and answers how the tests of each ended. A file that does not end, or
 * ends badly, counts as a failure, and so do those after it.
 */
export const runFiles = (
  files: readonly string[],
  { milliseconds, testMilliseconds, env, signal }: FileOptions,
): Promise<ReadonlyMap<string, FileResult>> =>
  new Promise(resolve => {
    const report = new ProcessReport(files);
    const begin = performance.now();
    const program = files.length === 1 ? files : [inRoot('test/runner/run-together.ts'), ...files];
    const timeout = testMilliseconds === undefined ? [] : [`--test-timeout=${testMilliseconds}`];
    const child = spawn(process.execPath, [...sameCases, ...timeout, ...reporter, ...program], {
      cwd: root,
      env: { NODE_COMPILE_CACHE: inCache('compiled'), ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      windowsHide: true,
    });
    running.add(child);
    let output = '';
    let isStopped = false;
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-outputLength);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('message', report.take);

    const stop = (): void => {
      if (child.pid === undefined || isStopped) return;
      isStopped = true;
      void endProcessTree(child.pid);
    };
    const timer = setTimeout(stop, milliseconds);
    signal?.addEventListener('abort', stop);

    const finish = (end: string | undefined): void => {
      running.delete(child);
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      const took = performance.now() - begin;
      resolve(report.end(isStopped ? `stopped after ${seconds(took)}` : end, output));
    };
    const isRead = new Promise(read => child.once('disconnect', read));
    child.on('error', error => finish(error.message));
    // Not `close`: what a file left running may hold its output open.
    child.on('exit', (code, killedBy) => {
      const end = killedBy ?? `exit code ${String(code)}`;
      void Promise.race([isRead, wait(readPatience)]).then(() => finish(code === 0 ? undefined : end));
    });
  });
