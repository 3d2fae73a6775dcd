/** Watches the language server: restarts it when it stops or hangs, and holds back documents that stopped it twice. */
import * as vscode from 'vscode';
import {
  CloseAction,
  type CloseHandlerResult,
  DidOpenTextDocumentNotification,
  ErrorAction,
  type ErrorHandler,
  type Middleware,
  State,
} from 'vscode-languageclient';
import { pingRequest } from '#shared/protocol/settings.ts';
import type { ServerClient } from '../platform/platform.ts';
import { RestartPolicy } from './restart-policy.ts';
import { reasonOf, text } from '../texts.ts';
import { showError, showWarning } from '../user-messages.ts';

/** Milliseconds between two looks at whether the server still answers. */
const tickLength = 1000;

const documentOf = (uri: string): vscode.TextDocument | undefined =>
  vscode.workspace.textDocuments.find(document => document.uri.toString() === uri);

const textOf = (uri: string): string | undefined => documentOf(uri)?.getText();

const nameOf = (uri: string): string => vscode.workspace.asRelativePath(vscode.Uri.parse(uri, true));

/** The document that a request is about; `undefined` = none. */
function uriOf(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null || !('textDocument' in params)) return undefined;
  const { textDocument } = params;
  if (typeof textDocument !== 'object' || textDocument === null || !('uri' in textDocument)) return undefined;
  return typeof textDocument.uri === 'string' ? textDocument.uri : undefined;
}

type ShowMessage = (message: string, ...actions: string[]) => Thenable<string | undefined>;

export class ServerWatch {
  readonly #output: vscode.LogOutputChannel;
  readonly #policy = new RestartPolicy({ now: () => performance.now(), fingerprint: textOf });
  #client: ServerClient | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** The latest start, which may still fail. */
  #start: Promise<void> = Promise.resolve();
  #hasClosed = false;

  constructor(output: vscode.LogOutputChannel) {
    this.#output = output;
  }

  /** Observes the client's messages, and holds back documents that are set aside. */
  readonly middleware: Middleware = {
    didOpen: async (document, next) => {
      const uri = document.uri.toString();
      if (!this.#policy.mayOpen(uri)) return;
      this.#policy.touched(uri);
      await next(document);
    },
    didChange: async (event, next) => {
      const uri = event.document.uri.toString();
      if (this.#policy.isHeldBack(uri)) {
        if (this.#policy.mayOpen(uri)) await this.#open(event.document);
        return;
      }
      this.#policy.touched(uri);
      await next(event);
    },
    sendRequest: async (type, params, token, next) => {
      const uri = uriOf(params);
      const request = uri === undefined ? undefined : this.#policy.asked(uri);
      try {
        return await next(type, params, token);
      } finally {
        if (request !== undefined) this.#policy.answered(request);
      }
    },
  };

  /** Decides the reaction when the connection to the server ends. */
  readonly errorHandler: ErrorHandler = {
    error: () => ({ action: ErrorAction.Continue, handled: true }),
    closed: () => this.#closed(),
  };

  /**
   * Begins to watch a client's server.
   *
   * @param endsHanging whether a server that hangs is ended; false while a debugger may pause it
   */
  watch(client: ServerClient, endsHanging: boolean): vscode.Disposable {
    this.#client = client;
    if (endsHanging) this.#timer = setInterval(() => this.#tick(), tickLength);
    return new vscode.Disposable(() => clearInterval(this.#timer));
  }

  /** Restarts the server, also one that hangs, was given up or never started. */
  async restart(): Promise<void> {
    const client = this.#client;
    if (!client) return;
    this.#policy.reset();
    if (client.state === State.Running) {
      await client.stop().catch((error: unknown) => {
        this.#output.warn(reasonOf(error));
        client.kill();
      });
    }
    if (await this.start()) vscode.window.setStatusBarMessage(text('server.restarted'), 4000);
  }

  /** Starts the server. Returns false if that failed, which is shown. */
  async start(): Promise<boolean> {
    const client = this.#client;
    if (!client) return false;
    this.#hasClosed = false;
    this.#start = client.start();
    try {
      await this.#start;
      return true;
    } catch (error) {
      this.#failed(error);
      return false;
    }
  }

  /** Reports that the server could not be started. If it stopped during the start, `closed` has already reported it. */
  #failed(error: unknown): void {
    this.#output.error(reasonOf(error));
    if (this.#hasClosed) return;
    const message = text('server.notStarted', { reason: reasonOf(error) });
    this.#offer(showError, message, [text('server.restart'), text('server.showLog')]);
  }

  #tick(): void {
    if (this.#client?.state !== State.Running) return;
    const due = this.#policy.tick();
    if (due === 'ask') void this.#ask(this.#client);
    if (due === 'end') this.#endHanging(this.#client);
  }

  async #ask(client: ServerClient): Promise<void> {
    try {
      await client.sendRequest(pingRequest.method, {});
    } catch {
      // The server is gone; its end is handled elsewhere.
      return;
    }
    const uri = this.#policy.alive();
    const document = uri === undefined ? undefined : documentOf(uri);
    if (document) await this.#open(document);
  }

  #endHanging(client: ServerClient): void {
    const message = text('server.hung');
    this.#output.error(message);
    this.#offer(showWarning, message, [text('server.showLog')]);
    client.kill();
  }

  async #open(document: vscode.TextDocument): Promise<void> {
    const feature = this.#client?.getFeature(DidOpenTextDocumentNotification.method);
    await feature?.getProvider(document)?.send(document);
  }

  #closed(): CloseHandlerResult {
    this.#hasClosed = true;
    const { startsAgain, setAside } = this.#policy.ended();
    for (const uri of setAside) this.#tellSetAside(uri);
    if (startsAgain) {
      const message = text('server.stopped');
      this.#startAgain().catch((error: unknown) => this.#output.error(reasonOf(error)));
      return { action: CloseAction.DoNotRestart, message, handled: true };
    }
    const message = text('server.givenUp');
    this.#offer(showError, message, [text('server.restart'), text('server.showLog')]);
    return { action: CloseAction.DoNotRestart, message, handled: true };
  }

  /**
   * Starts the server once the client has handled the end of the previous one. The library's own restart is not used:
   * if a server ends while it starts, it ends the new one too.
   */
  async #startAgain(): Promise<void> {
    await this.#start.catch(() => undefined);
    await new Promise(resolve => setTimeout(resolve, 0));
    await this.start();
  }

  #tellSetAside(uri: string): void {
    const message = text('server.setAside', { file: nameOf(uri) });
    this.#output.error(message);
    this.#offer(showWarning, message, [text('server.restart'), text('server.showLog')]);
  }

  #offer(show: ShowMessage, message: string, actions: readonly string[]): void {
    this.#offered(show, message, actions).catch((error: unknown) => this.#output.error(reasonOf(error)));
  }

  async #offered(show: ShowMessage, message: string, actions: readonly string[]): Promise<void> {
    const chosen = await show(message, ...actions);
    if (chosen === text('server.restart')) await vscode.commands.executeCommand('wikijql.restartServer');
    if (chosen === text('server.showLog')) this.#output.show();
  }
}
