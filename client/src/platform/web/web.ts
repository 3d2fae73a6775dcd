/** An editor in a web browser: the server is a worker, and there are no files of the user’s machine. */
import * as vscode from 'vscode';
import type { LanguageClientOptions } from 'vscode-languageclient';
import { LanguageClient } from 'vscode-languageclient/browser';
import { section } from '../../settings.ts';
import { text } from '../../texts.ts';
import type { Platform, ServerClient } from '../platform.ts';

class WorkerClient extends LanguageClient implements ServerClient {
  readonly #workers: Set<Worker>;

  constructor(name: string, start: () => Worker, options: LanguageClientOptions) {
    const workers = new Set<Worker>();
    const startOne = async (): Promise<Worker> => {
      for (const worker of workers) worker.terminate();
      workers.clear();
      const worker = start();
      workers.add(worker);
      return worker;
    };
    super(section, name, startOne, options);
    this.#workers = workers;
  }

  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }

  kill = (): void => {
    for (const worker of this.#workers) worker.terminate();
    this.#workers.clear();
  };
}

export const platform: Platform = {
  createClient(extension, name, options) {
    const script = vscode.Uri.joinPath(extension, 'dist/playground/language-server.js').toString(true);
    const start = (): Worker => {
      const worker = new Worker(script);
      // The editor loads the script by an address that does not say where its other files are.
      worker.postMessage(script);
      return worker;
    };
    return new WorkerClient(name, start, options);
  },
  readUserFile: () => Promise.reject(new Error(text('web.noFiles'))),
  userFolder: () => undefined,
  storageOf: () => '',
  realFile: async file => file,
};
