/** The requests about saved filters, and what they answered last. */
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import {
  type FilterList,
  type FilterReference,
  filtersRequest,
  type FilterText,
  filterTextRequest,
  type LinkedFilter,
  linkedFiltersRequest,
} from '../../../server/src/protocol/saved-filters.ts';
import { type Ask, askerOf } from '../requests.ts';

export class FilterStore implements vscode.Disposable {
  readonly #ask: Ask;
  readonly #listed = new vscode.EventEmitter<void>();
  /** A tracker has listed its filters. */
  readonly onDidList = this.#listed.event;
  /** By the names of trackers; a tracker is asked when its list is first needed. */
  readonly #lists = new Map<string, Promise<FilterList>>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(client: LanguageClient) {
    this.#ask = askerOf(client);
  }

  dispose(): void {
    this.#changed.dispose();
    this.#listed.dispose();
  }

  /** The filters of a tracker, as they were when it was asked. */
  list(site: string, token?: vscode.CancellationToken): Promise<FilterList> {
    const known = this.#lists.get(site) ?? this.#ask(filtersRequest, { site }, token);
    this.#lists.set(site, known);
    known.then(
      () => this.#listed.fire(),
      () => this.#lists.delete(site),
    );
    return known;
  }

  /** Some tracker was asked for its filters. */
  get isListed(): boolean {
    return this.#lists.size > 0;
  }

  /** Asks a tracker again when its list is needed next; without a name, each of them. */
  forget(site?: string): void {
    if (site === undefined) this.#lists.clear();
    else this.#lists.delete(site);
    this.#changed.fire();
  }

  text(reference: FilterReference): Promise<FilterText> {
    return this.#ask(filterTextRequest, reference);
  }

  /** The filters that are listed already, without a request to a tracker. */
  known(uri: vscode.Uri): Promise<readonly LinkedFilter[]> {
    return this.#ask(linkedFiltersRequest, { uri: uri.toString(), isKnown: true });
  }

  linked(uri: vscode.Uri, token: vscode.CancellationToken): Promise<readonly LinkedFilter[]> {
    return this.#ask(linkedFiltersRequest, { uri: uri.toString() }, token);
  }
}
