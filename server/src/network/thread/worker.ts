/** The entry of the worker thread. */
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { streamSql } from '../../results/sql-process.ts';
import { createBackend } from '../create-backend.ts';
import { serve } from './serve.ts';

if (!parentPort) throw new Error('worker.ts runs as a worker thread only');

/** The bundle beside this one, or the module where this file is not bundled. */
const sqlProgram = path.join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? '../../results/sql-child.ts' : 'sql.js',
);
serve(parentPort, dependencies =>
  createBackend({ ...dependencies, streamSql: streamSql.bind(undefined, sqlProgram) }),
);
