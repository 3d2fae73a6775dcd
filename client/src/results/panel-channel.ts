/** The channel to a panel's script: outgoing messages wait until the script listens; incoming ones are checked. */
import type * as vscode from 'vscode';

/** The part of a webview that exchanges messages. */
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
   * @param receive gets all messages but `ready`; messages that the check rejects are dropped
   * @param replay the messages for a script that begins to listen, in place of those that waited
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

  /** Holds messages back until the new script listens. */
  restart(): void {
    this.#ready = false;
  }

  #open(): void {
    this.#ready = true;
    for (const message of this.#replay?.() ?? this.#waiting.splice(0)) this.send(message);
  }
}
