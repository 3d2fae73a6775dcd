/** The results panel: the runs of a file, of which one is in front, and the parts that show it. */
import { type FrontTable, TableCharts } from '../chart/table-charts.ts';
import { progressBar } from '../progress-bar.ts';
import { createFormat, plainText } from '../cells/cell-format.ts';
import { visible } from '../cells/hidden-characters.ts';
import { type FindMentions, type Mention, mentionFinder } from '../cells/mentions.ts';
import { button, element } from '../dom.ts';
import type { Json } from '#shared/protocol/json.ts';
import { htmlText, remembering } from '#shared/base/read-html.ts';
import { Questions } from '../rows/questions.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import type { FromResultsPanel, Layout, ToResultsPanel } from '#shared/protocol/panel-messages.ts';
import type { Column, TableHeader } from '#shared/protocol/run.ts';
import { cellCommands, columnCommands } from './context-menus.ts';
import { emptyState } from './empty-state.ts';
import { Detail } from '../detail/detail.ts';
import { OpenedValue, type TableOfRun } from '../detail/opened-value.ts';
import { heading } from './heading.ts';
import { noticeList } from '../notice-list.ts';
import { text } from '../panel-texts.ts';
import { popupMenu } from './popup-menu.ts';
import { RunView, entryOf } from './run-view.ts';
import type { PanelMemory, TableMemory } from './panel-memory.ts';
import { type RunState, isComputed, isRefusal } from './run-state.ts';
import { loadMore } from './load-more.ts';
import { SelectionLine } from './selection-line.ts';
import { statusLine } from './status-line.ts';
import { SqlPane } from '../sql/sql-pane.ts';
import { tabList } from './tabs.ts';
import { TableView } from './table-view.ts';
import { toolbar } from './results-toolbar.ts';

const format = createFormat({ now: Date.now, htmlText: remembering(htmlText) });

export interface PanelHost {
  /** The memory from before the panel was covered. */
  readonly memory: PanelMemory;
  readonly send: (message: FromResultsPanel) => void;
  /** Stores the memory for the next document of this panel. */
  readonly remember: (memory: PanelMemory) => void;
}

/** Milliseconds after which the memory is stored: scrolling changes it all the time. */
const rememberAfter = 200;

/** In CSS pixels: a lower panel has no room for some rows and an issue below them. */
const roomForTwo = 540;

