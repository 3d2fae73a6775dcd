import type { Connection } from 'vscode-languageserver';
import type { QueryDocument } from '../queryfile/document.ts';
import type { Workspace } from './workspace.ts';

/** Sends the diagnostics of files to a client that does not pull them; what is found for a newer version takes over. */
export class Publisher {
  readonly #connection: Connection;
  readonly #session: Workspace;
  /** The latest order by file: all earlier ones are void. */
  readonly #orders = new Map<string, object>();

  constructor(connection: Connection, session: Workspace) {
    this.#connection = connection;
    this.#session = session;
  }

  /** Sends them when they are found, sooner or later. */
  publish(document: QueryDocument): void {
    this.#send(document).catch((error: unknown) => this.#session.fault('diagnostics', error));
  }

  /** Takes back what was sent for a file that is closed. */
  clear(uri: string): void {
    this.#orders.delete(uri);
    void this.#connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  async #send({ uri, version }: QueryDocument): Promise<void> {
    const order = {};
    this.#orders.set(uri, order);
    const isLatest = () => this.#orders.get(uri) === order;
    const diagnostics = await this.#session.report(uri, isLatest);
    if (diagnostics !== undefined && isLatest())
      await this.#connection.sendDiagnostics({ uri, version, diagnostics });
  }
}
