import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { text as textOf } from 'node:stream/consumers';
import {
  type CancellationToken,
  type ClientCapabilities,
  type CompletionItem,
  createProtocolConnection,
  type Diagnostic,
  type InitializeResult,
  type LogMessageParams,
  type Position,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type ShowMessageParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { type Progress, progressNotification } from '#shared/protocol/run.ts';
import type { Row } from '#shared/protocol/json.ts';
import {
  tableNotification,
  type TableState,
  maxWindowRows,
  windowRequest,
  type WindowResult,
} from '#shared/protocol/results.ts';
import type { InitializationOptions } from '#shared/protocol/settings.ts';
import { inRoot } from './paths.ts';
import { removeAtExit } from './processes.ts';
import { wholeView } from './stored-rows.ts';

/** The capabilities of a client; by default the minimum. */
export interface ClientOptions {
  /** The program in dist/ and its arguments; absent = the server itself. */
  readonly command?: readonly [file: string, ...words: string[]];
  /** Whether the client requests diagnostics. */
  readonly pull?: boolean;
  readonly options?: InitializationOptions;
  /** Further capabilities of the client. */
  readonly capabilities?: ClientCapabilities;
  /** The folders of its workspace, by their addresses. */
  readonly folders?: readonly string[];
  /** The client's answers to the server's own requests, by method; all others are unknown to it. */
  readonly answers?: Readonly<Record<string, (params: unknown) => unknown>>;
}

/** The messages that the server sent by itself, each kind in its order. */
interface Sent {
  readonly log: readonly LogMessageParams[];
  readonly messages: readonly ShowMessageParams[];
  readonly diagnostics: readonly PublishDiagnosticsParams[];
  readonly tables: readonly TableState[];
  readonly progress: readonly Progress[];
}

/** The built server, by LSP over stdio, driven as by an editor; its process ends when the client is disposed of. */
export interface LanguageClient extends AsyncDisposable {
  readonly connection: ProtocolConnection;
  readonly process: ChildProcessWithoutNullStreams;
  readonly initialized: InitializeResult;
  readonly sent: Sent;
  /** Calls `look` after every message and request of the server, until it returns something. */
  received<T>(look: () => T | undefined): Promise<T>;
  /** The rows of the first table of a run, in their order; `[]` = it has none. */
  rows(run: string): Promise<readonly Row[]>;
  /** Opens a file and returns its address. */
  open(text: string, languageId?: string): Promise<string>;
  /** Replaces a range by a text, as a keystroke does. */
  change(uri: string, start: Position, end: Position, text: string): Promise<void>;
  close(uri: string): Promise<void>;
  /** The diagnostics that the server published for a version; absent = the client's present one. */
  published(uri: string, version?: number): Promise<readonly Diagnostic[]>;
  /** The diagnostics that the client requested. */
  pulled(uri: string): Promise<readonly Diagnostic[]>;
  complete(uri: string, position: Position): Promise<readonly CompletionItem[]>;
  /** Any request about a file. */
  ask<Result>(method: string, uri: string, params?: object, token?: CancellationToken): Promise<Result>;
  /** Shuts the server down; returns its exit code. */
  stop(): Promise<number | null>;
  /** The exit code of the process. */
  readonly ended: Promise<number | null>;
  /** The output outside of the protocol, once the process has ended. */
  readonly errors: Promise<string>;
}

export async function startLanguageClient({
  command: [file, ...words] = ['server.js', '--stdio'],
  pull = false,
  options = {},
  capabilities = {},
  folders = [],
  answers = {},
}: ClientOptions = {}): Promise<LanguageClient> {
  const stateFolder = mkdtempSync(path.join(tmpdir(), 'language-client-'));
  removeAtExit(stateFolder);
  const child = spawn(process.execPath, [inRoot('dist', file), ...words], {
    env: { ...process.env, XDG_STATE_HOME: stateFolder },
  });
  const errors = textOf(child.stderr);
  const ended = new Promise<number | null>(resolve => child.on('exit', resolve));
  const reader = new StreamMessageReader(child.stdout);
  // The library would wait forever for the rest of a message of a killed server.
  reader.partialMessageTimeout = 0;
  const connection = createProtocolConnection(reader, new StreamMessageWriter(child.stdin));
  const waiting = new Set<() => void>();
  const collect = <Params>(method: string, list: Params[] = []): readonly Params[] => {
    connection.onNotification(method, (params: Params) => {
      list.push(params);
      wake();
    });
    return list;
  };
  function wake(): void {
    for (const resume of waiting) resume();
    waiting.clear();
  }
  async function received<T>(look: () => T | undefined): Promise<T> {
    for (;;) {
      const result = look();
      if (result !== undefined) return result;
      await new Promise<void>(resolve => waiting.add(resolve));
    }
  }
  const sent: Sent = {
    log: collect('window/logMessage'),
    messages: collect('window/showMessage'),
    diagnostics: collect('textDocument/publishDiagnostics'),
    tables: collect(tableNotification.method),
    progress: collect(progressNotification.method),
  };
  for (const [method, answer] of Object.entries(answers)) {
    connection.onRequest(method, (params: unknown) => {
      const result = answer(params);
      wake();
      return result;
    });
  }
  connection.listen();

  const initialized = await connection.sendRequest<InitializeResult>('initialize', {
    processId: process.pid,
    rootUri: null,
    workspaceFolders: folders.map(uri => ({ uri, name: uri })),
    capabilities: {
      ...capabilities,
      textDocument: { ...capabilities.textDocument, ...(pull && { diagnostic: {} }) },
    },
    initializationOptions: options,
  });
  await connection.sendNotification('initialized', {});

  const versions = new Map<string, number>();
  const ask = <Result>(method: string, uri: string, params: object = {}, token?: CancellationToken) =>
    connection.sendRequest<Result>(
      method,
      { textDocument: { uri }, ...params },
      ...(token === undefined ? [] : [token]),
    );
  return {
    connection,
    process: child,
    initialized,
    sent,
    received,
    async rows(run) {
      const state = sent.tables.findLast(each => each.run === run);
      if (state === undefined) return [];
      const params = { run, table: state.table.id, view: wholeView, offset: 0, count: maxWindowRows };
      const window = await connection.sendRequest<WindowResult | null>(windowRequest.method, params);
      return window?.rows.map(({ cells }) => cells) ?? [];
    },
    async open(text, languageId = 'wikiquery') {
      const uri = `file:///test-${versions.size}.${languageId}`;
      versions.set(uri, 1);
      await connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId, version: 1, text },
      });
      return uri;
    },
    async change(uri, start, end, text) {
      const version = versions.get(uri)! + 1;
      versions.set(uri, version);
      await connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [{ range: { start, end }, text }],
      });
    },
    async close(uri) {
      await connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
    },
    async published(uri, version = versions.get(uri)!) {
      const { diagnostics } = await received(() => {
        const latest = sent.diagnostics.findLast(params => params.uri === uri);
        return latest?.version === version ? latest : undefined;
      });
      return diagnostics;
    },
    async pulled(uri) {
      return (await ask<{ items: Diagnostic[] }>('textDocument/diagnostic', uri)).items;
    },
    async complete(uri, position) {
      const list = await ask<{ items: CompletionItem[] } | null>('textDocument/completion', uri, {
        position,
      });
      return list?.items ?? [];
    },
    ask,
    async stop() {
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      return ended;
    },
    ended,
    errors,
    async [Symbol.asyncDispose]() {
      connection.dispose();
      child.kill('SIGKILL');
      await ended;
    },
  };
}
