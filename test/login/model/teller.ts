import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Order, Told } from './tell.ts';

/** Tells stories in a thread, by the entry that is given. Rejects where that cannot run at all. */
export async function tellStories(
  order: Order,
  entry: URL | string = new URL('tell.ts', import.meta.url),
): Promise<Told> {
  const worker = new Worker(entry, { workerData: order });
  const [told]: Told[] = await once(worker, 'message');
  return told ?? assert.fail();
}
