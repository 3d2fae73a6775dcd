/** The results panel of a query file: shows its runs, and handles the actions of the user. */
import * as vscode from 'vscode';
import type { Position } from 'vscode-languageclient';
import { answerTo, isQuestion } from '#shared/protocol/panel-answers.ts';
import {
  type FromResultsPanel,
  type KeptRun,
  type MentionSources,
  type ToResultsPanel,
  isFromResultsPanel,
} from '#shared/protocol/panel-messages.ts';
import type { CopyFormat } from '#shared/protocol/results.ts';
import type { RunResult } from '#shared/protocol/run.ts';
import type { RanQuery } from '#shared/protocol/snapshots.ts';
import { isClosedDraft, runInNewDraft } from '../run/closed-draft.ts';
import { entryOf } from '../history/history-log.ts';
import type { CheckResult } from '#shared/protocol/watch.ts';
import type { Requests } from '../requests.ts';
import { section } from '../settings.ts';
import { fileNameOf, text } from '../texts.ts';
import { Channel } from './panel-channel.ts';
import type { ResultSurface } from './result-surface.ts';
import { keepLayout, type QueryName, readLayouts } from './column-layouts.ts';
import { pageRootOf } from '#shared/base/site-address.ts';
import { browseAddress } from './result-links.ts';
import { sitesNow } from '../sites/add-site.ts';
import { dismissedNotices, dismissNotice } from './dismissed-notices.ts';
import { copy, openOutside } from './host-actions.ts';
import { openWikiAddress, openWikiPage } from '../sites/wiki-pages.ts';
import { mentionSources, trackerWith } from './mention-sources.ts';
import type { Issues } from '../issue/open-issues.ts';
import { type Origin, type RowExports, saveChart } from './copy-and-export.ts';
import { isSqlUri, keepStatement, lastStatement } from './sql-view.ts';
import { locateQuery } from '../run/run-target.ts';
import { type BegunRun, type Derived, replayOf, type Run, Runs } from './runs.ts';

export interface PanelServices {
  readonly context: vscode.ExtensionContext;
  readonly requests: Requests;
  readonly exports: RowExports;
  /** The number of active runs changed. */
  readonly activity: () => void;
  /** The panel was pinned or unpinned. */
  readonly pinned: (panel: ResultPanel) => void;
  readonly history: RunObserver;
  readonly issues: Pick<Issues, 'open'>;
}

/** Observes the runs of all panels. */
export interface RunObserver {
  recordRun(uri: vscode.Uri, run: Readonly<Run>, result: RunResult): void;
  /** The panel removes a run; returns whether its rows are still used. */
  keepRowsOf(run: Run): boolean;
}

export class ResultPanel {
  readonly runs: Runs;
  #uri: vscode.Uri;
  readonly #surface: ResultSurface;
  readonly #services: PanelServices;
  readonly #channel: Channel<ToResultsPanel, FromResultsPanel>;
  /** The query of a panel that was restored after a reload. */
  #keptRun: KeptRun | undefined;
  #shown: string | undefined;
  #mentions: MentionSources | undefined;
  /** The runs as a workbook names them, by their ids. */
  readonly #about = new Map<string, RanQuery>();
  #isPinned = false;
  #isOpen = true;

  constructor(uri: vscode.Uri, surface: ResultSurface, services: PanelServices, kept?: KeptRun) {
    this.#uri = uri;
    this.#surface = surface;
    this.#services = services;
    this.#keptRun = kept;
    this.#channel = new Channel(
      surface.port,
      isFromResultsPanel,
      message => void this.#receive(message),
      () => this.#replay(),
    );
    this.runs = new Runs(services.requests, {
      send: message => this.#channel.send(message),
      activity: services.activity,
      ended: (run, result) => {
        services.history.recordRun(this.uri, run, result);
        const entry = entryOf(this.uri.toString(), run.position, result, run.started);
        if (entry) this.#about.set(run.id, entry.about);
        if (result.rows > 0) void this.#findMentions();
      },
      keepRowsOf: run => {
        this.#about.delete(run.id);
        return services.history.keepRowsOf(run);
      },
    });
    surface.title = this.#title;
    surface.onDidDispose(() => {
      this.#isOpen = false;
      this.runs.dispose();
    });
    surface.onDidHide(() => this.#channel.restart());
  }

