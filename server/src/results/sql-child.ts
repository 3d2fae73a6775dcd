/**
 * The entry of a process that answers one SQL question, or that checks statements one after another. A thread calls
 * SQLite, which nothing can interrupt; the main thread ends the process when it exceeds its time or memory.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { answerQuestion, streamAnswer } from './sql-answer.ts';
import { checkStatement } from './ask-sqlite.ts';
import type {
  SqlBatch,
  SqlCheckOutcome,
  SqlCheckQuestion,
  SqlEnd,
  SqlOutcome,
  SqlQuestion,
  SqlStreamQuestion,
} from './sql-question.ts';

/** Milliseconds between two checks of the memory. */
const interval = 20;

/** Maximum batches that are sent but not yet taken. */
const ahead = 4;

interface Work {
  readonly question: SqlQuestion | SqlStreamQuestion;
  /** Number of batches taken so far. */
  readonly takenCount: SharedArrayBuffer;
}

type Message = SqlBatch | SqlOutcome | SqlEnd;

/** The `workerData` of the thread that checks statements. */
const checking = 'checking';
const ready = 'ready';

if (isMainThread) process.once('message', begin);
else if (workerData === checking) checkInThread();
else parentPort?.postMessage(outcomeOf(workerData));

function begin(question: SqlQuestion | SqlStreamQuestion | SqlCheckQuestion): void {
  if ('isCheck' in question) check(question);
  else answer(question);
}

function outcomeOf({ question, takenCount }: Work): SqlOutcome | SqlEnd {
  if (!('isStream' in question)) return answerQuestion(question);
  const counter = new Int32Array(takenCount);
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
  const work: Work = { question, takenCount: new SharedArrayBuffer(4) };
  const counter = new Int32Array(work.takenCount);
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

function checkInThread(): void {
  parentPort?.on('message', (question: SqlCheckQuestion) =>
    parentPort?.postMessage({ problems: checkStatement(question) }),
  );
  parentPort?.postMessage(ready);
}

/** Checks statements; each is sent after the one before it is answered. */
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
