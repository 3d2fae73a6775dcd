/** The documents of other languages that the server has: only those with a word that every query in them contains. */
import * as vscode from 'vscode';
import {
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  type BaseLanguageClient,
} from 'vscode-languageclient';
import { hasMarker, hostLanguages, maxHostLengthOf } from '#shared/base/queries/embedded-hosts.ts';
import { cellScheme, schemes } from '../languages.ts';
import { hasQueryFence } from '../../../server/src/embedded/markdown/fences.ts';
import { type EmbeddedSwitch, runbookLanguage } from './embedded-switch.ts';

const languages: ReadonlySet<string> = new Set(hostLanguages);

/** The schemes of documents of a language that can have queries: notebooks have cells of code too. */
export const hostSchemesOf = (languageId: string): readonly string[] =>
  languageId === runbookLanguage ? schemes : [...schemes, cellScheme];

export const isHostDocument = ({ languageId, uri }: vscode.TextDocument): boolean =>
  languages.has(languageId) && hostSchemesOf(languageId).includes(uri.scheme);

/** Keeps the server's copies of documents up to date. */
export class EmbeddedDocuments {
  readonly #client: BaseLanguageClient;
  readonly #switch: EmbeddedSwitch;
  /** The versions that the server has, by address. */
  readonly #sent = new Map<string, number>();

  constructor(client: BaseLanguageClient, isOn: EmbeddedSwitch) {
    this.#client = client;
    this.#switch = isOn;
  }

  /** Updates the server's copy of a document. Returns false if the server does not have it, because it has no query. */
  async sync(document: vscode.TextDocument): Promise<boolean> {
    const uri = document.uri.toString();
    const sentVersion = this.#sent.get(uri);
    if (sentVersion === document.version) return true;
    const text = document.getText();
    if (!this.isWanted(document, text)) {
      await this.close(document.uri);
      return false;
    }
    this.#sent.set(uri, document.version);
    if (sentVersion === undefined) {
      const opened = this.#client.code2ProtocolConverter.asOpenTextDocumentParams(document);
      await this.#client.sendNotification(DidOpenTextDocumentNotification.type, opened);
    } else
      await this.#client.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version: document.version },
        contentChanges: [{ text }],
      });
    return true;
  }

  /** Whether the server has a document. */
  has(uri: vscode.Uri): boolean {
    return this.#sent.has(uri.toString());
  }

  /**
   * Whether the server should have a document: it has a word that all queries in it contain, and is not too long to
   * be read.
   */
  isWanted(document: vscode.TextDocument, text = document.getText()): boolean {
    if (!isHostDocument(document) || document.isClosed) return false;
    if (!this.#switch.covers(document) || text.length > maxHostLengthOf(document.languageId)) return false;
    return this.#mayHaveQueries(document, text);
  }

  #mayHaveQueries({ languageId }: vscode.TextDocument, text: string): boolean {
    if (languageId === runbookLanguage && hasQueryFence(text)) return true;
    return this.#switch.mode === 'all' && hasMarker(text);
  }

  /** Whether a document has queries, but is too long to be read. */
  isTooLong(document: vscode.TextDocument): boolean {
    if (!isHostDocument(document) || !this.#switch.covers(document)) return false;
    const text = document.getText();
    return text.length > maxHostLengthOf(document.languageId) && this.#mayHaveQueries(document, text);
  }

  async close(uri: vscode.Uri): Promise<void> {
    if (!this.#sent.delete(uri.toString())) return;
    const textDocument = { uri: uri.toString() };
    await this.#client.sendNotification(DidCloseTextDocumentNotification.type, { textDocument });
  }

  async closeAll(): Promise<void> {
    for (const uri of this.#sent.keys()) await this.close(vscode.Uri.parse(uri, true));
  }

  /** Forgets all versions, because a new server has none of the documents. */
  forget(): void {
    this.#sent.clear();
  }
}
