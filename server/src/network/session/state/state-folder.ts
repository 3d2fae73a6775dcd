import { homedir } from 'node:os';
import path from 'node:path';

/** The folder for the user's state, for a client that does not specify one. */
export function userStateFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const base =
    environment['XDG_STATE_HOME'] || environment['LOCALAPPDATA'] || path.join(homedir(), '.local', 'state');
  return path.join(base, 'wikijql');
}
