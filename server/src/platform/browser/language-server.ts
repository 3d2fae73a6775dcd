/** The entry of the Web Worker in which the language server runs in a browser: serves the page that started it. */
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { startServer } from '../../editor/server.ts';
import { browserPlatform } from './browser-platform.ts';

/** The build puts the version of the package in its place. */
declare const packageVersion: string;

/** Serves the page or the editor that started this worker. @param script the address of this script, in the folder of the others */
function serve(script: string): void {
  const beside = (name: string): string => new URL(name, script).href;
  const connection = createConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self));
  const files = { script: beside('network-worker.js'), sqlite: beside('sqlite3.wasm') };
  startServer(connection, browserPlatform(packageVersion, files));
  connection.listen();
}

/** Holds a lock of this name as long as this worker lives, and tells the page or the editor: who waits for it learns of its end. */
function tellEnd(name: string): void {
  if (name === '') return;
  void navigator.locks.request(name, () => {
    self.postMessage(name);
    return new Promise(() => undefined);
  });
}

/** The first message of an editor. */
interface EditorStart {
  /** The address of this script. */
  readonly script: string;
  /** The name of the lock that the worker holds. */
  readonly lock: string;
}

function startFor({ data: { script, lock } }: MessageEvent<EditorStart>): void {
  tellEnd(lock);
  serve(script);
}

// An editor loads the script by an address that does not say where it is, and sends that first.
if (self.location.protocol === 'blob:') self.addEventListener('message', startFor, { once: true });
else {
  tellEnd(self.name);
  serve(self.location.href);
}
