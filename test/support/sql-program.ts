import { buildSync } from 'esbuild';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRoot } from './paths.ts';
import { removeAtExit } from './processes.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sql-program-'));
removeAtExit(folder);

/**
 * The program that runs statements, bundled as in the product: it starts for each of them, and loading its modules
 * takes time.
 */
export const sqlProgram = path.join(folder, 'sql.js');

buildSync({
  entryPoints: [inRoot('server/src/results/sql-child.ts')],
  outfile: sqlProgram,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  define: { 'import.meta.filename': '__filename', 'import.meta.dirname': '__dirname' },
  logLevel: 'warning',
});
