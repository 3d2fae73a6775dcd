import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Site } from '#shared/protocol/sites.ts';
import type { FromWindow, ToWindow } from './window-process.ts';

/** A window in a process of its own. */
export class Child {
  readonly #process: ChildProcess;
  readonly #calls = new Map<number, (outcome: string) => void>();
  readonly ready: Promise<void>;
  #count = 0;
  dead = false;

  /** `secrets` holds what all windows share. */
  constructor(secrets: () => Map<string, string>) {
    this.#process = fork(new URL('window-process.ts', import.meta.url), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.ready = new Promise(resolve => {
      this.#process.on('message', (message: FromWindow) => {
        if (message.kind === 'ready') resolve();
        else if (message.kind === 'ask') this.#answer(message, secrets());
        else this.#settle(message.call, message.outcome);
      });
    });
    this.#process.on('exit', () => {
      this.dead = true;
      for (const call of this.#calls.keys()) this.#settle(call, 'died');
    });
  }

  open(site: Site, storage: string): void {
    this.#send({ kind: 'open', site, storage });
  }

  /** The codes of a run, or the state after a click; `died` = the process did. */
  do(kind: 'run' | 'click'): Promise<string> {
    const call = this.#count++;
    return new Promise(resolve => {
      this.#calls.set(call, resolve);
      if (this.dead) this.#settle(call, 'died');
      else this.#send({ kind, call });
    });
  }

  /** As a crash: nothing is finished. */
  async kill(): Promise<void> {
    if (this.dead) return;
    const exit = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await exit;
  }

  #answer(
    { operation, key, value, question }: Extract<FromWindow, { kind: 'ask' }>,
    secrets: Map<string, string>,
  ): void {
    if (operation === 'set') secrets.set(key, value ?? '');
    if (operation === 'delete') secrets.delete(key);
    this.#send({ kind: 'secret', question, value: secrets.get(key) });
  }

  #settle(call: number, outcome: string): void {
    this.#calls.get(call)?.(outcome);
    this.#calls.delete(call);
  }

  #send(message: ToWindow): void {
    // A process that has just died cannot be told any more; its end is heard of soon.
    if (this.#process.connected) this.#process.send(message, () => undefined);
  }
}
