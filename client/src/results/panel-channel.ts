/** The way to a panel's script: what is sent waits until the script listens; what comes is checked. */
import type * as vscode from 'vscode';

/** What a panel's script is reached by. */
export type Port = Pick<vscode.Webview, 'postMessage' | 'onDidReceiveMessage'>;

interface Message {
  readonly type: string;
}

export class Channel<To extends Message, From extends Message> {
  readonly #port: Port;
  readonly #waiting: To[] = [];
  readonly #replay: (() => readonly To[]) | undefined;
  #ready = false;

  /**
   * `receive` gets everything but `ready`; what the check does not let through is dropped. `replay` = all that a script
   * is sent when it begins to listen; nothing else waits for it then.
   */
  constructor(
    port: Port,
    check: (message: unknown) => message is From,
    receive: (message: From) => void,
    replay?: () => readonly To[],
  ) {
    this.#port = port;
    this.#replay = replay;
    port.onDidReceiveMessage((message: unknown) => {
      if (!check(message)) return;
      if (message.type === 'ready') this.#open();
      else receive(message);
    });
  }

  send(message: To): void {
    if (this.#ready) void this.#port.postMessage(message);
    else if (!this.#replay) this.#waiting.push(message);
  }

  /** The script begins anew: what is sent waits again until it listens. */
  restart(): void {
    this.#ready = false;
  }

  #open(): void {
    this.#ready = true;
    for (const message of this.#replay?.() ?? this.#waiting.splice(0)) this.send(message);
  }
}
