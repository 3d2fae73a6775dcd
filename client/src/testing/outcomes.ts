/** How the expectations of queries ended last: kept in the state of the workspace, bounded. */
import * as v from 'valibot';
import * as vscode from 'vscode';
import { list } from '../../../server/src/protocol/schema.ts';

const outcomeSchema = v.picklist(['passed', 'failed']);
export type Outcome = v.InferOutput<typeof outcomeSchema>;

/** Queries by their file and title, each with its outcome, the latest last. */
const keptSchema = list(v.tuple([v.string(), outcomeSchema]));

const key = 'wikijql.outcomes';
/** Queries that are remembered. */
const mostQueries = 500;

/** Characters of a title that tell it apart: it can be the first line of a query. */
const longestTitle = 200;

const keyOf = (uri: vscode.Uri, title: string): string =>
  `${uri.toString()}\n${title.slice(0, longestTitle).toWellFormed()}`;

export class Outcomes implements vscode.Disposable {
  readonly #memento: vscode.Memento;
  readonly #known: Map<string, Outcome>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
    const kept: unknown = memento.get(key);
    this.#known = new Map(v.is(keptSchema, kept) ? kept : []);
  }

  /** `undefined` = they were not checked, or the query has none. */
  of(uri: vscode.Uri, title: string): Outcome | undefined {
    return this.#known.get(keyOf(uri, title));
  }

  set(uri: vscode.Uri, title: string, outcome: Outcome): void {
    const query = keyOf(uri, title);
    this.#known.delete(query);
    this.#known.set(query, outcome);
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostQueries && oldest !== undefined) this.#known.delete(oldest);
    this.#changed.fire();
    void this.#memento.update(key, [...this.#known]);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
