/**
 * The entry of a process that answers one question in SQL, or that checks statements one after another. A thread of it asks
 * SQLite, which nothing can interrupt; the main thread ends the process when the time is over or too much memory is used.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { answerQuestion, streamAnswer } from './sql-answer.ts';
import { checkStatement } from './sql-check.ts';
import type {
  SqlBatch,
  SqlCheckOutcome,
  SqlCheckQuestion,
  SqlEnd,
  SqlOutcome,
  SqlQuestion,
  SqlStreamQuestion,
} from './sql-question.ts';

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

/** What the thread is given that checks statements. */
const checking = 'checking';
const ready = 'ready';

if (isMainThread) process.once('message', begin);
else if (workerData === checking) checkThere();
else parentPort?.postMessage(outcomeOf(workerData));

function begin(question: SqlQuestion | SqlStreamQuestion | SqlCheckQuestion): void {
  if ('isCheck' in question) check(question);
  else answer(question);
}

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

function checkThere(): void {
  parentPort?.on('message', (question: SqlCheckQuestion) =>
    parentPort?.postMessage({ problems: checkStatement(question) }),
  );
  parentPort?.postMessage(ready);
}

/** Each question is asked when the one before is answered. */
function check(first: SqlCheckQuestion): void {
  const { memory } = first.bounds;
  const before = process.memoryUsage.rss();
  const worker = new Worker(import.meta.filename, { workerData: checking });
  let timer: NodeJS.Timeout | undefined;
  const ask = (question: SqlCheckQuestion): void => {
    const { time } = question.bounds;
    timer = setTimeout(() => end({ refusal: 'time', detail: String(time / 1000) }), time);
    worker.postMessage(question);
  };
  worker.on('message', (message: typeof ready | SqlCheckOutcome) => {
    if (message === ready) {
      ask(first);
      return;
    }
    clearTimeout(timer);
    process.send?.(message);
  });
  worker.once('error', () => end({ refusal: 'memory', detail: '' }));
  process.on('message', ask);
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  setInterval(() => {
    if (process.memoryUsage.rss() - before > memory) end({ refusal: 'memory', detail: '' });
  }, interval);
}

function end(outcome: SqlOutcome | SqlEnd): void {
  process.send?.(outcome, () => process.kill(process.pid, 'SIGKILL'));
}
