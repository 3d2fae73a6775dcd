import { globSync } from 'node:fs';
import path from 'node:path';
import { root } from '../support/paths.ts';
import { bad, good, heading, seconds, skipped } from './output.ts';
import { runFiles } from './run-files.ts';
import type { Suite } from './suites.ts';
import { type Tally, add, nothing, wordTally } from './tally.ts';

/** The test files of a suite whose path holds one of the filters; no filter = all. */
export const filesOf = (suite: Suite, filters: readonly string[]): string[] =>
  globSync(`test/${suite.folder ?? suite.name}/**/*.test.ts`, { cwd: root })
    .map(file => path.join(root, file))
    .filter(
      file => filters.length === 0 || filters.some(filter => path.relative(root, file).includes(filter)),
    )
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

/** A file that does not come to an end must leave time for the others. */
const longestFile = 6 * 60_000;

const runFile = (file: string, end: number): Promise<Tally> =>
  runFiles([file], { parallel: 1, end: Math.min(end, performance.now() + longestFile) });

const runOneByOne = async (files: readonly string[], end: number): Promise<Tally> => {
  let sum = nothing;
  for (const file of files) {
    const first = await runFile(file, end);
    const isOver = first.failed === 0 || performance.now() > end;
    if (!isOver) skipped(`Flaky, or failed: ${path.relative(root, file)}. It runs once more.`);
    sum = add(sum, isOver ? first : await runFile(file, end));
  }
  return sum;
};

/** Runs the files of a suite, or says why not. */
export const runSuite = async (suite: Suite, files: readonly string[]): Promise<Tally> => {
  heading(suite.name);
  const missing = reportMissing(suite);
  if (missing) return missing;
  const begin = performance.now();
  const end = begin + suite.minutes * 60_000;
  const tally = suite.secondTry
    ? await runOneByOne(files, end)
    : await runFiles(files, { parallel: suite.parallel, end });
  const summary = `${suite.name}: ${wordTally(tally)} (${seconds(performance.now() - begin)})`;
  if (tally.failed > 0) bad(summary);
  else good(summary);
  return tally;
};
