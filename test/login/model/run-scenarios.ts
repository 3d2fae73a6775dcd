import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ScenarioOptions, ScenarioResult } from './scenario-worker.ts';

/** Runs scenarios in a worker thread. Rejects where that cannot run at all. */
export async function runScenarios(
  order: ScenarioOptions,
  entry: URL | string = new URL('scenario-worker.ts', import.meta.url),
): Promise<ScenarioResult> {
  const worker = new Worker(entry, { workerData: order });
  const [result]: ScenarioResult[] = await once(worker, 'message');
  return result ?? assert.fail();
}
