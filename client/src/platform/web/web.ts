/** An editor in a web browser: the server is a worker, and there are no files of the user’s machine. */
import * as vscode from 'vscode';
import type { LanguageClientOptions, Message, MessageTransports } from 'vscode-languageclient';
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser';
import { text } from '../../texts.ts';
import type { ClientNames, Platform, ServerClient } from '../platform.ts';

/** Sends messages as the data that they are in the protocol: values of settings are objects that no worker can get. */
class DataWriter extends BrowserMessageWriter {
  override write(message: Message): Promise<void> {
    const data: Message = JSON.parse(JSON.stringify(message));
    return super.write(data);
  }
}

/** Reads the messages of a worker until it ends. A browser does not say that a worker has ended; the lock it holds does. */
class WorkerReader extends BrowserMessageReader {
  constructor(worker: Worker, lock: string) {
    const locked = (event: MessageEvent<unknown>): void => {
      if (event.data !== lock) return;
      event.stopImmediatePropagation();
      worker.removeEventListener('message', locked);
      void navigator.locks.request(lock, () => this.fireClose());
    };
    worker.addEventListener('message', locked);
    super(worker);
  }
}

/** Starts a server: its worker, and what carries messages to it and back. */
type StartServer = () => { readonly worker: Worker; readonly transports: MessageTransports };

class WorkerClient extends LanguageClient implements ServerClient {
  readonly kill: () => void;

  constructor({ section, name }: ClientNames, start: StartServer, options: LanguageClientOptions) {
    let worker: Worker | undefined;
    super(
      section,
      name,
      async () => {
        worker?.terminate();
        const server = start();
        worker = server.worker;
        return server.transports;
      },
      options,
    );
    this.kill = () => worker?.terminate();
  }

  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

export const platform: Platform = {
  serverWritesFiles: false,
  offerAgentServer: () => vscode.Disposable.from(),
  createClient(names, extension, options) {
    const script = vscode.Uri.joinPath(extension, 'dist/browser/language-server.js').toString(true);
    const start: StartServer = () => {
      const worker = new Worker(script);
      const lock = crypto.randomUUID();
      const reader = new WorkerReader(worker, lock);
      // The editor loads the script by an address that does not say where its other files are.
      worker.postMessage({ script, lock });
      const transports = { reader, writer: new DataWriter(worker) };
      return { worker, transports };
    };
    return new WorkerClient(names, start, options);
  },
  pathOf: name => name,
  readUserFile: () => Promise.reject(new Error(text('web.noFiles'))),
  userFolder: () => undefined,
  storageOf: () => '',
  realFile: async file => file,
};
