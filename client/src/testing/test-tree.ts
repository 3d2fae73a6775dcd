/** The tests of the Testing view: files, and below each its queries with expectations. */
import * as vscode from 'vscode';
import type { ExpectedFile, ExpectedQuery } from '#shared/protocol/documents/expectations.ts';

export class TestTree {
  readonly #controller: vscode.TestController;
  readonly #editions = new WeakMap<vscode.TestItem, string>();

  constructor(controller: vscode.TestController) {
    this.#controller = controller;
  }

  /** The edition of a query's test at the last update; `undefined` = the item is a file. */
  editionOf(item: vscode.TestItem): string | undefined {
    return this.#editions.get(item);
  }

  /** Replaces all files. */
  show(files: readonly ExpectedFile[]): void {
    const ids = new Set(files.map(file => idOf(file)));
    const removedItems = [...this.#controller.items].filter(([id]) => !ids.has(id));
    for (const [id] of removedItems) this.#controller.items.delete(id);
    for (const file of files) this.update(file);
  }

  /** Updates the queries of a file; items that stay keep their results. */
  update(file: ExpectedFile): void {
    const { items } = this.#controller;
    const id = idOf(file);
    if (file.queries.length === 0) {
      items.delete(id);
      return;
    }
    const uri = vscode.Uri.parse(file.uri, true);
    const item =
      items.get(id) ?? this.#controller.createTestItem(id, vscode.workspace.asRelativePath(uri), uri);
    const numbers = new Map<string, number>();
    const children = file.queries.map(query => {
      const number = (numbers.get(query.title) ?? 0) + 1;
      numbers.set(query.title, number);
      return this.#queryItem(item, uri, `${id}#${number} ${query.title}`, query);
    });
    item.children.replace(children);
    items.add(item);
  }

  #queryItem(
    file: vscode.TestItem,
    uri: vscode.Uri,
    id: string,
    { title, range, expectations, edition }: ExpectedQuery,
  ): vscode.TestItem {
    const item = file.children.get(id) ?? this.#controller.createTestItem(id, title, uri);
    const { start } = range;
    item.range = new vscode.Range(start.line, start.character, range.end.line, range.end.character);
    item.description = expectations.join('; ');
    item.sortText = String(start.line).padStart(8, '0');
    this.#editions.set(item, edition);
    return item;
  }

  /** The queries of a test run, in the order of the files. */
  queriesOf({ include, exclude = [] }: vscode.TestRunRequest): readonly vscode.TestItem[] {
    const excludedItems = new Set(exclude);
    const items = new Map<string, vscode.TestItem>();
    const add = (item: vscode.TestItem): void => {
      if (excludedItems.has(item)) return;
      if (item.children.size > 0) for (const [, child] of item.children) add(child);
      else items.set(item.id, item);
    };
    if (include) for (const item of include) add(this.#current(item) ?? item);
    else for (const [, item] of this.#controller.items) add(item);
    return [...items.values()];
  }

  /** The present item with the id of an earlier one; `undefined` = none. */
  #current({ id, parent }: vscode.TestItem): vscode.TestItem | undefined {
    return parent ? this.#controller.items.get(parent.id)?.children.get(id) : this.#controller.items.get(id);
  }
}

const idOf = ({ uri }: ExpectedFile): string => vscode.Uri.parse(uri, true).toString();
