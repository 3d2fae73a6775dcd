import type { Connection } from 'vscode-languageserver';
import type { QueryDocument } from '../../query-file/query-document.ts';
import type { Workspace } from '../workspace.ts';

/** Sends the diagnostics of files to a client that does not pull them; those of an older version are dropped. */
export class Publisher {
  readonly #connection: Connection;
  readonly #workspace: Workspace;
  /** The newest check of each file: only its diagnostics are sent. */
  readonly #newest = new Map<string, object>();

  constructor(connection: Connection, workspace: Workspace) {
    this.#connection = connection;
    this.#workspace = workspace;
  }

  /** Checks a document and sends its diagnostics. */
  publish(document: QueryDocument): void {
    this.#send(document).catch((error: unknown) => this.#workspace.fault('diagnostics', error));
  }

  /** Removes the diagnostics of a file that is closed. */
  clear(uri: string): void {
    this.#newest.delete(uri);
    void this.#connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  async #send({ uri, version }: QueryDocument): Promise<void> {
    const newest = {};
    this.#newest.set(uri, newest);
    const isLatest = () => this.#newest.get(uri) === newest;
    const diagnostics = await this.#workspace.report(uri, isLatest);
    if (diagnostics !== undefined && isLatest())
      await this.#connection.sendDiagnostics({ uri, version, diagnostics });
  }
}
