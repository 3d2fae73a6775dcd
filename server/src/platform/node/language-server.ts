/** The entry of the server's process: serves the client that started it. */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { startServer } from '../../editor/server.ts';
import { nodePlatform } from './node-platform.ts';

const connection = createConnection(ProposedFeatures.all);
startServer(connection, nodePlatform(import.meta.dirname));
connection.listen();