  /** The file whose runs it shows. */
  get uri(): vscode.Uri {
    return this.#uri;
  }

  /** Gives the file another address. */
  move(uri: vscode.Uri): void {
    this.#uri = uri;
    if (this.#keptRun === undefined) return;
    this.#keptRun = { ...this.#keptRun, uri: uri.toString() };
    this.#channel.send({ type: 'keep', state: this.#keptRun });
  }

  /** Whether further runs of the file do not replace the runs of this panel. */
  get isPinned(): boolean {
    return this.#isPinned;
  }

  pin(isPinned: boolean): void {
    this.#isPinned = isPinned;
    this.#surface.title = isPinned ? text('panel.pinned', { title: this.#title }) : this.#title;
    this.#channel.send({ type: 'pinned', pinned: isPinned });
    this.#services.pinned(this);
  }

  get #title(): string {
    return text('panel.title', { title: fileNameOf(this.uri) });
  }

  get active(): boolean {
    return this.#surface.active;
  }

  /** Whether the panel is visible in the panel area. */
  get isVisibleInArea(): boolean {
    return this.#surface.isInArea && this.#surface.visible;
  }

  /** The run in front; `undefined` = none. */
  get shown(): string | undefined {
    return this.#shown ?? this.runs.latest?.id;
  }

