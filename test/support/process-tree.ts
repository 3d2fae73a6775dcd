/** Ends a process with all its descendants. The differences between systems are in this file alone. */
import { execFile, spawnSync } from 'node:child_process';
import { processorSeconds } from './processor-time.ts';

/** A row of the system's list of processes. */
export interface ProcessRow {
  readonly id: number;
  readonly parent: number;
  readonly group: number;
}

/** The operations of the system that are needed. */
export interface ProcessSystem {
  readonly platform: NodeJS.Platform;
  /** Runs a program; returns its output, empty if it failed. */
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

/** Whether a started program gets a process group of its own; not on Windows, which opens a console instead. */
export const headsGroup = (platform: NodeJS.Platform): boolean => platform !== 'win32';

/** The operations that end a group, all synchronous, because a process that exits cannot wait. */
export interface GroupSystem extends Pick<ProcessSystem, 'platform' | 'signal'> {
  readonly run: (program: string, args: readonly string[]) => void;
}

const thisGroupSystem: GroupSystem = {
  ...thisSystem,
  run: (program, args) => void spawnSync(program, args, { stdio: 'ignore', windowsHide: true }),
};

/** Sends a signal to a process and its group; on Windows it ends it with all its descendants. */
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
    // The group is already gone.
  }
};

/** Parses the output of `ps -Ao pid=,ppid=,pgid=`. */
export const parseProcessList = (text: string): ProcessRow[] =>
  text.split('\n').flatMap(line => {
    const [id, parent, group] = line.trim().split(/ +/).map(Number);
    return id !== undefined && parent !== undefined && group !== undefined ? [{ id, parent, group }] : [];
  });

/**
 * A process and all its descendants, itself first: its children, the processes of the groups that they lead, and so
 * on. A process whose parent is gone is still found by its group.
 */
export const processTree = (rows: readonly ProcessRow[], root: number): readonly number[] => {
  const ids = new Set([root]);
  for (let size = 0; size < ids.size;) {
    size = ids.size;
    for (const { id, parent, group } of rows) if (ids.has(parent) || ids.has(group)) ids.add(id);
  }
  return [...ids];
};

/** The seconds of processor time of processes and all their descendants, those that have ended included. */
export const treeProcessorSeconds = async (
  roots: readonly number[],
  system: ProcessSystem = thisSystem,
): Promise<number> => {
  const rows = parseProcessList(await system.output('ps', ['-Ao', 'pid=,ppid=,pgid=']));
  const ids = new Set(roots.flatMap(root => processTree(rows, root)));
  return [...ids].reduce((sum, id) => sum + processorSeconds(id), 0);
};

/** Ends a process and all its descendants at once. Processes that are already gone are not an error. */
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

/** A process with its command line as the system shows it. */
export interface ChildProcessRow {
  readonly id: number;
  readonly parent: number;
  readonly command: string;
}

/** Parses the output of `ps -Ao pid=,ppid=,args=`. */
const parseCommands = (text: string): ChildProcessRow[] =>
  text.split('\n').flatMap(line => {
    const [, id, parent, command] = /^ *(\d+) +(\d+) +(.*)$/.exec(line.trimEnd()) ?? [];
    return command === undefined ? [] : [{ id: Number(id), parent: Number(parent), command }];
  });

/** Lists processes in the format of `ps`. */
const windowsList =
  'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) $($_.CommandLine)" }';

/** The running child processes of a process. */
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

/** Whether a process of that id exists; a zombie counts. */
export const isRunning = (id: number): boolean => {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
};
