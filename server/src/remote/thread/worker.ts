/** The entry of the worker thread. */
import { parentPort } from 'node:worker_threads';
import { createRemote } from '../create-remote.ts';
import { serve } from './serve.ts';

if (!parentPort) throw new Error('worker.ts runs as a worker thread only');
serve(parentPort, createRemote);
