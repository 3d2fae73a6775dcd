/** A keychain for tests: a Secret Service on a message bus of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeAtExit, start } from './processes.ts';
import { findProgram } from './programs.ts';
import { until } from './until.ts';

const programs = ['dbus-daemon', 'gnome-keyring-daemon'] as const;

export const hasSecretService = (): boolean => programs.every(name => findProgram(name) !== undefined);

export interface SecretService {
  /** The environment of programs that use it. */
  readonly environment: Readonly<Record<string, string>>;
  /** The folder with all that it has written to the disk, where secrets are encrypted. */
  readonly folder: string;
  readonly stop: () => Promise<void>;
}

/** Starts an unlocked and empty keychain. */
export async function startSecretService(): Promise<SecretService> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sample-keychain-'));
  removeAtExit(folder);
  const busEnvironment = {
    PATH: process.env['PATH'],
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    XDG_DATA_HOME: folder,
  };
  const bus = start('dbus-daemon', ['--session', '--nofork', '--print-address'], { env: busEnvironment });
  const address = await until('the message bus', async () => /^unix:\S+/m.exec(bus.log())?.[0]);
  const environment = { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: folder };
  const keyring = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    env: { ...busEnvironment, ...environment },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keyring.stdin.end('the password of the keychain\n');
  const ended = once(keyring, 'exit');
  return {
    environment,
    folder,
    stop: async () => {
      keyring.kill();
      await ended;
      await bus.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
