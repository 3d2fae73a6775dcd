/** The entry of the Web Worker in which the language server runs in a browser: serves the page that started it. */
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { startServer } from '../../editor/server.ts';
import { browserPlatform } from './browser-platform.ts';

/** The build puts the version of the package in its place. */
declare const packageVersion: string;

const connection = createConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self));
startServer(connection, browserPlatform(packageVersion));
connection.listen();