export class ResultsPage {
  readonly #host: PanelHost;
  readonly #send: (message: FromResultsPanel) => void;
  readonly #questions: Questions;
  readonly #notices = element('div');
  /** The run and the notices that `#notices` shows; empty = none. */
  #noticesKey = '';
  /** The run whose refused statement is shown, with the reason; empty = none. */
  #refusalKey = '';
  /** The codes of the notices that are no longer shown. */
  readonly #dismissed = new Set<string>();
  readonly #top = element('header', {
    class: 'top',
    children: [element('div'), this.#notices, element('div')],
  });
  readonly #activity = progressBar(text('panel.activity'));
  readonly #stage = element('div', { class: 'stage' });
  readonly #status = element('div', {
    class: 'status',
    attributes: { role: 'status', 'aria-live': 'polite' },
  });
  readonly #reset = button(text('action.reset'), () => this.#resetView(), {
    class: 'secondary',
    title: text('action.resetHint'),
  });
  readonly #selection: SelectionLine;
  readonly #more = element('div', { class: 'more' });
  readonly #opened: OpenedValue;
  readonly #tools;
  readonly #charts: TableCharts;
  readonly #sql: SqlPane;
  readonly #views = new Map<string, RunView>();
  #idle: RunState = { run: '', phase: 'idle', title: '', file: '', started: 0 };
  #view: RunView | undefined;
  #mentions: FindMentions = mentionFinder({ projects: [], wikis: [] });
  /** Further runs of the file do not replace the runs of this panel. */
  #isPinned = false;
  /** The table that is in the document. */
  #mounted: TableView | undefined;
  /** The memory will be stored soon. */
  #remembers = false;
  readonly #clock: ReturnType<typeof setInterval>;

  constructor(body: HTMLElement, host: PanelHost) {
    const { send } = host;
    this.#host = host;
    this.#send = send;
    this.#questions = new Questions(send);
    const detail = new Detail(format, {
      copy: copied => send({ type: 'copy', text: copied }),
      follow: (type, value, aside) => this.#follow(this.#state.run, type, value, aside),
      mentions: content => this.#mentions(content),
      mention: (mention, aside) => this.#followMention(this.#state.run, mention, aside),
      step: by => this.#mounted?.moveRow(by),
      close: () => {
        this.#opened.hide();
        this.#mounted?.focus();
      },
    });
    this.#opened = new OpenedValue(detail, this.#questions);
    this.#selection = new SelectionLine(this.#questions);
    this.#charts = new TableCharts(
      host.memory.charts,
      {
        copy: copied => send({ type: 'copy', text: copied }),
        save: svg => send({ type: 'saveChart', name: this.#view?.fileName ?? '', svg }),
      },
      () => this.#remember(),
    );
    this.#tools = toolbar(
      () => this.#mounted,
      () => ({
        run: this.#state.run,
        fileName: this.#view?.fileName ?? '',
        isComputed: isComputed(this.#state),
        isSql: this.#sql.isShown,
      }),
      send,
      this.#charts.toggle,
    );
    this.#sql = new SqlPane(this.#questions, send, () => this.#remember());
    this.#sql.text = host.memory.sql ?? '';
    addEventListener('focus', () => this.#sql.refresh());
    const foot = element('footer', {
      children: [this.#status, this.#reset, this.#selection.element, this.#more],
    });
    const workspace = element('div', { class: 'workspace', children: [this.#stage, detail.element] });
    const main = element('main', {
      children: [this.#activity.element, this.#sql.element, this.#tools.element, workspace],
    });
    body.append(this.#top, main, foot);
    this.#clock = setInterval(() => {
      if (this.#view && this.#view.waitEnd > 0) this.#renderStatus();
    }, 1000);
    this.#render();
  }

  receive(message: Exclude<ToResultsPanel, { readonly type: 'keep' }>): void {
    if ('question' in message) {
      this.#questions.receive(message);
      return;
    }
    if (message.type === 'copySelection') {
      this.#mounted?.copy(message.format);
      return;
    }
    if (message.type === 'stepIssue') {
      this.#mounted?.stepIssue(message.by);
      return;
    }
    if (message.type === 'mentions') this.#findMentions(mentionFinder(message));
    else if (message.type === 'sql') this.#sql.show(message.statement, message.isNew);
    else if (message.type === 'pinned') this.#isPinned = message.pinned;
    else if (message.type === 'idle')
      this.#idle = { ...this.#idle, title: message.title, file: message.file };
    else if (message.type === 'empty') this.#idle = { ...this.#idle, phase: 'empty' };
    else if (message.type === 'forget') this.#views.delete(message.run);
    else if (message.type === 'start') {
      this.#start(message);
    } else this.#views.get(message.run)?.update(message);
    this.#render();
  }

  /** Moves the focus to the table, or to the main button if no table will come. */
  focus(): void {
    if (this.#stage.ariaBusy === 'true') return;
    if (this.#mounted?.element.hidden === true) this.#charts.toggle.focus();
    else if (this.#mounted) this.#mounted.focus();
    else if (this.#state.phase !== 'running' && this.#state.file !== '')
      this.#top.querySelector<HTMLElement>('.heading button:last-child')?.focus();
  }

  /** Moves the focus to the search field. Returns whether there is one. */
  find(): boolean {
    if (!this.#mounted) return false;
    this.#tools.search.focus();
    this.#tools.search.select();
    return true;
  }

  /** Ends timers and observers when the page is removed from its document. */
  dispose(): void {
    clearInterval(this.#clock);
    this.#mounted?.unmount();
  }

  /** The state for the heading: a SQL view without a result has a run button of its own. */
  get #headed(): RunState {
    const state = this.#state;
    return this.#sql.isShown && state.phase === 'idle' ? { ...state, phase: 'empty' } : state;
  }

  get #state(): RunState {
    return this.#view?.state ?? this.#idle;
  }

  /**
   * Shows a new run in front. A run that the panel showed before it was covered is put in front only if it was there
   * then.
   */
  #start(message: Extract<ToResultsPanel, { readonly type: 'start' }>): void {
    const { run, dismissed = [] } = message;
    for (const code of dismissed) this.#dismissed.add(code);
    const { memory } = this.#host;
    const runMemory = entryOf(memory.runs, run);
    const view = new RunView(message, runMemory, (header, layout, remembered) =>
      this.#makeTable(run, header, layout, remembered),
    );
    const isFront =
      message.front === true || !runMemory || run === memory.shown || run === this.#view?.state.run;
    this.#views.set(run, view);
    if (isFront || !this.#view) this.#view = view;
  }

  #makeTable(
    run: string,
    header: TableHeader,
    layout: Layout | undefined,
    memory: TableMemory | undefined,
  ): TableView {
    const table = header.id;
    const here: TableOfRun = { run, table };
    const columns = (): readonly Column[] => this.#mounted?.columns.shown ?? [];
    return new TableView(header, layout, memory, format, this.#mentions, {
      ask: (question, answered) => this.#questions.window({ run, table, ...question }, answered),
      follow: (place, aside) =>
        this.#opened.whole(here, place, value => this.#follow(run, place.column.type, value, aside)),
      open: place => {
        this.#opened.showValue(here, place);
        this.#mounted?.reveal();
      },
      record: place => {
        this.#opened.showRecord(here, place, columns());
        this.#mounted?.reveal();
      },
      cursor: place => this.#opened.follow(here, place, columns()),
      copyCell: place =>
        this.#opened.whole(here, place, value => this.#send({ type: 'copy', text: plainText(value) })),
      copyRows: excerpt => this.#send({ type: 'copyRows', run, table, ...excerpt }),
      layout: changed => this.#send({ type: 'layout', run, table, layout: changed }),
      cellMenu: beside => this.#cellMenu(beside),
      selected: excerpt => this.#selection.show(excerpt && { run, table, ...excerpt }),
      menu: (column, beside) => this.#columnMenu(column, beside),
      stepped: () => this.#stepped(),
      shown: () => this.#renderStatus(),
      filled: () => {
        this.#render();
        if (document.hasFocus() && document.activeElement === document.body) this.focus();
      },
      gone: () => this.#render(),
      cleared: () => this.#stepped(),
      escape: () => this.#opened.hide(),
      mention: (mention, aside) => this.#followMention(run, mention, aside),
      viewed: () => {
        this.#tools.refresh();
        this.#rememberNow();
      },
      moved: () => this.#remember(),
    });
  }

  #findMentions(find: FindMentions): void {
    this.#mentions = find;
    for (const view of this.#views.values()) for (const table of view.tables.values()) table.mentions = find;
  }

  #columnMenu(column: Column, beside: Element): void {
    const table = this.#mounted;
    if (!table) return;
    const label = text('grid.menu', { title: visible(column.title) });
    popupMenu(label, columnCommands(table, column), beside, () => {
      if (document.activeElement === document.body) table.focus();
    });
  }

  #cellMenu(beside: Element): void {
    const table = this.#mounted;
    if (!table) return;
    popupMenu(text('grid.cellMenu'), cellCommands(table), beside, () => {
      if (document.activeElement === document.body) table.focus();
    });
  }

  /** Updates the search field after other rows are shown, which have a search of their own. */
  #stepped(): void {
    this.#tools.search.value = this.#mounted?.searched ?? '';
    this.#opened.hide();
  }

  #remember(): void {
    if (this.#remembers) return;
    this.#remembers = true;
    setTimeout(() => {
      this.#remembers = false;
      this.#rememberNow();
    }, rememberAfter);
  }

  #rememberNow(): void {
    this.#host.remember({
      shown: this.#state.run,
      charts: this.#charts.memory,
      ...(this.#sql.text !== '' && { sql: this.#sql.text }),
      runs: Object.fromEntries([...this.#views].map(([run, view]) => [run, view.memory])),
    });
  }

  #follow(run: string, as: Column['type'], value: Json | undefined, outside: boolean): void {
    if (typeof value !== 'string') return;
    if (as === 'issue') {
      const rows = this.#mounted?.neighbours;
      const isLow = innerHeight < roomForTwo;
      const place = { ...(rows && { rows }), ...(isLow && { isLow }) };
      this.#send({ type: 'issue', run, key: value, outside, ...place });
      // Below the list, the issue leaves it little room, and says more than its row.
      if (isLow && !outside) this.#opened.hide();
    }
    if (as === 'page' || as === 'user' || as === 'link') this.#send({ type: 'open', run, as, value });
  }

  #followMention(run: string, { kind, value }: Mention, outside: boolean): void {
    if (kind === 'issue') this.#send({ type: 'issue', run, key: value, outside });
    else this.#send({ type: 'open', run, as: kind, value });
  }

  #choose(run: string): void {
    this.#view = this.#views.get(run);
    this.#send({ type: 'shown', run });
    this.#view?.front?.retry();
    this.#render();
    this.#top.querySelector('select')?.focus();
  }

  /** Puts the table in front into the document, and the text of the search field into the table. */
  #mount(): void {
    const table = this.#view?.front;
    const isEmpty = table?.counts.rows === 0 && this.#state.phase === 'finished';
    const isGone = table?.gone === true;
    const isLoading =
      !isEmpty && !isGone && this.#mounted === undefined && table !== undefined && !table.isFilled;
    if (isLoading) table.load();
    this.#stage.ariaBusy = String(isLoading);
    const front = isEmpty || isGone || isLoading ? undefined : table;
    const state: RunState = isLoading ? { ...this.#state, phase: 'running' } : this.#state;
    if (!front) this.#stage.replaceChildren(emptyState(state, isGone, this.#sql.isShown));
    if (front === this.#mounted) return;
    this.#mounted?.unmount();
    this.#mounted = front;
    this.#selection.show(undefined);
    this.#opened.hide();
    if (!front) {
      this.#charts.mount(undefined);
      return;
    }
    this.#tools.search.value = front.searched;
    this.#stage.replaceChildren(front.element);
    this.#sql.makeRoom();
    front.mount();
    this.#charts.mount(this.#drawable(front));
  }

  #drawable(table: TableView): FrontTable {
    const { run } = this.#state;
    return {
      id: `${run}/${table.header.id}`,
      element: table.element,
      get header() {
        return table.header;
      },
      isComputed: () => table.header.comparison === undefined && isComputed(this.#view?.state ?? this.#idle),
      members: () => table.members,
      view: () => table.excerpt().view,
      rows: () => table.counts.rows,
      ask: (question, answered) =>
        this.#questions.window({ run, table: table.header.id, ...question }, answered),
      focus: () => table.focus(),
    };
  }

  #render(): void {
    const buttons = [...this.#top.querySelectorAll('.heading button')];
    const acting = buttons.findIndex(each => each === document.activeElement);
    this.#mount();
    this.#showRefusal();
    const runs = [...this.#views.values()].map(({ state }) => state).toReversed();
    const { finish, phase: now } = this.#state;
    // A run that continues is no longer cancelled. A refused statement has its reason below it.
    const notices = (finish?.notices ?? []).filter(
      notice =>
        (now !== 'running' || notice.code !== 'cancelled') &&
        !(notice.dismissible && this.#dismissed.has(notice.code)) &&
        !(this.#sql.isShown && isRefusal(notice)),
    );
    const head = heading(
      this.#headed,
      runs,
      run => this.#choose(run),
      this.#isPinned,
      this.#sql.isShown,
      this.#send,
    );
    const [headBefore, tabsBefore] = [this.#top.firstElementChild, this.#top.lastElementChild];
    headBefore?.replaceWith(head);
    tabsBefore?.replaceWith(this.#tabs());
    this.#showNotices(notices);
    if (acting >= 0) this.#top.querySelectorAll<HTMLElement>('.heading button')[acting]?.focus();
    this.#activity.show(this.#state.phase === 'running');
    this.#tools.element.hidden = !this.#mounted;
    this.#tools.refresh();
    this.#renderStatus();
    this.#remember();
  }

  /** Shows the notices of the run in front; the same ones stay in the document, as a new alert is read aloud. */
  #showNotices(notices: readonly Notice[]): void {
    const { run } = this.#state;
    const key = notices.length === 0 ? '' : JSON.stringify([run, notices]);
    if (key === this.#noticesKey) return;
    this.#noticesKey = key;
    this.#notices.replaceChildren(
      ...(key === '' ? [] : [noticeList(run, notices, message => this.#answerNotice(message))]),
    );
  }

  /** Shows why the statement in front was refused, once for each run. */
  #showRefusal(): void {
    const { run, finish } = this.#state;
    const refusal = this.#sql.isShown ? finish?.notices.find(isRefusal)?.message : undefined;
    const key = refusal === undefined ? '' : JSON.stringify([run, refusal]);
    if (key === this.#refusalKey) return;
    this.#refusalKey = key;
    this.#sql.refuse(refusal);
  }

  #answerNotice(message: FromResultsPanel): void {
    this.#send(message);
    if (message.type !== 'dismiss') return;
    this.#dismissed.add(message.code);
    this.#render();
    this.focus();
  }

  #tabs(): HTMLElement {
    const tabs = [...(this.#view?.tables.values() ?? [])].map(({ header: { id, title }, counts }) => ({
      id,
      title,
      rows: counts.rows,
    }));
    return tabList(tabs, this.#view?.front?.header.id, id => {
      if (this.#view) this.#view.front = this.#view.tables.get(id);
      this.#view?.front?.retry();
      this.#render();
      this.#top.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
    });
  }

  /** Shows all that the query gives, and moves the focus, because the pressed button vanishes. */
  #resetView(): void {
    this.#mounted?.reset();
    this.#mounted?.focus();
    this.#render();
  }

  #renderStatus(): void {
    this.#charts.refresh();
    const { phase, finish, run } = this.#state;
    const parts = statusLine(this.#state, this.#mounted, this.#view?.waiting ?? 0);
    // A screen reader reads the element when its children change, and waits while it is busy: it says that a run has
    // begun and how it ended, but neither each response nor each second of waiting.
    this.#status.ariaBusy = String(phase === 'running' && this.#state.progress !== undefined);
    const status = this.#status.cloneNode();
    for (const part of parts) status.appendChild(part);
    if (!status.isEqualNode(this.#status)) this.#status.replaceChildren(...status.childNodes);
    this.#reset.hidden = this.#mounted?.isArranged !== true;
    const more = (): void => this.#send({ type: 'more', run });
    this.#more.replaceChildren(...(phase === 'finished' && finish ? loadMore(finish, more) : []));
  }
}
