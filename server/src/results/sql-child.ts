/**
 * The entry of a process that answers one question in SQL. A thread of it asks SQLite, which nothing can interrupt; the main
 * thread ends the process when the time is over or too much memory is used.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { answerQuestion, streamAnswer } from './sql-answer.ts';
import type { SqlBatch, SqlEnd, SqlOutcome, SqlQuestion, SqlStreamQuestion } from './sql-question.ts';

/** Milliseconds between two looks at the memory. */
const interval = 20;

/** Batches that may be on their way. */
const ahead = 4;

interface Work {
  readonly question: SqlQuestion | SqlStreamQuestion;
  /** How many batches were taken. */
  readonly taken: SharedArrayBuffer;
}

type Message = SqlBatch | SqlOutcome | SqlEnd;

if (isMainThread) process.once('message', answer);
else parentPort?.postMessage(outcomeOf(workerData));

function outcomeOf({ question, taken }: Work): SqlOutcome | SqlEnd {
  if (!('isStream' in question)) return answerQuestion(question);
  const counter = new Int32Array(taken);
  let sent = 0;
  return streamAnswer(question, batch => {
    parentPort?.postMessage(batch);
    sent++;
    for (let count = Atomics.load(counter, 0); sent - count > ahead; count = Atomics.load(counter, 0))
      Atomics.wait(counter, 0, count);
  });
}

function answer(question: SqlQuestion | SqlStreamQuestion): void {
  const { time, memory } = question.bounds;
  const before = process.memoryUsage.rss();
  const work: Work = { question, taken: new SharedArrayBuffer(4) };
  const counter = new Int32Array(work.taken);
  const worker = new Worker(import.meta.filename, { workerData: work });
  worker.on('message', (message: Message) => {
    if ('batch' in message) process.send?.(message);
    else end(message);
  });
  worker.once('error', () => end({ refusal: 'memory', detail: '' }));
  worker.once('online', () => {
    setTimeout(() => end({ refusal: 'time', detail: String(time / 1000) }), time);
  });
  process.on('message', () => {
    Atomics.add(counter, 0, 1);
    Atomics.notify(counter, 0);
  });
  setInterval(() => {
    if (process.memoryUsage.rss() - before > memory) end({ refusal: 'memory', detail: '' });
  }, interval);
}

function end(outcome: SqlOutcome | SqlEnd): void {
  process.send?.(outcome, () => process.kill(process.pid, 'SIGKILL'));
}
