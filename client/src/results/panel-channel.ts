/** The way to a panel's script: what is sent waits until the script listens; what comes is checked. */
import type * as vscode from 'vscode';

interface Message {
  readonly type: string;
}

export class Channel<To extends Message, From extends Message> {
  readonly #webview: vscode.Webview;
  readonly #waiting: To[] = [];
  #ready = false;

  /** `receive` gets everything but `ready`; what the check does not let through is dropped. */
  constructor(
    webview: vscode.Webview,
    check: (message: unknown) => message is From,
    receive: (message: From) => void,
  ) {
    this.#webview = webview;
    webview.onDidReceiveMessage((message: unknown) => {
      if (!check(message)) return;
      if (message.type === 'ready') this.#open();
      else receive(message);
    });
  }

  send(message: To): void {
    if (this.#ready) void this.#webview.postMessage(message);
    else this.#waiting.push(message);
  }

  /** The script begins anew: what is sent waits again until it listens. */
  restart(): void {
    this.#ready = false;
  }

  #open(): void {
    this.#ready = true;
    for (const message of this.#waiting.splice(0)) this.send(message);
  }
}
