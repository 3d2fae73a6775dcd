import { createInterface } from 'node:readline/promises';
import { visibleData, visibleLines } from '../common/visible-text.ts';
import { ClosedPipe, type Terminal } from './terminal.ts';
import type { Exit } from './exit-codes.ts';

/** The terminal of this process. */
export function processTerminal(): {
  readonly terminal: Terminal;
  readonly hasColor: (option: string | undefined) => boolean;
  /** Ends the process once all is written. */
  readonly finish: (exit: Exit) => void;
} {
  const { stdout, stderr, stdin, env } = process;
  const interrupted = new AbortController();
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
    interrupted.abort();
  };
  stdout.on('error', close);
  stderr.on('error', () => undefined);
  // A second time the process ends at once.
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  const hasColor = (option = 'auto'): boolean => {
    if (option !== 'auto') return option === 'always';
    return stdout.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  };
  const out: Terminal['out'] = async text => {
    if (isClosed) throw new ClosedPipe();
    if (text === '') return;
    await new Promise<void>(resolve => {
      stdout.write(text, () => resolve());
    });
    if (isClosed) throw new ClosedPipe();
  };
  const terminal: Terminal = {
    out,
    data: text => out(stdout.isTTY ? visibleData(text) : text),
    print: text => out(visibleLines(text)),
    error: text => void stderr.write(visibleLines(text)),
    async input(most) {
      const parts: Buffer[] = [];
      let length = 0;
      for await (const part of stdin) {
        const bytes = Buffer.from(part);
        length += bytes.length;
        if (length > most) return undefined;
        parts.push(bytes);
      }
      return Buffer.concat(parts);
    },
    ...(stdin.isTTY && stderr.isTTY && { ask: question => typedLine(visibleLines(question), interrupted) }),
    isInteractive: stdout.isTTY,
    environment: env,
    folder: process.cwd(),
    signal: interrupted.signal,
  };
  return {
    terminal,
    hasColor,
    finish(exit) {
      process.exitCode = exit;
      if (isClosed) process.exit(exit);
      stdout.end(() => process.exit(exit));
    },
  };
}

/** Asks on standard error, as standard output has the rows. Ctrl+C and Ctrl+D end it. */
async function typedLine(question: string, interrupted: AbortController): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
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
