/** The edge between an editor of a desktop and one in a web browser; `#platform` is the side that a bundle is for. */
import type * as vscode from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import type { Requests } from '../requests.ts';

/** The client of the language server, with an end for a server that does not stop itself. */
export interface ServerClient extends BaseLanguageClient {
  /** Ends the server at once, if it runs. */
  readonly kill: () => void;
}

/** The section of a client’s settings, and the name that users see. */
export interface ClientNames {
  readonly section: string;
  readonly name: string;
}

/** The requests to the server that tools for agents are. */
export type AgentRequests = Pick<Requests, 'agentConfirmation' | 'agentTool'>;

export interface Platform {
  /** Whether the server writes files; otherwise the extension does. */
  readonly serverWritesFiles: boolean;
  /** Makes the client of a server that starts with it. It shows no messages of its own: they are only logged. */
  createClient(names: ClientNames, extension: vscode.Uri, options: LanguageClientOptions): ServerClient;
  /** Offers the tools of this window to agents outside of it; without effect where no program can be started. */
  offerAgentServer(context: vscode.ExtensionContext, requests: AgentRequests): vscode.Disposable;
  /** Reads a file of the user’s machine as text; its name may begin with `~`. @throws where it cannot be read */
  readUserFile(name: string): Promise<string>;
  /** The whole path of a file of the user’s machine; its name may begin with `~`. */
  pathOf(name: string): string;
  /** A folder of the user’s machine; its name may begin with `~`. `undefined` = there are no such folders. */
  userFolder(name: string): vscode.Uri | undefined;
  /** The folder for data that all windows share, for the server; empty = it stores none. */
  storageOf(context: vscode.ExtensionContext): string;
  /** The target of a file that is opened by a link; other files are their own. */
  realFile(file: vscode.Uri): Promise<vscode.Uri>;
}