  reveal(): void {
    if (!this.#surface.visible) void this.#surface.show();
  }

  /** Shows a run that the server has begun. */
  async follow(begun: BegunRun): Promise<RunResult> {
    return this.runs.follow(begun, run => this.#begin(run, begun.position));
  }

  /** Runs a statement about stored rows, and remembers it. */
  async runSql(sql: string): Promise<RunResult> {
    await keepStatement(this.#services.context.workspaceState, sql);
    return this.runs.runSql(sql, run => this.#begin(run, run.position));
  }

  /** Shows a statement; without one, the current statement, or else the last one. */
  showSql(statement?: string): void {
    void this.#surface.show(true);
    if (statement !== undefined) void keepStatement(this.#services.context.workspaceState, statement);
    this.#channel.send({
      ...this.#sql(),
      isNew: statement !== undefined,
      ...(statement !== undefined && { statement }),
    });
  }

  #sql(): Extract<ToResultsPanel, { readonly type: 'sql' }> {
    return { type: 'sql', statement: lastStatement(this.#services.context.workspaceState), isNew: false };
  }

  /** Shows a run that is made of stored rows. */
  async derive(
    derived: Derived,
    request: (run: string, token: vscode.CancellationToken) => Promise<RunResult>,
  ): Promise<RunResult> {
    const result = await this.runs.derive(derived, request, run => this.#begin(run, derived.position));
    if (result.rows > 0) void this.#findMentions();
    return result;
  }

  /** Brings a run of this panel to the front. @param run a run that no panel has */
  bringToFront(id: string, run?: Run): void {
    if (run) this.runs.restore(run);
    const restored = this.runs.get(id);
    if (!restored) return;
    this.#begin(restored, restored.position, true);
    for (const message of replayOf(restored)) this.#channel.send(message);
  }

  /** Shows a run that was made in the background. */
  adopt(position: Position, check: CheckResult): void {
    this.runs.adopt(position, check, run => this.#begin(run, position));
  }

  /** Brings a run to the front that has just begun. */
  #begin(run: Pick<Run, 'id' | 'name' | 'started'>, position: Position, isKnown = false): void {
    this.reveal();
    const file = fileNameOf(this.uri);
    this.#keptRun = { uri: this.uri.toString(), position, title: run.name, file };
    this.#shown = run.id;
    this.#channel.send(isKnown ? { ...this.#startOf(run), front: true } : this.#startOf(run));
    this.#channel.send({ type: 'keep', state: this.#keptRun });
  }

  #startOf(run: Pick<Run, 'id' | 'name' | 'started'>): Extract<ToResultsPanel, { readonly type: 'start' }> {
    return {
      type: 'start',
      run: run.id,
      title: run.name,
      file: fileNameOf(this.uri),
      started: run.started,
      layouts: readLayouts(this.#services.context.workspaceState, this.#queryOf(run.name)),
      dismissed: [...dismissedNotices(this.#services.context.globalState)],
    };
  }

  #originOf(run: string): Origin {
    return { about: this.#about.get(run), fetched: this.runs.get(run)?.finish };
  }

  #queryOf(title: string): QueryName {
    return { uri: this.uri.toString(), title };
  }

  /** Copies the selection of the table. */
  copySelection(format: CopyFormat): void {
    this.#channel.send({ type: 'copySelection', format });
  }

  /** The messages for a new document of the panel. */
  #replay(): readonly ToResultsPanel[] {
    return [
      ...(isSqlUri(this.uri) ? [this.#sql()] : []),
      ...(this.#mentions ? [{ type: 'mentions' as const, ...this.#mentions }] : []),
      ...this.#replayRuns(),
    ];
  }

  /**
   * Updates the targets that texts can mention, of which the server knows more after a run; without an answer they
   * stay.
   */
  async #findMentions(): Promise<void> {
    const sources = await mentionSources(this.#services.requests, this.uri).catch(() => undefined);
    if (!sources || JSON.stringify(sources) === JSON.stringify(this.#mentions)) return;
    this.#mentions = sources;
    this.#channel.send({ type: 'mentions', ...sources });
  }

  #replayRuns(): readonly ToResultsPanel[] {
    const keptRun = this.#keptRun;
    const runs = [...this.runs.all].flatMap(run => [this.#startOf(run), ...replayOf(run)]);
    if (!keptRun)
      return isSqlUri(this.uri) ? [{ type: 'idle', title: '', file: fileNameOf(this.uri) }] : runs;
    if (runs.length === 0) return [{ type: 'idle', title: keptRun.title, file: keptRun.file }];
    return [...runs, { type: 'pinned', pinned: this.#isPinned }, { type: 'keep', state: keptRun }];
  }

  /**
   * Runs a query of this panel again, at its current place, or makes a comparison again; without an id, the one in
   * front.
   */
  async rerun(id = this.shown): Promise<unknown> {
    const run = id === undefined ? undefined : this.runs.get(id);
    if (run?.again) return run.again();
    const before = run ?? this.#keptRun;
    if (isSqlUri(this.uri))
      return this.runSql(run?.sql ?? lastStatement(this.#services.context.workspaceState));
    if (!before) return undefined;
    const about = id === undefined ? undefined : this.#about.get(id);
    if (about && isClosedDraft(this.uri)) return runInNewDraft(about);
    const title = 'name' in before ? before.name : before.title;
    const query = { title, position: before.position };
    const position = await locateQuery(this.#services.requests, this.uri, query);
    return vscode.commands.executeCommand('wikijql.run', this.uri.toString(), position);
  }

  async #receive(message: FromResultsPanel): Promise<unknown> {
    if (isQuestion(message)) {
      this.#channel.send(await answerTo(message, this.#services.requests.ask));
      return;
    }
    switch (message.type) {
      case 'ready':
        return;
      case 'shown':
        this.#shown = message.run;
        return;
      case 'rerun':
        return this.rerun(message.run);
      case 'pin':
        this.pin(message.pinned);
        return;
      case 'focused':
        this.#surface.focused(message.focused);
        return;
      case 'cancel':
        return this.runs.cancel(message.run);
      case 'more':
        return this.runs.more(message.run);
      case 'stored':
        return vscode.commands.executeCommand(`wikijql.${message.command}`, message.run);
      case 'raw':
        return vscode.commands.executeCommand('wikijql.showRaw', message.run);
      case 'open':
        return this.#open(message);
      case 'issue':
        return this.#openIssue(message);
      case 'layout':
        return keepLayout(
          this.#services.context.workspaceState,
          this.#queryOf(this.runs.get(message.run)?.name ?? ''),
          message.table,
          message.layout,
        );
      case 'action':
        return this.#help(message.action, message.run);
      case 'dismiss':
        return dismissNotice(this.#services.context.globalState, message.code);
      case 'reveal':
        return this.#revealInFile(message.range);
      case 'openSql':
        return vscode.commands.executeCommand('wikijql.queryWithSql');
      case 'runSql':
        await this.runSql(message.sql);
        return;
      case 'copy':
        return copy(message.text);
      case 'saveChart':
        return saveChart(message.name, message.svg, this.uri);
      case 'copyRows':
        return this.#services.exports.copy(message, this.uri, this.#originOf(message.run));
      case 'export':
        return this.#services.exports.save(message, this.uri, this.#originOf(message.run));
    }
  }

  async #open({ run, as, value }: Extract<FromResultsPanel, { readonly type: 'open' }>): Promise<void> {
    const { pageUrl, site } = this.runs.get(run) ?? {};
    if (as === 'wikiAddress') return openWikiAddress(value);
    if (as !== 'wikiPage') return openOutside(as, value, pageUrl);
    // The texts of a wiki refer to pages of that wiki.
    return pageUrl === undefined
      ? openWikiPage(value, site?.kind === 'wiki')
      : openOutside('page', value, pageUrl);
  }

  async #openIssue({
    run,
    key,
    outside,
    rows,
    isLow = false,
  }: Extract<FromResultsPanel, { readonly type: 'issue' }>): Promise<void> {
    const site = this.runs.get(run)?.site;
    const tracker =
      site?.kind === 'tracker' ? site.name : await trackerWith(key, this.#services.requests, this.uri);
    const entry = tracker === undefined ? undefined : sitesNow()[tracker];
    const pages = entry && pageRootOf(entry);
    if (outside && pages !== undefined)
      return openOutside('link', browseAddress(pages, key) ?? '', undefined);
    if (tracker === undefined || !rows)
      return vscode.commands.executeCommand('wikijql.fetchIssue', key, tracker);
    const surface = this.#surface;
    return this.#services.issues.open(
      { reference: key, site: tracker },
      {
        rows,
        isInArea: surface.isInArea,
        isLow,
        get isActive() {
          return surface.active;
        },
        step: by => this.#channel.send({ type: 'stepIssue', by }),
        focus: async () => {
          if (this.#isOpen) await surface.show(true);
        },
      },
    );
  }

  async #help(
    action: Extract<FromResultsPanel, { readonly type: 'action' }>['action'],
    run: string,
  ): Promise<unknown> {
    if (action === 'retry') return this.rerun(run);
    if (action === 'configureSite') return vscode.commands.executeCommand('wikijql.addSite');
    if (action === 'checkSite')
      return vscode.commands.executeCommand('wikijql.sites.diagnose', this.runs.get(run)?.site?.name);
    if (action === 'signIn' || action === 'switchAccount') return this.#signIn(run, action);
    const settings = action === 'setContact' ? `@id:${section}.contact` : section;
    return vscode.commands.executeCommand('workbench.action.openSettings', settings);
  }

  /** Signs in to the site of a run, and repeats the run in the new session. */
  async #signIn(run: string, action: 'signIn' | 'switchAccount'): Promise<void> {
    const site = this.runs.get(run)?.site?.name;
    const session = await vscode.commands.executeCommand<string | undefined>(`wikijql.${action}`, site);
    if (session) await this.rerun(run);
  }

  async #revealInFile({
    start,
    end,
  }: Extract<FromResultsPanel, { readonly type: 'reveal' }>['range']): Promise<void> {
    const selection = new vscode.Range(start.line, start.character, end.line, end.character);
    const open = vscode.window.visibleTextEditors.find(
      ({ document }) => document.uri.toString() === this.uri.toString(),
    );
    await vscode.window.showTextDocument(this.uri, {
      selection,
      viewColumn: open?.viewColumn ?? vscode.ViewColumn.One,
    });
  }
}
