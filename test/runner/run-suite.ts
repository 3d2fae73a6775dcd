import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../support/paths.ts';
import { blankVariable } from '../support/pictures.ts';
import { bad, good, seconds, skipped } from './output.ts';
import type { Task } from './pool.ts';
import { type FileOptions, type FileResult, runFiles, shown } from './run-file.ts';
import { SharedPool } from './shared-pool.ts';
import type { Suite } from './suites.ts';
import { type Tally, add, nothing, wordTally } from './tally.ts';

const minute = 60_000;

/** The result of a file that was not started, because the run was aborted. */
const notRun: FileResult = { ...nothing, failed: 1, seconds: 0, processorSeconds: 0 };

/** The test files of a suite whose path holds one of the filters; no filter = all. */
export const filesOf = (suite: Suite, filters: readonly string[]): string[] =>
  globSync(`test/${suite.folder ?? suite.name}/**/*.test.ts`, { cwd: root })
    .map(file => path.join(root, file))
    .filter(file => filters.length === 0 || filters.some(filter => shown(file).includes(filter)))
    .toSorted();

/** A suite that lacks something is skipped with the command that helps; on a build machine that is a failure. */
const reportMissing = (suite: Suite): Tally | undefined => {
  const missing = suite.needs.filter(need => !need.isThere());
  if (missing.length === 0) return undefined;
  const names = missing.map(need => need.name).join(' and ');
  const commands = missing.map(need => need.install).join(' && ');
  const title = `${suite.name}: needs ${names}. Install with: ${commands}`;
  const isFailure = process.env['CI'] === 'true';
  (isFailure ? bad : skipped)(title);
  return { ...nothing, [isFailure ? 'failed' : 'skipped']: 1 };
};

/** Default maximum of files per process; with more, some cores would be idle. */
const defaultMaxTogether = 12;

/** Calls in a test that change its whole process. */
const changesProcess = /\b(?:registerHooks|chdir|mock\.(?:timers|module))\b/;

/** Whether a file has a process of its own. */
const isAlone = ({ together }: Suite, file: string): boolean =>
  together?.(shown(file)) !== true || changesProcess.test(readFileSync(file, 'utf8'));

/** Groups the files by process: files of one folder share a process, unless they need their own. */
const processesOf = (suite: Suite, files: readonly string[]): string[][] => {
  const { last, maxTogether = defaultMaxTogether } = suite;
  const ordered = files.toSorted((one, other) => Number(last?.(one) ?? 0) - Number(last?.(other) ?? 0));
  const folders = Map.groupBy(ordered, file => (isAlone(suite, file) ? file : path.dirname(file)));
  return [...folders.values()].flatMap(all =>
    Array.from({ length: Math.ceil(all.length / maxTogether) }, (_, index) =>
      all.slice(index * maxTogether, (index + 1) * maxTogether),
    ),
  );
};

export interface SuiteRun {
  /** A task for each process. */
  readonly tasks: readonly Task[];
  /**
   * A second try of files that failed: tests that drive other programs can time out on a busy machine. Only the second
   * failure counts. Windows are painted, so that screenshots can be taken.
   */
  readonly secondTries: () => readonly Task[];
  /** How the tests ended so far. */
  readonly tally: () => Tally;
  /** Each file as often as it ran. */
  readonly results: readonly (readonly [file: string, FileResult])[];
}

/** Makes the tasks of a suite's files; when the last one is over the suite is summed up. */
export const planSuite = (suite: Suite, files: readonly string[], signal: AbortSignal): SuiteRun => {
  const missing = reportMissing(suite);
  if (missing) return { tasks: [], secondTries: () => [], tally: () => missing, results: [] };
  const failedOnce: string[] = [];
  const results: [string, FileResult][] = [];
  let sum = nothing;
  let left = files.length;
  let firstTriesLeft = files.length;
  let sharedSeconds = 0;
  let begin: number | undefined;

  const shared = new SharedPool(async () => {
    const nothingShared = { env: {}, processes: [], stop: async () => {} };
    try {
      return (await suite.share?.()) ?? nothingShared;
    } catch (error) {
      skipped(`${suite.name}: its files share nothing, as that did not start: ${String(error)}`);
      return nothingShared;
    }
  });
  const runShared = (
    together: readonly string[],
    options: FileOptions,
  ): Promise<ReadonlyMap<string, FileResult>> =>
    together.every(file => isAlone(suite, file))
      ? runFiles(together, options)
      : shared.use(({ env }) => runFiles(together, { ...options, env }));
  /** Runs files for the first time; the last of them stops the shared processes. */
  const firstTry = async (
    together: readonly string[],
    options: FileOptions,
  ): Promise<ReadonlyMap<string, FileResult>> => {
    const tried = signal.aborted
      ? new Map(together.map(file => [file, notRun] as const))
      : await runShared(together, options);
    firstTriesLeft -= together.length;
    if (firstTriesLeft === 0) sharedSeconds = await shared.stop();
    return tried;
  };
  const recordResult = (file: string, result: FileResult, isSecondTry: boolean): void => {
    results.push([shown(file), result]);
    if (result.failed > 0 && !isSecondTry && !signal.aborted) {
      skipped(`Flaky, or failed: ${shown(file)}. It runs once more.`);
      failedOnce.push(file);
      return;
    }
    sum = add(sum, result);
    left -= 1;
    if (left > 0) return;
    const took = seconds(performance.now() - (begin ?? 0));
    const fileSeconds = results.reduce((all, [, each]) => all + each.processorSeconds, 0);
    const processorTime = seconds((fileSeconds + sharedSeconds) * 1000);
    const summary = `${suite.name}: ${wordTally(sum)} (${took}, ${processorTime} of processor time)`;
    if (sum.failed > 0) bad(summary);
    else good(summary);
  };
  const taskOf = (together: readonly string[], isSecondTry: boolean): Task => ({
    cores: suite.cores,
    ...(suite.width !== undefined && { lane: { name: suite.name, width: suite.width } }),
    run: async () => {
      begin ??= performance.now();
      const options = {
        milliseconds: suite.minutes * minute,
        ...(suite.testMinutes !== undefined && { testMilliseconds: suite.testMinutes * minute }),
        signal,
      };
      const ended = isSecondTry
        ? await runFiles(together, { ...options, env: { [blankVariable]: 'no' } })
        : await firstTry(together, options);
      for (const [file, result] of ended) recordResult(file, result, isSecondTry);
    },
  });
  return {
    tasks: processesOf(suite, files).map(together => taskOf(together, false)),
    secondTries: () => failedOnce.map(file => taskOf([file], true)),
    tally: () => sum,
    results,
  };
};
