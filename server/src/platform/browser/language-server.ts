/** The entry of the Web Worker in which the language server runs in a browser: serves the page that started it. */
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { startServer } from '../../editor/server.ts';
import { browserPlatform } from './browser-platform.ts';

/** The build puts the version of the package in its place. */
declare const packageVersion: string;

/** The address of another file of the page. */
const beside = (name: string): string => new URL(name, self.location.href).href;

const connection = createConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self));
startServer(
  connection,
  browserPlatform(packageVersion, { script: beside('network-worker.js'), sqlite: beside('sqlite3.wasm') }),
);
connection.listen();
