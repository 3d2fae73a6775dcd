/**
 * Runs the tests: `npm test`, `npm test -- unit property`, `npm test -- unit catalogue`. A word that names a suite
 * selects it; any other word selects the files whose path holds it. `--times` lists how long each file took, `--deep`
 * tries more random cases, `--pictures` takes pictures of the editor and the panels. The last line counts the tests.
 */
import { availableParallelism } from 'node:os';
import { bad, heading, plain } from './runner/output.ts';
import { type Task, runPool } from './runner/pool.ts';
import { filesOf, planSuite } from './runner/run-suite.ts';
import { type Step, bundles, lintSteps, runStep, vsix } from './runner/steps.ts';
import { suites } from './runner/suites.ts';
import { type Tally, add, nothing, wordTally } from './runner/tally.ts';
import { depthVariable } from './support/depth.ts';
import { madeVariable } from './support/editor/vsix.ts';
import { root } from './support/paths.ts';
import { blankVariable, picturesVariable } from './support/pictures.ts';

/** Milliseconds after which a run is stopped and failed, whatever is under way. */
const maxRunLength = 78 * 60_000;

process.chdir(root);
const options = new Set(['--times', '--deep', '--pictures']);
const unknownOption = process.argv.slice(2).find(word => word.startsWith('--') && !options.has(word));
if (unknownOption !== undefined) {
  bad(`${unknownOption} is not an option; there are ${[...options].join(', ')}`);
  process.exit(2);
}
const words = process.argv.slice(2).filter(word => !word.startsWith('--'));
const listsTimes = process.argv.includes('--times');
if (process.argv.includes('--deep')) process.env[depthVariable] = 'deep';
process.env[process.argv.includes('--pictures') ? picturesVariable : blankVariable] = 'yes';
const names = new Set(['lint', ...suites.map(suite => suite.name)]);
const filters = words.filter(word => !names.has(word));
const isSelected = (name: string): boolean => !words.some(word => names.has(word)) || words.includes(name);

let total: Tally = nothing;
const count = (tally: Tally): boolean => {
  total = add(total, tally);
  return tally.failed === 0;
};

const chosen = suites
  .filter(suite => isSelected(suite.name))
  .map(suite => ({ suite, files: filesOf(suite, filters) }))
  .filter(({ files }) => files.length > 0);

heading('tests');
const signal = AbortSignal.timeout(maxRunLength);
const runs = chosen.map(({ suite, files }) => ({
  ...planSuite(suite, files, signal),
  make: suite.make,
}));
const stepTask = (step: Step): Task => ({ cores: 1, run: async () => void count(await runStep(step)) });
const lints = filters.length === 0 && isSelected('lint') ? lintSteps : [];

const makes = new Set(runs.map(({ make }) => make));
const needsVsix = makes.has('vsix');
const needsBuild = needsVsix || makes.has('bundles');
let isMade = false;
const build: Task = {
  cores: 1,
  run: async () => {
    // Packing builds the bundles, too.
    isMade = count(await runStep(needsVsix ? vsix : bundles));
    if (needsVsix) process.env[madeVariable] = 'yes';
  },
};
const suiteTasks = runs.flatMap(({ tasks, make }) =>
  tasks.map((task): Task => ({ ...task, isReady: () => make === undefined || isMade })),
);
// One more than there are: what drives other programs waits for them a good part of its time.
const cores = Math.max(2, availableParallelism()) + 1;
await runPool([...(needsBuild ? [build] : []), ...suiteTasks, ...lints.map(stepTask)], cores);
await runPool(
  runs.flatMap(({ secondTries }) => secondTries()),
  cores,
);
for (const { tally } of runs) count(tally());

if (listsTimes) {
  heading('seconds, and seconds of processor time');
  const results = runs.flatMap(run => run.results);
  for (const [file, { seconds, processorSeconds }] of results.toSorted(
    ([, a], [, b]) => b.seconds - a.seconds,
  ))
    plain(`${seconds.toFixed(1).padStart(8)} ${processorSeconds.toFixed(1).padStart(8)}  ${file}`);
}
if (total.passed + total.failed === 0) bad('Nothing ran');
plain(wordTally(total));
if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
