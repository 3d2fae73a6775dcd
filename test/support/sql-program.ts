import { buildSync } from 'esbuild';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRoot } from './paths.ts';
import { removeAtExit } from './processes.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sql-program-'));
removeAtExit(folder);

/** The program that answers statements, bundled as it is shipped: it starts for each of them, which its modules would slow down. */
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
