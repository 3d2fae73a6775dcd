import { homedir } from 'node:os';
import path from 'node:path';

/** Where programs of this user keep their state, for a client that names no folder of its own. */
export function userStateFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const base =
    environment['XDG_STATE_HOME'] || environment['LOCALAPPDATA'] || path.join(homedir(), '.local', 'state');
  return path.join(base, 'wikijql');
}
