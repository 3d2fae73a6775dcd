/** The terminal of a process: its streams, its signals, and questions to the user. */
import { createWriteStream, fstatSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { addAbortSignal, type Readable, type Writable } from 'node:stream';
import { visibleData, visibleLines, withoutCommands } from '#shared/base/visible-text.ts';
import { Failure, reasonOf, type Exit } from './failure.ts';
import { ClosedPipe, Terminated, type Terminal } from './terminal.ts';

type Tty = { readonly isTTY?: boolean; readonly fd?: number };

/** The streams of a process. */
export interface Streams {
  readonly stdout: Writable & Tty;
  readonly stderr: Writable & Tty;
  readonly stdin: Readable & Tty;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The terminal of this process. */
export function processTerminal({ stdout: given, stderr, stdin, env }: Streams = process): {
  readonly terminal: Terminal;
  readonly hasColor: (option: string | undefined) => boolean;
  /** Ends the process once all is written. */
  readonly finish: (exit: Exit) => void;
} {
  const isRedirected = isFile(given);
  const stdout = isRedirected ? wholeOutput(given) : given;
  const interrupted = new AbortController();
  let ended: ClosedPipe | Failure | undefined;
  const end = (error: Error): void => {
    ended ??= outputEnd(error);
    interrupted.abort(ended);
  };
  stdout.on('error', end);
  stderr.on('error', () => undefined);
  const hasColor = (option = 'auto'): boolean => {
    if (option !== 'auto') return option === 'always';
    return stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  };
  const out: Terminal['out'] = async text => {
    if (ended) throw ended;
    if (text === '') return;
    await write(stdout, text).catch(end);
    if (ended) throw ended;
  };
  const isWorkflow = workflowVariables.some(name => env[name]);
  const harmless = (text: string): string => (isWorkflow ? withoutCommands(text) : text);
  const writeUntrusted: Terminal['writeUntrusted'] = text => out(isRedirected ? text : harmless(text));
  const terminal: Terminal = {
    out,
    writeUntrusted,
    writeRows: text => writeUntrusted(stdout.isTTY ? visibleData(text) : text),
    writeMessage: text => writeUntrusted(visibleLines(text)),
    error: text => void stderr.write(harmless(visibleLines(text))),
    async input(most) {
      const parts: Buffer[] = [];
      let length = 0;
      for await (const part of addAbortSignal(interrupted.signal, stdin)) {
        const bytes = Buffer.from(part);
        length += bytes.length;
        if (length > most) return undefined;
        parts.push(bytes);
      }
      return Buffer.concat(parts);
    },
    ...(stdin.isTTY &&
      stderr.isTTY && {
        ask: question => typedLine(visibleLines(question), { stdin, stderr }, interrupted),
      }),
    isInteractive: stdout.isTTY === true,
    environment: env,
    folder: process.cwd(),
    deferSignals: signalHolder(interrupted),
    signal: interrupted.signal,
  };
  return {
    terminal,
    hasColor,
    finish(exit) {
      process.exitCode = exit;
      // Not closed, because other processes can have the same socket.
      void Promise.allSettled([stdout, stderr].map(stream => write(stream, ''))).then(() =>
        process.exit(exit),
      );
    },
  };
}

/**
 * Holds signals while there is work that must end in order. At other times the system ends the process, also while it
 * computes and could not handle a signal.
 */
function signalHolder(interrupted: AbortController): Terminal['deferSignals'] {
  const handlers = [
    ['SIGINT', () => interrupted.abort()],
    ['SIGTERM', () => interrupted.abort(new Terminated())],
  ] as const;
  const off = (): void => {
    for (const [name, handler] of handlers) process.off(name, handler);
  };
  let held = 0;
  return () => {
    if (held++ === 0) for (const [name, handler] of handlers) process.once(name, handler);
    let isHeld = true;
    return () => {
      if (isHeld && --held === 0) off();
      isHeld = false;
    };
  };
}

/** Variables by which the programs that run workflows can be known; they read all output, and carry out commands in it. */
const workflowVariables = ['CI', 'GITHUB_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION'];

const isFile = ({ fd, isTTY }: Tty): boolean => fd !== undefined && isTTY !== true && fstatSync(fd).isFile();

/**
 * A stream to a file that writes all of each text, or fails. The process's own stream writes once, and the part for which a
 * disk has no room is lost without an error.
 */
const wholeOutput = ({ fd }: Tty): Writable & Tty =>
  createWriteStream('', { autoClose: false, ...(fd !== undefined && { fd }) });

/** Resolves once a text, and all before it, is written. */
const write = (stream: Writable, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(text, error => (error ? reject(error) : resolve()));
  });

/** Why nothing more can be written: the reader closed the pipe, or the system reports an error. */
const outputEnd = (error: Error): ClosedPipe | Failure =>
  'code' in error && error.code === 'EPIPE'
    ? new ClosedPipe()
    : new Failure('output.failed', { reason: reasonOf(error) });

/** Asks on standard error, as standard output has the rows. Ctrl+C and Ctrl+D end it. */
async function typedLine(
  question: string,
  { stdin, stderr }: Pick<Streams, 'stdin' | 'stderr'>,
  interrupted: AbortController,
): Promise<string | undefined> {
  const lines = createInterface({ input: stdin, output: stderr });
  lines.once('SIGINT', () => interrupted.abort());
  const closed = new Promise<undefined>(resolve => {
    lines.once('close', () => resolve(undefined));
  });
  try {
    return await Promise.race([lines.question(question, { signal: interrupted.signal }), closed]);
  } catch (error) {
    if (interrupted.signal.aborted) return undefined;
    throw error;
  } finally {
    lines.close();
  }
}
