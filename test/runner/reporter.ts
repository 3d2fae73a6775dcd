/** In the process of a test file: sends what happens in it to the runner, with errors already worded. */
import { Transform } from 'node:stream';
import { inspect } from 'node:util';
import { processorSeconds } from '../support/processor-time.ts';

/** The result of one test as Node's test runner reports it. */
interface Outcome {
  readonly name: string;
  readonly nesting: number;
  readonly line?: number;
  readonly skip?: string | boolean;
  readonly todo?: string | boolean;
  readonly details: { readonly type?: string; readonly error?: Error & { failureType?: string } };
}

interface ReporterEvent {
  readonly type: string;
  readonly data: Outcome & { readonly message?: string };
}

/** A message to the runner of the suites, sent as the event happens. */
export type TestMessage =
  /** Of several files in one process, this one begins, after so many seconds of processor time for those before it. */
  | { readonly kind: 'file'; readonly file: string; readonly processorSeconds: number }
  | { readonly kind: 'started' | 'ended' | 'passed' | 'skipped'; readonly name: string }
  | { readonly kind: 'failed'; readonly name: string; readonly line: number; readonly error: string }
  | { readonly kind: 'figure'; readonly text: string }
  /** All tests of the file are over, after so many seconds of processor time, that of programs which it ended included. */
  | { readonly kind: 'over'; readonly processorSeconds: number };

/** The files of the process, where there are several: the names of the outermost suites. */
const together: ReadonlySet<string> = new Set(process.argv.slice(2));

const isWrapper = (error: Error): boolean => 'failureType' in error && error.cause !== undefined;

/** Message, differences and the frames of our own files; then the cause. Node's runner wraps what a test threw. */
const wordError = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : inspect(error);
  if (isWrapper(error)) return wordError(error.cause);
  const lines = (error.stack ?? error.message).split('\n');
  const message = lines.filter(line => !/^ +at .*(node:|node_modules|<anonymous>\)$)/.test(line)).join('\n');
  return error.cause === undefined ? message : `${message}\nCaused by ${wordError(error.cause)}`;
};

/** A line of the summary of Node's test runner; the runner of the suites counts itself. */
const summaryLine = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

const ofPassed = ({ name, skip, todo, details }: Outcome): TestMessage | undefined => {
  if (details.type === 'suite') return undefined;
  return { kind: skip === undefined && todo === undefined ? 'passed' : 'skipped', name };
};

/** A parent that failed only because a test inside it failed is not counted again. */
const ofFailed = ({ name, line = 0, details: { error } }: Outcome): TestMessage | undefined =>
  error?.failureType === 'subtestsFailed'
    ? undefined
    : { kind: 'failed', name, line, error: wordError(error) };

const messageOf = ({ type, data }: ReporterEvent): TestMessage | undefined => {
  switch (type) {
    case 'test:dequeue':
      return data.nesting === 0 && together.has(data.name)
        ? { kind: 'file', file: data.name, processorSeconds: processorSeconds('self') }
        : { kind: 'started', name: data.name };
    case 'test:complete':
      return { kind: 'ended', name: data.name };
    case 'test:pass':
      return ofPassed(data);
    case 'test:fail':
      return ofFailed(data);
    case 'test:diagnostic':
      return data.message === undefined || summaryLine.test(data.message)
        ? undefined
        : { kind: 'figure', text: data.message };
    case 'test:summary':
      return { kind: 'over', processorSeconds: processorSeconds('self') };
    default:
      return undefined;
  }
};

/** For `--test-reporter`: takes the events, and writes nothing. */
export default new Transform({
  writableObjectMode: true,
  transform: (event: ReporterEvent, _encoding, done) => {
    const message = messageOf(event);
    if (message) process.send?.(message);
    done();
  },
});
