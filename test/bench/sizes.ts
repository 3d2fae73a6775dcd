import { readdirSync, statSync } from 'node:fs';
import { inRoot } from '../support/paths.ts';
import { run } from '../support/processes.ts';
import { kilobytes } from './figures.ts';
import type { Report } from './report.ts';

const mostBytes = 2_200_000;
const mostBytesOfWeb = 2_600_000;

/** Packs the extension; what is measured afterwards is what it holds. */
export const pack = (): Promise<string> => run('npm', ['run', 'package'], { cwd: inRoot() });

export function measureSizes(report: Report): void {
  report.heading('Sizes');
  const files = readdirSync(inRoot('dist')).filter(name => /\.(js|css|html)$/.test(name));
  for (const name of files) report.figure(`dist/${name}`, kilobytes(statSync(inRoot('dist', name)).size));
  report.bound('the VSIX', statSync(inRoot('dist/wikijql.vsix')).size, mostBytes, kilobytes);
  report.bound(
    'the VSIX of web editors',
    statSync(inRoot('dist/wikijql-web.vsix')).size,
    mostBytesOfWeb,
    kilobytes,
  );
  const database = statSync(inRoot('dist/browser/sqlite3.wasm')).size;
  report.figure('of it SQLite for WebAssembly, not compressed', kilobytes(database));
}
