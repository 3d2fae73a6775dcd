/** The entry of the worker thread. */
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { createRemote } from '../create-remote.ts';
import { serve } from './serve.ts';

if (!parentPort) throw new Error('worker.ts runs as a worker thread only');

/** Beside this program; where it is not bundled, the module. */
const sqlProgram = path.join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? '../../results/sql-child.ts' : 'sql.js',
);
serve(parentPort, given => createRemote({ ...given, sqlProgram }));
