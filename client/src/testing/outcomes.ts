/** The last outcomes of the expectations of queries, stored in the state of the workspace and limited in number. */
import * as v from 'valibot';
import * as vscode from 'vscode';
import { list } from '#shared/protocol/schema.ts';

const outcomeSchema = v.picklist(['passed', 'failed']);
export type Outcome = v.InferOutput<typeof outcomeSchema>;

/** Queries by file and title, each with its outcome, the latest last. */
const keptSchema = list(v.tuple([v.string(), outcomeSchema]));

const key = 'wikijql.outcomes';
/** The maximum number of queries that are stored. */
const maxQueries = 500;

/** The maximum length of a title in a key, in characters: it can be the first line of a query. */
const maxTitleLength = 200;

const keyOf = (uri: vscode.Uri, title: string): string =>
  `${uri.toString()}\n${title.slice(0, maxTitleLength).toWellFormed()}`;

export class Outcomes implements vscode.Disposable {
  readonly #memento: vscode.Memento;
  readonly #outcomes: Map<string, Outcome>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
    const stored: unknown = memento.get(key);
    this.#outcomes = new Map(v.is(keptSchema, stored) ? stored : []);
  }

  /** The outcome of a query; `undefined` = not checked, or without expectations. */
  of(uri: vscode.Uri, title: string): Outcome | undefined {
    return this.#outcomes.get(keyOf(uri, title));
  }

  set(uri: vscode.Uri, title: string, outcome: Outcome): void {
    const query = keyOf(uri, title);
    this.#outcomes.delete(query);
    this.#outcomes.set(query, outcome);
    const [oldest] = this.#outcomes.keys();
    if (this.#outcomes.size > maxQueries && oldest !== undefined) this.#outcomes.delete(oldest);
    this.#changed.fire();
    void this.#memento.update(key, [...this.#outcomes]);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
