import { parentPort } from 'node:worker_threads';
import { checkFile, type CheckJob } from './check-file.ts';
import type { QueryChecker } from '../inputs/query-checker.ts';

/** Serves a thread that checks batches of files. */
export function serveChecks(checker: QueryChecker, job: CheckJob): void {
  const port = parentPort!;
  const batches: (readonly string[])[] = [];
  let isBusy = false;
  const checkAll = async (): Promise<void> => {
    isBusy = true;
    for (let files = batches.shift(); files !== undefined; files = batches.shift()) {
      const outcomes = [];
      for (const file of files) outcomes.push(await checkFile(checker, file, job));
      port.postMessage(outcomes);
    }
    isBusy = false;
  };
  port.on('message', (files: readonly string[]) => {
    batches.push(files);
    if (!isBusy) void checkAll();
  });
}
