import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { headsGroup, signalGroup } from './process-tree.ts';

/** A program that runs beside a test until it is stopped. */
export interface Running {
  readonly process: ChildProcess;
  /** The end of its output, for an error message. */
  readonly log: () => string;
  /** How it ended; `undefined` while it runs. */
  readonly ended: () => string | undefined;
  /** Ends it and all its descendants; resolves when it is gone. */
  readonly stop: () => Promise<void>;
}

const logLength = 20_000;

const killGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals): void => {
  if (pid !== undefined) signalGroup(pid, signal);
};

const running = new Set<ChildProcess>();
const temporary = new Set<string>();
process.on('exit', () => {
  for (const child of running) killGroup(child, 'SIGKILL');
  for (const folder of temporary) rmSync(folder, { recursive: true, force: true });
});
for (const [signal, number] of Object.entries({ SIGINT: 2, SIGTERM: 15, SIGHUP: 1 })) {
  process.on(signal, () => process.exit(128 + number));
}

/** Removes a folder when this process ends, except by SIGKILL. */
export const removeAtExit = (folder: string): void => {
  temporary.add(folder);
};

/** Starts a program as the leader of its own process group, so that it can be ended with its children. */
export const start = (
  command: string,
  args: readonly string[],
  options: {
    readonly cwd?: string;
    readonly env?: NodeJS.ProcessEnv;
    /** Gets all its output. */
    readonly hear?: (chunk: Buffer) => void;
  } = {},
): Running => {
  const { cwd, env, hear } = options;
  const child = spawn(command, args, {
    cwd,
    env,
    detached: headsGroup(process.platform),
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let text = '';
  let end: string | undefined;
  const keep = (chunk: Buffer): void => {
    text = (text + chunk.toString()).slice(-logLength);
    hear?.(chunk);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const gone = new Promise<void>(resolve => {
    child.on('error', error => {
      end = error.message;
      resolve();
    });
    child.on('exit', (code, signal) => {
      end ??= signal ?? `exit code ${code}`;
      resolve();
    });
  }).then(() => {
    killGroup(child, 'SIGKILL');
    return running.delete(child);
  });
  return {
    process: child,
    log: () => text,
    ended: () => end,
    stop: async () => {
      killGroup(child, 'SIGTERM');
      const hard = setTimeout(() => killGroup(child, 'SIGKILL'), 3000);
      await gone;
      clearTimeout(hard);
    },
  };
};

/** A program's long options: `{ port: 80, quiet: true }` is `--port 80 --quiet`. */
export const flags = (options: Readonly<Record<string, string | number | true>>): string[] =>
  Object.entries(options).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : [`--${name}`, String(value)],
  );

/** Runs a program and returns its standard output; rejects with all its output if it fails. */
export const run = (
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly timeout?: number } = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(command, args, { maxBuffer: 1 << 26, ...options }, (error, stdout, stderr) => {
      if (error)
        reject(new Error(`${[command, ...args].join(' ')} failed:\n${stdout}${stderr || error.message}`));
      else resolve(stdout);
    });
  });

/** A loopback port that is free now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
