/**
 * The entry of the worker that sends requests and stores rows. The first call starts it; its first message says where
 * SQLite is. What it is asked before SQLite is loaded waits.
 */
import type { ToWorker } from '../../network/thread/messages.ts';
import { serve } from '../../network/thread/serve.ts';
import { createBrowserBackend } from './browser-backend.ts';
import type { WorkerStart } from './browser-platform.ts';
import { loadSqlite } from './wasm-database.ts';

const waiting: ToWorker[] = [];
let receive = (message: ToWorker): void => void waiting.push(message);

self.addEventListener('message', ({ data }: MessageEvent<WorkerStart>) => void start(data), { once: true });

async function start({ sqlite, lock }: WorkerStart): Promise<void> {
  self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => receive(data));
  try {
    // Held as long as this worker lives: who started it learns of its end.
    await new Promise<void>(resolve => {
      void navigator.locks.request(lock, () => {
        resolve();
        return new Promise(() => undefined);
      });
    });
    const response = await fetch(sqlite);
    await loadSqlite(await response.arrayBuffer());
    serve(
      {
        postMessage: message => self.postMessage(message),
        on: (_event, listener) => {
          receive = listener;
          for (const message of waiting.splice(0)) listener(message);
        },
      },
      createBrowserBackend,
    );
  } catch (error) {
    // Reaches who started it, which ends this worker.
    self.reportError(error);
  }
}
