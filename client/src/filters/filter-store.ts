/** Requests saved filters, and caches the answers. */
import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import {
  type FilterList,
  type FilterReference,
  filtersRequest,
  type FilterText,
  filterTextRequest,
  type LinkedFilter,
  linkedFiltersRequest,
} from '#shared/protocol/sites/saved-filters.ts';
import { type Ask, askerOf } from '../requests.ts';

export class FilterStore implements vscode.Disposable {
  readonly #ask: Ask;
  readonly #listed = new vscode.EventEmitter<void>();
  /** Fires when a tracker has listed its filters. */
  readonly onDidList = this.#listed.event;
  /** The lists by the names of trackers; a list is fetched when it is first needed. */
  readonly #lists = new Map<string, Promise<FilterList>>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(client: BaseLanguageClient) {
    this.#ask = askerOf(client);
  }

  dispose(): void {
    this.#changed.dispose();
    this.#listed.dispose();
  }

  /** The filters of a tracker, as of its last request. */
  list(site: string, token?: vscode.CancellationToken): Promise<FilterList> {
    const list = this.#lists.get(site) ?? this.#ask(filtersRequest, { site }, token);
    this.#lists.set(site, list);
    list.then(
      () => this.#listed.fire(),
      () => this.#lists.delete(site),
    );
    return list;
  }

  /** Whether the filters of any tracker were requested. */
  get hasRequestedFilters(): boolean {
    return this.#lists.size > 0;
  }

  /** Removes the cached list of a tracker; without a name, all of them. */
  forget(site?: string): void {
    if (site === undefined) this.#lists.clear();
    else this.#lists.delete(site);
    this.#changed.fire();
  }

  /** The query of a filter, as its tracker has it now. */
  text(reference: FilterReference): Promise<FilterText> {
    return this.#ask(filterTextRequest, reference);
  }

  /** The linked filters of a file, without a request to a tracker. */
  cachedLinkedFilters(uri: vscode.Uri): Promise<readonly LinkedFilter[]> {
    return this.#ask(linkedFiltersRequest, { uri: uri.toString(), onlyKnown: true });
  }

  /** The linked filters of a file, each as its tracker has it now. */
  fetchLinkedFilters(uri: vscode.Uri, token: vscode.CancellationToken): Promise<readonly LinkedFilter[]> {
    return this.#ask(linkedFiltersRequest, { uri: uri.toString() }, token);
  }
}
