import { globSync, readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { inRoot } from '../support/paths.ts';
import { run } from '../support/processes.ts';
import { kilobytes } from './figures.ts';
import type { Report } from './report.ts';

const maxBytes = 2_200_000;
const maxBytesOfWeb = 2_600_000;

/** Packs the extension; what is measured afterwards is what it holds. */
export const pack = (): Promise<string> => run('npm', ['run', 'package'], { cwd: inRoot() });

export function measureSizes(report: Report): void {
  report.heading('Sizes');
  const bundles = globSync(
    'dist/{,browser/,library/,playground/,playground/parts/}*.{js,cjs,mjs,css,html,wasm}',
    {
      cwd: inRoot(),
    },
  );
  for (const name of bundles.toSorted()) {
    const content = readFileSync(inRoot(name));
    report.figure(name, kilobytes(content.length), `${kilobytes(gzipSync(content).length)} by gzip`);
  }
  report.bound('the VSIX', statSync(inRoot('dist/wikijql.vsix')).size, maxBytes, kilobytes);
  report.bound(
    'the VSIX of web editors',
    statSync(inRoot('dist/wikijql-web.vsix')).size,
    maxBytesOfWeb,
    kilobytes,
  );
  const database = statSync(inRoot('dist/browser/sqlite3.wasm')).size;
  report.figure('of it SQLite for WebAssembly, not compressed', kilobytes(database));
}
