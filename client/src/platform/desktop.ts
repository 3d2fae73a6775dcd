/** An editor with Node: the server is a process. */
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { readBounded } from '../../../server/src/files/read-bounded.ts';
import { offerAgentServer } from '../agents/agent-server.ts';
import type { Platform, ServerClient } from './platform.ts';

class ProcessClient extends LanguageClient implements ServerClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }

  kill = (): void => void this.serverProcess?.kill('SIGKILL');
}

/** Expands `~` to the home directory, which is also the base of relative names. */
const absolute = (file: string): string => path.resolve(homedir(), file.replace(/^~[\\/]?/, ''));

/** Maximum bytes of a file that a setting names. */
const maxUserFileLength = 16 * 1024 * 1024;

export const platform: Platform = {
  serverWritesFiles: true,
  offerAgentServer,
  createClient({ section, name }, extension, options) {
    const module = vscode.Uri.joinPath(extension, 'dist/server.js').fsPath;
    const transport = TransportKind.ipc;
    const debug = { module, transport, options: { execArgv: ['--nolazy', '--inspect=6019'] } };
    return new ProcessClient(section, name, { run: { module, transport }, debug }, options);
  },
  pathOf: absolute,
  readUserFile: async name => readBounded(absolute(name), maxUserFileLength).toString('utf8'),
  userFolder: name => vscode.Uri.file(absolute(name)),
  storageOf: ({ globalStorageUri }) => globalStorageUri.fsPath,
  async realFile(file) {
    if (file.scheme !== 'file') return file;
    const real = await realpath(file.fsPath).catch(() => undefined);
    return real === undefined ? file : vscode.Uri.file(real);
  },
};
