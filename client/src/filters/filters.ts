/** Creates the parts of the extension that are about saved filters. */
import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { FilterDocuments } from './filter-documents.ts';
import { FilterStore } from './filter-store.ts';
import { FiltersView } from './filters-view.ts';
import { LinkedFilters } from './linked-filters.ts';

export class Filters implements vscode.Disposable {
  readonly store: FilterStore;
  readonly documents: FilterDocuments;
  readonly linked: LinkedFilters;
  readonly #subscriptions: vscode.Disposable;

  constructor(client: BaseLanguageClient) {
    this.store = new FilterStore(client);
    this.documents = new FilterDocuments(this.store);
    this.linked = new LinkedFilters(this.store, this.documents);
    this.#subscriptions = vscode.Disposable.from(
      this.store,
      this.documents,
      this.linked,
      new FiltersView(client, this.store),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
