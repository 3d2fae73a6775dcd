/** The backend in a thread of Node. */
import { Worker } from 'node:worker_threads';
import { removeResults, resultPlaceOf } from '../../results/store/result-files.ts';
import type { Backend } from '../backend.ts';
import { createWorkerBackend, type WorkerDependencies } from './worker-backend.ts';
import type { StartWorker } from './worker-calls.ts';

/**
 * A worker that needs more memory is ended, and the language server continues. The young generation is small, so that the
 * short-lived buffers of a large response are collected while it is read.
 */
const memory = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 8 };

/** A backend in a separate thread. @param workerFile the bundled `worker.js`, or a module in a test */
export const createThreadBackend = (
  workerFile: string | URL,
  dependencies: Omit<WorkerDependencies, 'discard'> = {},
): Backend =>
  createWorkerBackend(startThread(workerFile), {
    ...dependencies,
    discard: settings => {
      const place = resultPlaceOf(settings);
      if (place !== undefined) removeResults(place);
    },
  });

const startThread =
  (file: string | URL): StartWorker =>
  (receive, ended) => {
    const worker = new Worker(file, { resourceLimits: memory, stdout: true, stderr: true });
    worker.on('message', receive);
    // An `exit` always follows.
    worker.on('error', () => undefined);
    worker.on('exit', ended);
    return {
      post: message => worker.postMessage(message, []),
      terminate: async () => void (await worker.terminate()),
    };
  };
