/** Loaded into every thread of a measured program: a signal starts its counters anew and writes what they had. */
import { takeCoverage } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

const channel = new BroadcastChannel('take coverage');
channel.unref();
channel.addEventListener('message', () => takeCoverage());
if (isMainThread)
  process.on('SIGUSR2', () => {
    channel.postMessage('');
    takeCoverage();
  });
