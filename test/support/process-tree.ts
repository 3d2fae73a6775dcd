/** Ends a process with all that it started. What differs between the systems is in this file alone. */
import { execFile, spawnSync } from 'node:child_process';

/** A line of the system's list of processes. */
export interface ProcessRow {
  readonly id: number;
  readonly parent: number;
  readonly group: number;
}

/** What this asks of the system. */
export interface ProcessSystem {
  readonly platform: NodeJS.Platform;
  /** Runs a program to its end; returns what it wrote, and nothing if it failed. */
  readonly output: (program: string, args: readonly string[]) => Promise<string>;
  /** As `process.kill`. */
  readonly signal: (id: number, signal: NodeJS.Signals) => void;
}

const listTimeout = 10_000;

const thisSystem: ProcessSystem = {
  platform: process.platform,
  output: (program, args) =>
    new Promise(resolve => {
      execFile(
        program,
        args,
        { timeout: listTimeout, maxBuffer: 1 << 26, windowsHide: true },
        (_, stdout) => {
          resolve(stdout);
        },
      );
    }),
  signal: (id, signal) => void process.kill(id, signal),
};

/** Whether a started program is to head a process group; Windows has none, and opens a console instead. */
export const headsGroup = (platform: NodeJS.Platform): boolean => platform !== 'win32';

/** What ending a group asks of the system, at once, as a process that exits can wait for nothing. */
export interface GroupSystem extends Pick<ProcessSystem, 'platform' | 'signal'> {
  readonly run: (program: string, args: readonly string[]) => void;
}

const thisGroupSystem: GroupSystem = {
  ...thisSystem,
  run: (program, args) => void spawnSync(program, args, { stdio: 'ignore', windowsHide: true }),
};

/** Sends a signal to a process that heads a group, and to its group; on Windows it ends with all that it started. */
export const signalGroup = (
  head: number,
  signal: NodeJS.Signals,
  system: GroupSystem = thisGroupSystem,
): void => {
  if (!headsGroup(system.platform)) {
    system.run('taskkill', ['/pid', String(head), '/T', '/F']);
    return;
  }
  try {
    system.signal(-head, signal);
  } catch {
    // The group is gone already.
  }
};

/** Reads the answer of `ps -Ao pid=,ppid=,pgid=`. */
export const parseProcessList = (text: string): ProcessRow[] =>
  text.split('\n').flatMap(line => {
    const [id, parent, group] = line.trim().split(/ +/).map(Number);
    return id !== undefined && parent !== undefined && group !== undefined ? [{ id, parent, group }] : [];
  });

/**
 * A process and all that it started, itself first: its children, the processes of the groups that they head, and so on.
 * A process whose parent is gone is still found by its group.
 */
export const processTree = (rows: readonly ProcessRow[], root: number): readonly number[] => {
  const found = new Set([root]);
  for (let size = 0; size < found.size;) {
    size = found.size;
    for (const { id, parent, group } of rows) if (found.has(parent) || found.has(group)) found.add(id);
  }
  return [...found];
};

/** Ends a process and all that it started at once. What is gone already is not an error. */
export const endProcessTree = async (root: number, system: ProcessSystem = thisSystem): Promise<void> => {
  if (system.platform === 'win32') {
    await system.output('taskkill', ['/pid', String(root), '/T', '/F']);
    return;
  }
  const rows = parseProcessList(await system.output('ps', ['-Ao', 'pid=,ppid=,pgid=']));
  for (const id of processTree(rows, root)) {
    try {
      system.signal(id, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
};

/** A process with its command line, whose program and arguments are as the system shows them. */
export interface ChildProcessRow {
  readonly id: number;
  readonly parent: number;
  readonly command: string;
}

/** Reads the answer of `ps -Ao pid=,ppid=,args=`. */
export const parseCommands = (text: string): ChildProcessRow[] =>
  text.split('\n').flatMap(line => {
    const [, id, parent, command] = /^ *(\d+) +(\d+) +(.*)$/.exec(line.trimEnd()) ?? [];
    return command === undefined ? [] : [{ id: Number(id), parent: Number(parent), command }];
  });

/** Writes lines as `ps` does. */
const windowsList =
  'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) $($_.CommandLine)" }';

/** The processes that a process started itself and that still run. */
export const childProcesses = async (
  parent: number,
  system: Pick<ProcessSystem, 'platform' | 'output'> = thisSystem,
): Promise<readonly ChildProcessRow[]> => {
  const text =
    system.platform === 'win32'
      ? await system.output('powershell', ['-NoProfile', '-Command', windowsList])
      : await system.output('ps', ['-Ao', 'pid=,ppid=,args=']);
  return parseCommands(text).filter(each => each.parent === parent);
};

/** Whether there is a process of that id; one that has ended and that nobody has asked about yet counts. */
export const isRunning = (id: number): boolean => {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
};
