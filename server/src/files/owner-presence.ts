/** Tells whether the process of another window still exists. */
import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from './atomic-file.ts';

/** `elsewhere`: in another container, or on another machine with the same folder, so that its state is unknown. */
export type Presence = 'here' | 'gone' | 'elsewhere';

/** The owners of this thread. */
const ownersHere = new Set<string>();

/**
 * Creates the name of an owner, unique among all that share the login records: by its process, and where that process
 * runs.
 */
export function newOwner(): string {
  const owner = `${process.pid} ${processSpace()} ${randomUUID()}`;
  ownersHere.add(owner);
  return owner;
}

/**
 * Whether the process of an owner is running. A stopped process counts as `here`; so does another process that got its
 * number later.
 */
export function presenceOf(owner: string): Presence {
  if (ownersHere.has(owner)) return 'here';
  const [pid, space] = owner.split(' ');
  if (space !== processSpace()) return 'elsewhere';
  return processExists(Number(pid)) ? 'here' : 'gone';
}

/**
 * The namespace in which the number of a process is unique: a host name alone is not enough, because containers can
 * share it. The number of a PID namespace is unique until the kernel is started again.
 */
export function processSpace(): string {
  const boot = readOrEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const namespace = readOrEmpty(() => readlinkSync('/proc/self/ns/pid'));
  return [hostname(), boot, namespace].filter(part => part !== '').join('/');
}

/** Reads a file of the system; empty = it does not exist. */
function readOrEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** Whether another process exists; the number of this process belonged to a former thread of it. */
const processExists = (pid: number): boolean =>
  Number.isInteger(pid) && pid !== process.pid && isRunning(pid);

/** Whether a process of this machine is running; it may belong to another user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
