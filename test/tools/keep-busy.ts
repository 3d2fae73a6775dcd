/** Keeps every core busy until it is ended: `node test/tools/keep-busy.ts`. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

const spin = 'for (;;);';
const workers = Array.from({ length: availableParallelism() }, () => new Worker(spin, { eval: true }));
console.log(`${workers.length} cores are busy`);
