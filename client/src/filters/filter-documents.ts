/** Read-only documents with saved filters, and with the report on the filters of a tracker. */
import * as vscode from 'vscode';
import type { FilterReference, SavedFilter } from '#shared/protocol/sites/saved-filters.ts';
import { filterScheme } from '../languages.ts';
import { fileName } from '../results/file-name.ts';
import { text } from '../texts.ts';
import type { FilterStore } from './filter-store.ts';

const reportScheme = 'wikijql-filter-report';

export class FilterDocuments implements vscode.Disposable {
  readonly #store: FilterStore;
  readonly #reports = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registrations: vscode.Disposable;

  constructor(store: FilterStore) {
    this.#store = store;
    const { registerTextDocumentContentProvider: register } = vscode.workspace;
    this.#registrations = vscode.Disposable.from(
      this.#changed,
      register(filterScheme, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: uri => this.#filterText(uri),
      }),
      register(reportScheme, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: ({ query: site }) =>
          this.#reports.get(site) ?? text('filters.reportGone'),
      }),
    );
  }

  dispose(): void {
    this.#registrations.dispose();
  }

  /** The address of the document that shows a filter as a query file, which is read again if it is open. */
  refreshedUri({ name, id }: Pick<SavedFilter, 'name' | 'id'>, site: string): vscode.Uri {
    const query = new URLSearchParams({ site, id }).toString();
    const uri = vscode.Uri.from({ scheme: filterScheme, path: `/${fileName(name, 'jql')}`, query });
    this.#changed.fire(uri);
    return uri;
  }

  /** Opens the report on the filters of a tracker, in place of its last one. */
  async showReport(site: string, content: string): Promise<void> {
    this.#reports.set(site, content);
    const path = `/${fileName(text('filters.reportName', { site }), 'txt')}`;
    const uri = vscode.Uri.from({ scheme: reportScheme, path, query: site });
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  async #filterText({ query }: vscode.Uri): Promise<string> {
    const reference = readReference(query);
    const { text: content, notices } = await this.#store.text(reference);
    return content ?? notices.map(({ message }) => `# ${message}\n`).join('');
  }
}

function readReference(query: string): FilterReference {
  const parameters = new URLSearchParams(query);
  return { site: parameters.get('site') ?? '', id: parameters.get('id') ?? '' };
}
