/**
 * Runs the tests: `npm test`, `npm test -- unit property`, `npm test -- unit catalogue`. A word that names a suite
 * selects it; any other word selects the files whose path holds it. The last line counts the tests.
 */
import { bad, heading, plain } from './runner/output.ts';
import { filesOf, runSuite } from './runner/run-suite.ts';
import { bundles, lintSteps, runStep, vsix } from './runner/steps.ts';
import { suites } from './runner/suites.ts';
import { type Tally, add, nothing, wordTally } from './runner/tally.ts';
import { madeVariable } from './support/editor/vsix.ts';
import { root } from './support/paths.ts';

process.chdir(root);
const words = process.argv.slice(2);
const names = new Set(['lint', ...suites.map(suite => suite.name)]);
const filters = words.filter(word => !names.has(word));
const isSelected = (name: string): boolean => !words.some(word => names.has(word)) || words.includes(name);

const chosen = suites
  .filter(suite => isSelected(suite.name))
  .map(suite => ({ suite, files: filesOf(suite, filters) }))
  .filter(({ files }) => files.length > 0);
const makes = new Set(chosen.map(({ suite }) => suite.make));

let total: Tally = nothing;
const count = (tally: Tally): boolean => {
  total = add(total, tally);
  return tally.failed === 0;
};

const lints = filters.length === 0 && isSelected('lint') ? lintSteps : [];
if (lints.length > 0) heading('lint');
for (const step of lints) count(await runStep(step));

if (makes.has('bundles') || makes.has('vsix')) heading('build');
const hasBundles = !makes.has('bundles') || count(await runStep(bundles));
const hasVsix = !makes.has('vsix') || count(await runStep(vsix));

if (makes.has('vsix') && hasVsix) process.env[madeVariable] = 'yes';

for (const { suite, files } of chosen) {
  if (suite.make === 'bundles' && !hasBundles) continue;
  if (suite.make === 'vsix' && !hasVsix) continue;
  count(await runSuite(suite, files));
}

if (total.passed + total.failed === 0) bad('Nothing ran');
plain(wordTally(total));
if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
