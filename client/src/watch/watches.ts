/** The watched queries of the workspace: runs them, and shows their state and rows. */
import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { sessionChangedNotification } from '#shared/protocol/sites/login.ts';
import type { QueryReference, RunResult } from '#shared/protocol/run.ts';
import type { CheckResult, Identities } from '#shared/protocol/watch.ts';
import type { Panels } from '../results/open-panels.ts';
import { onNotification, type Requests } from '../requests.ts';
import { canRun, isTrusted } from '../run/preconditions.ts';
import type { Target } from '../run/run-target.ts';
import { counted, reasonOf, text } from '../texts.ts';
import { type CheckOutcome, hasAllRows, outcomeOf, withNewRows } from './check-outcome.ts';
import { chooseAction, pickWatch } from './watch-menu.ts';
import { lensText, nameOf, noNewsText, WatchStatusItem } from './watch-status.ts';
import {
  type Check,
  type KeptWatch,
  type Watch,
  type WatchClock,
  type WatchedQuery,
  WatchSchedule,
} from './watch-schedule.ts';
import { showInformation } from '../user-messages.ts';

const key = 'wikijql.watches';

const clock: WatchClock = {
  now: Date.now,
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

const failed = (message: string): CheckOutcome => ({ kind: 'failed', site: '', message });

/** The present place and interval of a watched query in its file. */
interface PlaceInFile {
  readonly position: QueryReference['range']['start'];
  /** Absent = its `@watch` was removed. */
  readonly interval?: number;
}

export class Watches implements vscode.Disposable {
  readonly #memento: vscode.Memento;
  readonly #requests: Requests;
  readonly #panels: Panels;
  readonly #schedule: WatchSchedule;
  readonly #item = new WatchStatusItem();
  readonly #lensChanged = new vscode.EventEmitter<void>();
  /** Fires when the title of a lens may have changed. */
  readonly onDidChangeLens = this.#lensChanged.event;
  readonly #registrations: vscode.Disposable;
  /** The results of runs whose rows are stored. */
  readonly #results = new Map<
    string,
    {
      readonly position: PlaceInFile['position'];
      readonly check: CheckResult;
      readonly seen: Identities;
    }
  >();
  readonly #stopped = new vscode.CancellationTokenSource();
  #isTelling = false;

  constructor(memento: vscode.Memento, client: BaseLanguageClient, requests: Requests, panels: Panels) {
    this.#memento = memento;
    this.#requests = requests;
    this.#panels = panels;
    this.#schedule = new WatchSchedule(
      clock,
      {
        check: (query, run) => this.#check(query, run),
        release: run => this.#release(run),
        changed: () => this.#changed(),
        news: watch => void this.#tell(watch),
        noNews: watch => void vscode.window.setStatusBarMessage(noNewsText(watch), 8000),
        newId: () => crypto.randomUUID(),
      },
      memento.get<readonly KeptWatch[]>(key, []),
      !vscode.workspace.isTrusted,
    );
    this.#item.show(this.#schedule);
    this.#registrations = vscode.Disposable.from(
      this.#item,
      this.#lensChanged,
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#schedule.unblock()),
      onNotification(client, sessionChangedNotification, ({ site, state }) => {
        if (state === 'signedIn' || state === 'anonymous') this.#schedule.sessionChanged(site);
      }),
    );
  }

  dispose(): void {
    this.#schedule.dispose();
    this.#stopped.cancel();
    this.#stopped.dispose();
    this.#registrations.dispose();
  }

  /** Watches the query at a position; if it is watched already, shows the possible actions. */
  async watch({ uri, position }: Target): Promise<void> {
    if (!isTrusted()) return;
    await vscode.workspace.openTextDocument(uri);
    const place = { uri: uri.toString(), position };
    const context = await this.#requests.context(place);
    if (!canRun(context)) return;
    const queries = await this.#requests.queries({ uri: place.uri });
    const index = queries.findIndex(({ range }) => range.start.line === context.range.start.line);
    const query = queries[index];
    if (query?.watch === undefined) {
      void showInformation(text('watch.noDirective'));
      return;
    }
    const watched = { uri: place.uri, title: query.title, index };
    const existing = this.#schedule.of(watched);
    if (existing) return this.#choose(existing);
    const started = this.#schedule.start(watched, query.watch);
    vscode.window.setStatusBarMessage(text('watch.started', { title: nameOf(started) }), 4000);
  }

  /** The number of new rows of all watches that the user has not looked at. */
  get newRows(): number {
    return this.#schedule.watches.reduce((sum, { fresh }) => sum + fresh, 0);
  }

  /** The title of the lens of a watched query; `undefined` = it is not watched. */
  lensOf(query: WatchedQuery): string | undefined {
    const watch = this.#schedule.of(query);
    return watch && lensText(watch, this.#schedule.isBlocked);
  }

  /** Stops the watches of a file. */
  stopIn(uri: string): void {
    for (const { id, query } of this.#schedule.watches) if (query.uri === uri) this.#schedule.stop(id);
  }

  /** Asks the user for a watch, if there are several, and an action on it. */
  async manage(): Promise<void> {
    const { watches, isBlocked } = this.#schedule;
    const [only] = watches;
    if (only === undefined) {
      void showInformation(text('watch.none'));
      return;
    }
    const chosen = watches.length === 1 ? only : await pickWatch(watches, isBlocked);
    if (chosen === 'pauseAll') for (const { id } of this.#schedule.watches) this.#schedule.pause(id);
    else if (chosen === 'resumeAll') for (const { id } of this.#schedule.watches) this.#schedule.resume(id);
    else if (chosen === 'stopAll') for (const { id } of this.#schedule.watches) this.#schedule.stop(id);
    else if (chosen) await this.#choose(chosen);
  }

  async #choose(watch: Watch): Promise<void> {
    const action = await chooseAction(watch, this.#schedule.isBlocked);
    switch (action) {
      case 'show':
        return this.#show(watch.id);
      case 'check':
        return isTrusted() ? this.#schedule.checkNow(watch.id) : undefined;
      case 'pause':
        return this.#schedule.pause(watch.id);
      case 'resume':
        return this.#schedule.resume(watch.id);
      case 'stop':
        return this.#schedule.stop(watch.id);
      case 'open':
        return this.#open(watch);
      case undefined:
        return undefined;
    }
  }

  #changed(): void {
    this.#item.show(this.#schedule);
    this.#lensChanged.fire();
    void this.#memento.update(key, this.#schedule.kept);
  }

  /** Shows a message about new rows. Rows that arrive while it is open are only counted. */
  async #tell(watch: Watch): Promise<void> {
    if (this.#isTelling) return;
    this.#isTelling = true;
    const show = text('watch.show');
    const values = { title: nameOf(watch), rows: counted('newRow', watch.fresh) };
    const chosen = await showInformation(text('watch.news', values), show);
    this.#isTelling = false;
    if (chosen === show) await this.#show(watch.id);
  }

  /** Shows the rows of the latest run, without another request if they are stored. */
  async #show(id: string): Promise<void> {
    const watch = this.#schedule.get(id);
    if (!watch) return;
    const run = this.#schedule.look(id);
    const keptResult = run === undefined ? undefined : this.#results.get(run);
    const uri = vscode.Uri.parse(watch.query.uri, true);
    if (run !== undefined) this.#results.delete(run);
    if (keptResult) {
      const { position, check, seen } = keptResult;
      const panel = await this.#panels.open(uri);
      const tables = watch.looked ? withNewRows(check.tables, watch.looked, seen) : check.tables;
      panel.adopt(position, { ...check, tables });
    } else {
      const located = await this.#find(watch.query);
      if (located) await vscode.commands.executeCommand('wikijql.run', watch.query.uri, located.position);
    }
  }

  /** Marks the new rows of a watched query that the user has run, and counts them as looked at. */
  async ran({ uri, position }: Target, result: RunResult): Promise<void> {
    if (this.#schedule.watches.length === 0 || !hasAllRows(result)) return;
    const queries = await this.#requests.queries({ uri: uri.toString() });
    const index = queries.findLastIndex(({ range }) => range.start.line <= position.line);
    const title = queries[index]?.title ?? '';
    const watch = this.#schedule.of({ uri: uri.toString(), title, index });
    const before = watch?.looked ?? watch?.seen;
    if (!watch || !before || watch.site !== result.site?.name) return;
    const now = await this.#requests.identities({ run: result.run });
    this.#panels.showing(result.run)?.runs.mark(result.run, tables => withNewRows(tables, before, now));
    const earlier = this.#schedule.look(watch.id, now);
    if (earlier !== undefined) this.#release(earlier);
  }

  async #open({ query }: Watch): Promise<void> {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(query.uri, true));
    const located = await this.#find(query);
    const at = new vscode.Position(located?.position.line ?? 0, 0);
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
  }

  #release(run: string): void {
    this.#results.delete(run);
    this.#requests.release({ run }).catch(() => undefined);
  }

  /** The present place of a watched query; `undefined` = the file has no such query. */
  async #find({ uri, title, index }: WatchedQuery): Promise<PlaceInFile | undefined> {
    await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
    const queries = await this.#requests.queries({ uri });
    const sameTitle = queries.filter(query => query.title === title);
    const match =
      title === '' ? queries[index] : (sameTitle.find(query => query === queries[index]) ?? sameTitle[0]);
    if (match?.title !== title) return undefined;
    return {
      position: match.range.start,
      ...(match.watch !== undefined && { interval: match.watch }),
    };
  }

  async #check(query: WatchedQuery, run: string): Promise<Check> {
    try {
      const located = await this.#find(query);
      if (located === undefined) return { outcome: failed(text('watch.gone')) };
      const { position, interval } = located;
      if (interval === undefined) return { outcome: { kind: 'ended' } };
      const params = { run, uri: query.uri, position };
      const check = await this.#requests.check(params, this.#stopped.token);
      const seen = await this.#requests.identities({ run });
      const outcome = outcomeOf(check.result, seen);
      if (outcome.kind === 'rows') this.#results.set(run, { position, check, seen });
      return { outcome, interval };
    } catch (error) {
      return { outcome: failed(reasonOf(error)) };
    }
  }
}
