/**
 * Measures the packed product and fails where a bound is broken: `npm run bench`, or parts of it by their names:
 * `npm run bench -- jql sql`.
 */
import { cpus } from 'node:os';
import { measureBesideLinter } from './beside-linter.ts';
import { measureCheckingFiles } from './checking-files.ts';
import { measureComparing } from './comparing.ts';
import { measureChecking, measureDocuments } from './inside.ts';
import { measureGrowth } from './growth.ts';
import { measureJql } from './jql.ts';
import { measureKeystrokes } from './keystrokes.ts';
import { measureOpening } from './opening.ts';
import { measurePanel } from './panel.ts';
import { measureBigFile, measureStart } from './process.ts';
import { measurePlayground } from './playground.ts';
import { measureRedaction } from './redaction.ts';
import { Report } from './report.ts';
import { measureResults } from './results.ts';
import { measureSizes, pack } from './sizes.ts';
import { measureSql } from './sql.ts';
import { measureWindow } from './window.ts';

const measures: Readonly<Record<string, (report: Report) => void | Promise<void>>> = {
  sizes: measureSizes,
  start: measureStart,
  'keystrokes-wiki': report => measureKeystrokes(report, 'wikiquery'),
  'keystrokes-jql': report => measureKeystrokes(report, 'jql'),
  'big-file': measureBigFile,
  opening: measureOpening,
  documents: measureDocuments,
  checking: measureChecking,
  'checking-files': measureCheckingFiles,
  'beside-linter': measureBesideLinter,
  results: measureResults,
  panel: measurePanel,
  playground: measurePlayground,
  comparing: measureComparing,
  sql: measureSql,
  jql: measureJql,
  window: measureWindow,
  redaction: measureRedaction,
  growth: measureGrowth,
};

const words = process.argv.slice(2);
const unknown = words.filter(word => measures[word] === undefined);
if (unknown.length > 0) {
  console.error(`There is no such part: ${unknown.join(', ')}. Parts: ${Object.keys(measures).join(', ')}`);
  process.exit(2);
}

const report = new Report();
console.log(`Node ${process.version} on ${cpus().length} × ${cpus()[0]?.model ?? 'an unknown processor'}`);
await pack();
for (const [name, measure] of Object.entries(measures))
  if (words.length === 0 || words.includes(name)) await measure(report);
console.log(report.failures === 0 ? '\nEvery bound holds.' : `\n${report.failures} bounds are broken.`);
process.exitCode = report.failures === 0 ? 0 : 1;
