/** `wikijql check` over folders of many files, beside a linter over the same code: time and CPU time, as ratios. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRoot } from '../support/paths.ts';
import {
  writePython,
  writeRightQueries,
  writeScripts,
  writeWrongJql,
  writeWrongQueries,
} from './checked-trees.ts';
import { median, milliseconds } from './figures.ts';
import type { Report } from './report.ts';

const rounds = 7;
const queries = 10_000;
const findingsAtLeast = 30_000;

interface Run {
  /** Milliseconds. */
  readonly time: number;
  /** Milliseconds of all its threads. */
  readonly cpu: number;
  readonly out: string;
}

/** Runs a program of Node; the shell tells its CPU time. */
async function run(folder: string, ...words: readonly string[]): Promise<Run> {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@" 2> /dev/null';
  const { out, error } = await new Promise<{ readonly out: string; readonly error: string }>(resolve => {
    execFile(
      'bash',
      ['-c', script, 'bash', process.execPath, ...words],
      { cwd: folder, maxBuffer: 1e9 },
      (_, stdout, stderr) => resolve({ out: stdout, error: stderr }),
    );
  });
  const [time = NaN, user = NaN, system = NaN] = error.trim().split(' ').map(Number);
  return { time: time * 1000, cpu: (user + system) * 1000, out };
}

/** Six folders beside a linter over the scripts; each in turn in every round, so that a busy machine slows all alike. */
export async function measureBesideLinter(report: Report): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wikijql-linter-'));
  try {
    const place = (name: string): string => {
      const inFolder = path.join(folder, name);
      mkdirSync(inFolder);
      return inFolder;
    };
    const [wrong, wrongJql, right, scripts, python, one] = [
      'wrong',
      'wrong-jql',
      'right',
      'scripts',
      'python',
      'one',
    ].map(place);
    writeWrongQueries(wrong!, queries);
    writeWrongJql(wrongJql!, queries);
    writeRightQueries(right!, queries);
    writeScripts(scripts!, 1335);
    writePython(python!, 514);
    writeFileSync(path.join(one!, 'a.jql'), 'status = = Open\n');
    const check =
      (where: string, ...words: string[]) =>
      () =>
        run(where, inRoot('dist/cli.js'), 'check', '--quiet', ...words);
    const measures = {
      'oxlint over the scripts': () => run(scripts!, inRoot('node_modules/oxlint/bin/oxlint'), '--quiet'),
      '1,335 TypeScript and JSON files': check(scripts!),
      '514 Python files': check(python!),
      '10,000 queries without a finding': check(right!),
      '10,000 queries of wikis with 3 findings each, as JSON': check(wrong!, '--output', 'json'),
      '10,000 queries in JQL with 2 findings each, as JSON': check(wrongJql!, '--output', 'json'),
      'one file with a finding': check(one!),
      'Node alone': () => run(one!, '-e', '0'),
    };
    const { findings }: { findings: readonly unknown[] } = JSON.parse(
      (await check(wrong!, '--output', 'json')()).out,
    );
    if (findings.length < findingsAtLeast) throw new Error(`${findings.length} findings`);
    await reportRuns(report, measures, findings.length);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function reportRuns(
  report: Report,
  measures: Readonly<Record<string, () => Promise<Run>>>,
  findings: number,
): Promise<void> {
  const runs = new Map<string, Run[]>();
  for (let round = 0; round < rounds; round++)
    for (const [name, measure] of Object.entries(measures))
      runs.set(name, [...(runs.get(name) ?? []), await measure()]);
  report.heading(`Checks beside a linter, median of ${rounds}; ${findings} findings in the wrong queries`);
  const medians = [...runs].map(([name, all]) => ({
    name,
    time: median(all.map(({ time }) => time)),
    cpu: median(all.map(({ cpu }) => cpu)),
  }));
  const linter = medians[0]!;
  for (const { name, time, cpu } of medians)
    report.figure(
      name,
      milliseconds(time),
      `${(time / linter.time).toFixed(2)} × the linter; CPU ${milliseconds(cpu)}, ${(cpu / linter.cpu).toFixed(2)} ×`,
    );
}
