/** Runs one test file in a process of its own, and ends it with all that it started when its time is over. */
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
  processorSeconds = 0;

  constructor(file: string) {
    this.#file = file;
  }

  readonly take = (message: TestMessage): void => {
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
        this.processorSeconds = message.processorSeconds;
        break;
    }
  };

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

/** Runs the file and answers how its tests ended. A file that does not end, or ends badly, counts as a failure. */
export const runFile = (file: string, { milliseconds, env, signal }: FileOptions): Promise<FileResult> =>
  new Promise(resolve => {
    const report = new FileReport(file);
    const begin = performance.now();
    const child = spawn(process.execPath, [...sameCases, ...reporter, file], {
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
      const tally = report.end(isStopped ? `stopped after ${seconds(took)}` : end, output);
      resolve({ ...tally, seconds: took / 1000, processorSeconds: report.processorSeconds });
    };
    const isRead = new Promise(read => child.once('disconnect', read));
    child.on('error', error => finish(error.message));
    // Not `close`: what a file left running may hold its output open.
    child.on('exit', (code, killedBy) => {
      const end = killedBy ?? `exit code ${String(code)}`;
      void Promise.race([isRead, wait(readPatience)]).then(() => finish(code === 0 ? undefined : end));
    });
  });
