/** A test runner for the inside of the extension host: runs tests in order and writes a line of JSON for each. */
import { appendFileSync } from 'node:fs';

/** How one test ended; the last line of a report has `done` instead. */
export interface HostResult {
  readonly name: string;
  readonly milliseconds: number;
  /** The stack of what it threw; absent = passed. */
  readonly error?: string;
}
export interface HostEnd {
  readonly done: true;
}

/** The environment variable with the path of the report; without it the results go to the console. */
export const reportVariable = 'INHOST_REPORT';

type Action = () => Promise<void> | void;
/** Tests by their names, which say what holds. */
export type HostTests = Readonly<Record<string, Action>>;

/** Milliseconds that a test may take. */
const patience = 90_000;

const inTime = async (action: Action): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not finished after ${patience} ms`)), patience);
  });
  try {
    await Promise.race([action(), late]);
  } finally {
    clearTimeout(timer);
  }
};

const report = (line: HostResult | HostEnd): void => {
  const file = process.env[reportVariable];
  const text = JSON.stringify(line);
  if (file === undefined) console.log(text);
  else appendFileSync(file, `${text}\n`);
};

/** Runs tests in order. Rejects, after the last one, if one failed or there was none. */
export const runTests = async (tests: HostTests): Promise<void> => {
  let failed = 0;
  for (const [name, action] of Object.entries(tests)) {
    const begin = performance.now();
    let error: string | undefined;
    try {
      await inTime(action);
    } catch (thrown) {
      error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
      failed += 1;
    }
    const milliseconds = performance.now() - begin;
    report(error === undefined ? { name, milliseconds } : { name, milliseconds, error });
  }
  report({ done: true });
  const total = Object.keys(tests).length;
  if (total === 0) throw new Error('There are no tests');
  if (failed > 0) throw new Error(`${failed} of ${total} tests failed`);
};
