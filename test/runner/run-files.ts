/** Runs test files with Node's own runner, one process for each file, and shows what fails as it fails. */
import path from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { inRoot, root } from '../support/paths.ts';
import { bad, note, progress, seconds } from './output.ts';
import { type Tally, nothing } from './tally.ts';

interface Outcome {
  readonly name: string;
  readonly nesting: number;
  readonly file?: string;
  readonly line?: number;
  readonly skip?: string | boolean;
  readonly todo?: string | boolean;
  readonly details: { readonly type?: string; readonly error?: Error & { failureType?: string } };
}

const shown = (file: string): string => path.relative(root, path.resolve(root, file));

/** The name of a test with its place, or a file's path. */
const title = ({ name, file, line }: Outcome): string => {
  if (file !== undefined && path.resolve(root, name) === file) return shown(file);
  return `${name} (${file === undefined ? '' : shown(file)}:${line})`;
};

/** A parent that failed only because a test inside it failed is not counted again. */
const isEcho = ({ details }: Outcome): boolean => details.error?.failureType === 'subtestsFailed';

/** The runner passes a file as if it were a test when it defines none. */
const isEmptyFile = ({ name, nesting, file }: Outcome): boolean =>
  nesting === 0 && file !== undefined && path.resolve(root, name) === file;

const isWrapper = (error: Error): boolean => 'failureType' in error && error.cause !== undefined;

/** Message, differences and the frames of our own files; then the cause. Node's runner wraps what a test threw. */
const wordError = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : inspect(error);
  if (isWrapper(error)) return wordError(error.cause);
  const lines = (error.stack ?? error.message).split('\n');
  const own = lines.filter(line => !/^ +at .*(node:|node_modules|<anonymous>\)$)/.test(line)).join('\n');
  return error.cause === undefined ? own : `${own}\nCaused by ${wordError(error.cause)}`;
};

/** What Node's runner says at the end of each file; the counts here are our own. */
const summaryLine = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

export interface Limits {
  readonly parallel: number;
  /** When the time is over, by `performance.now()`. */
  readonly end: number;
}

/** Runs the files. When the time is over, what runs is ended and counts as one failure, with the files' names. */
export const runFiles = async (files: readonly string[], limits: Limits): Promise<Tally> => {
  const count: { -readonly [key in keyof Tally]: number } = { ...nothing };
  const fail = (what: string, details: string): void => {
    count.failed += 1;
    bad(what, details);
  };
  const begin = performance.now();
  const signal = AbortSignal.timeout(Math.max(0, Math.round(limits.end - begin)));
  const running = new Set<string>();
  const execArgv = process.env['CI'] === 'true' ? ['--import', inRoot('test/support/same-cases.ts')] : [];
  const stream = run({ files: [...files], concurrency: limits.parallel, signal, execArgv });

  stream.on('test:dequeue', ({ name, nesting }: Outcome) => nesting === 0 && running.add(name));
  stream.on('test:complete', ({ name, nesting }: Outcome) => nesting === 0 && running.delete(name));
  stream.on('test:pass', (outcome: Outcome) => {
    if (outcome.details.type === 'suite') return;
    if (outcome.skip !== undefined || outcome.todo !== undefined) count.skipped += 1;
    else if (isEmptyFile(outcome)) fail(`${title(outcome)} defines no test`, '');
    else count.passed += 1;
    progress(`${count.passed + count.failed} ${outcome.name}`);
  });
  stream.on('test:fail', (outcome: Outcome) => {
    if (isEcho(outcome) || signal.aborted) return;
    fail(title(outcome), wordError(outcome.details.error));
  });
  stream.on('test:diagnostic', ({ message }: { message: string }) => {
    if (!summaryLine.test(message)) note(message);
  });
  stream.on('test:stderr', ({ message }: { message: string }) => process.stderr.write(message));
  stream.on('test:stdout', ({ message }: { message: string }) => process.stdout.write(message));
  for await (const _ of stream);
  if (signal.aborted)
    fail(`Stopped after ${seconds(performance.now() - begin)}`, [...running].map(shown).join('\n'));
  return count;
};
