/**
 * All results panels: one for each query file, reused from run to run and restored after a reload, and pinned ones,
 * which further runs do not replace. Each is a tab among the editors or a page in the panel area.
 */
import * as vscode from 'vscode';
import type { BaseLanguageClient, Position } from 'vscode-languageclient';
import { type KeptRun, isKeptRun } from '#shared/protocol/panel-messages.ts';
import { tableNotification } from '#shared/protocol/results.ts';
import { progressNotification } from '#shared/protocol/run.ts';
import { onNotification, type Requests } from '../requests.ts';
import { groupForPanel, isAreaChosen, onPlaceChange } from './panel-place.ts';
import { type ResultSurface, tabSurface, viewType } from './result-surface.ts';
import { RunStarts } from '../run/run-starts.ts';
import type { Target } from '../run/run-target.ts';
import { ResultsArea } from './results-area.ts';
import { RowExports } from './copy-and-export.ts';
import { type PanelServices, ResultPanel, type RunObserver } from './result-panel.ts';

export class Panels {
  /** The panels by the address of the file whose runs they show. */
  readonly #panels = new Map<string, ResultPanel>();
  readonly #all = new Set<ResultPanel>();
  readonly #services: PanelServices;
  readonly #area: ResultsArea;
  readonly #ran = new vscode.EventEmitter<void>();
  /** Fires when the last active run has ended. */
  readonly onDidRun = this.#ran.event;

  /** Runs that no panel shows yet. */
  readonly starts = new RunStarts();

  constructor(
    context: vscode.ExtensionContext,
    client: BaseLanguageClient,
    requests: Requests,
    history: RunObserver,
    issues: PanelServices['issues'],
  ) {
    const exports = new RowExports(client, requests, context.globalStorageUri);
    this.#services = {
      context,
      requests,
      exports,
      issues,
      history: {
        recordRun: (uri, run, result) => history.recordRun(uri, run, result),
        keepRowsOf: run => history.keepRowsOf(run) || this.showing(run.id) !== undefined,
      },
      activity: () => this.#announceActivity(),
      pinned: panel => this.#pinned(panel),
    };
    this.#area = new ResultsArea(context.extensionUri, state => {
      const keptRun = this.#missing(state);
      if (keptRun) this.#adopt(keptRun.uri, this.#area.open(), keptRun.run);
    });
    context.subscriptions.push(
      exports,
      this.#ran,
      this.#area.register(),
      onPlaceChange(() => {
        if (!isAreaChosen()) this.#area.closeAll();
      }),
      onNotification(client, progressNotification, progress => {
        const deliver = (): void => {
          for (const panel of this.#all) panel.runs.progress(progress);
        };
        if (!this.starts.hold(progress.run, deliver, progress.title)) deliver();
      }),
      onNotification(client, tableNotification, state => {
        const deliver = (): void => {
          for (const panel of this.#all) panel.runs.table(state);
        };
        if (!this.starts.hold(state.run, deliver)) deliver();
      }),
      vscode.window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: async (panel, state: unknown) => {
          const keptRun = this.#missing(state);
          if (keptRun) this.#adopt(keptRun.uri, this.#tab(keptRun.uri, panel), keptRun.run);
          else panel.dispose();
        },
      }),
    );
  }

  /** The panel that has the focus. */
  get active(): ResultPanel | undefined {
    return [...this.#all].find(panel => panel.active);
  }

  /** The panel for a command from the palette, which takes the focus away from the panel area. */
  get current(): ResultPanel | undefined {
    return this.active ?? [...this.#all].find(panel => panel.isVisibleInArea);
  }

  /** The panel that has a run. */
  showing(run: string): ResultPanel | undefined {
    return [...this.#all].find(panel => panel.runs.get(run) !== undefined);
  }

  of(uri: vscode.Uri): ResultPanel | undefined {
    return this.#panels.get(uri.toString());
  }

  /**
   * The panel of a file. A new one opens in the panel area if the setting says so, else among other results, else
   * beside or below the editor.
   */
  async open(uri: vscode.Uri): Promise<ResultPanel> {
    const existing = this.of(uri);
    if (existing) return existing;
    if (isAreaChosen()) return this.#adopt(uri, this.#area.open());
    const viewColumn = await groupForPanel(viewType);
    return this.of(uri) ?? this.#adopt(uri, this.#tab(uri, createPanel(viewColumn)));
  }

  /**
   * Makes a panel that a notebook shows: it has no tab, and is not the panel of a file.
   *
   * @param inFile returns where a position of the cell is in the file of the notebook, by which the history knows the run
   */
  host(uri: vscode.Uri, surface: ResultSurface, inFile: (position: Position) => Target): ResultPanel {
    const { history: observer } = this.#services;
    const history: RunObserver = {
      recordRun: (_, run, result) => {
        const file = inFile(run.position);
        observer.recordRun(file.uri, { ...run, position: file.position }, result);
      },
      keepRowsOf: run => observer.keepRowsOf({ ...run, position: inFile(run.position).position }),
    };
    const resultPanel = new ResultPanel(uri, surface, { ...this.#services, history });
    this.#all.add(resultPanel);
    surface.onDidDispose(() => this.#all.delete(resultPanel));
    return resultPanel;
  }

  /** Gives the panels of a file another address. */
  move(from: vscode.Uri, to: vscode.Uri): void {
    const current = this.of(from);
    this.#panels.delete(from.toString());
    if (current) this.#panels.set(to.toString(), current);
    for (const panel of this.#all) if (panel.uri.toString() === from.toString()) panel.move(to);
  }

  cancelAll(): void {
    for (const panel of this.#all) panel.runs.cancel();
  }

  /** The run of a panel before a reload, unless a newer panel of the same file is open. */
  #missing(state: unknown): { readonly uri: vscode.Uri; readonly run: KeptRun } | undefined {
    if (!isKeptRun(state)) return undefined;
    const uri = vscode.Uri.parse(state.uri, true);
    return this.of(uri) ? undefined : { uri, run: state };
  }

  #tab(uri: vscode.Uri, panel: vscode.WebviewPanel): ResultSurface {
    const language = uri.path.endsWith('.jql') ? 'jql' : 'wikiquery';
    return tabSurface(panel, this.#services.context.extensionUri, language);
  }

  #adopt(uri: vscode.Uri, surface: ResultSurface, kept?: KeptRun): ResultPanel {
    const resultPanel = new ResultPanel(uri, surface, this.#services, kept);
    this.#panels.set(uri.toString(), resultPanel);
    this.#all.add(resultPanel);
    surface.onDidDispose(() => {
      this.#all.delete(resultPanel);
      if (this.of(resultPanel.uri) === resultPanel) this.#panels.delete(resultPanel.uri.toString());
    });
    return resultPanel;
  }

  /**
   * Updates the panel of a file: a pinned panel is not used for further runs; an unpinned one is, unless there is a
   * newer one.
   */
  #pinned(panel: ResultPanel): void {
    const { uri } = panel;
    const current = this.of(uri);
    if (panel.isPinned && current === panel) this.#panels.delete(uri.toString());
    else if (!panel.isPinned && !current) this.#panels.set(uri.toString(), panel);
  }

  #announceActivity(): void {
    const running = [...this.#all].some(panel => panel.runs.underWay > 0);
    void vscode.commands.executeCommand('setContext', 'wikijql.running', running);
    if (!running) this.#ran.fire();
  }
}

const createPanel = (viewColumn: vscode.ViewColumn): vscode.WebviewPanel =>
  vscode.window.createWebviewPanel(viewType, '', { viewColumn, preserveFocus: true });
