/** Measures the packed product and fails where a bound is broken: `npm run bench`. */
import { cpus } from 'node:os';
import { measureChecking, measureDocuments } from './inside.ts';
import { measureJql } from './jql.ts';
import { measureKeystrokes } from './keystrokes.ts';
import { measureBigFile, measureStart } from './process.ts';
import { measureRedaction } from './redaction.ts';
import { Report } from './report.ts';
import { measureComparing } from './comparing.ts';
import { measureResults } from './results.ts';
import { measureSizes, pack } from './sizes.ts';

const report = new Report();
console.log(`Node ${process.version} on ${cpus().length} × ${cpus()[0]?.model ?? 'an unknown processor'}`);
await pack();
measureSizes(report);
await measureStart(report);
await measureKeystrokes(report, 'wikiquery');
await measureKeystrokes(report, 'jql');
await measureBigFile(report);
await measureDocuments(report);
await measureChecking(report);
await measureResults(report);
await measureComparing(report);
measureJql(report);
measureRedaction(report);
console.log(report.failures === 0 ? '\nEvery bound holds.' : `\n${report.failures} bounds are broken.`);
process.exitCode = report.failures === 0 ? 0 : 1;
