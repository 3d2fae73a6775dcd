/** The whole panel: the runs of a file, of which one is in front, and the parts that show it. */
import { progressBar } from '../progress-bar.ts';
import { createFormat } from '../cells/cell-format.ts';
import { element } from '../dom.ts';
import type { GridPlace } from '../grid/grid-model.ts';
import { htmlText, remembering } from '../read-html.ts';
import type {
  FromResultsPanel,
  Layout,
  ToResultsPanel,
} from '../../../server/src/protocol/panel-messages.ts';
import type { TableHeader } from '../../../server/src/protocol/run.ts';
import type { Store } from '../rows/store.ts';
import { emptyState } from './empty-state.ts';
import { Detail } from './detail.ts';
import { heading } from './heading.ts';
import { noticeList } from '../notices.ts';
import { text } from '../texts.ts';
import { RunView } from './run-view.ts';
import type { RunState } from './run-state.ts';
import { loadMore } from './load-more.ts';
import { statusLine } from './status-line.ts';
import { tabList } from './tabs.ts';
import { TableView } from './table-view.ts';
import { toolbar } from './toolbar.ts';

const format = createFormat({ now: Date.now, htmlText: remembering(htmlText) });

export class ResultsPage {
  readonly #send: (message: FromResultsPanel) => void;
  readonly #top = element('header', { class: 'top' });
  readonly #activity = progressBar(text('panel.activity'));
  readonly #stage = element('div', { class: 'stage' });
  readonly #status = element('div', {
    class: 'status',
    attributes: { role: 'status', 'aria-live': 'polite' },
  });
  readonly #more = element('div', { class: 'more' });
  readonly #detail: Detail;
  readonly #tools;
  readonly #views = new Map<string, RunView>();
  #idle: RunState = { run: '', phase: 'idle', title: '', file: '', started: 0, step: 0 };
  #view: RunView | undefined;
  /** The table in the document. */
  #mounted: TableView | undefined;

  constructor(host: HTMLElement, send: (message: FromResultsPanel) => void) {
    this.#send = send;
    this.#detail = new Detail(format, {
      copy: copied => send({ type: 'copy', text: copied }),
      close: () => {
        this.#detail.hide();
        this.#mounted?.focus();
      },
    });
    this.#tools = toolbar(
      () => this.#mounted,
      () => send({ type: 'raw', run: this.#state.run }),
      send,
    );
    const foot = element('footer', { children: [this.#status, this.#more] });
    const workspace = element('div', { class: 'workspace', children: [this.#stage, this.#detail.element] });
    const main = element('main', { children: [this.#activity.element, this.#tools.element, workspace] });
    host.append(this.#top, main, foot);
    setInterval(() => {
      if (this.#view && this.#view.waitEnd > 0) this.#renderStatus();
    }, 1000);
    this.#render();
  }

  receive(message: Exclude<ToResultsPanel, { readonly type: 'keep' }>): void {
    if (message.type === 'idle') this.#idle = { ...this.#idle, title: message.title, file: message.file };
    else if (message.type === 'forget') this.#views.delete(message.run);
    else if (message.type === 'start') {
      const view = new RunView(message, (header, layout) => this.#makeTable(header, layout));
      this.#views.set(message.run, view);
      this.#view = view;
    } else this.#views.get(message.run)?.update(message);
    this.#render();
  }

  get #state(): RunState {
    return this.#view?.state ?? this.#idle;
  }

  #makeTable(header: TableHeader, layout: Layout | undefined): TableView {
    return new TableView(header, layout, format, {
      follow: (place, aside, store) => this.#follow(place, aside, store),
      open: (place, store) => {
        this.#detail.show(place.column, place.row, store.value(place.row, place.column));
        this.#mounted?.reveal();
      },
      cursor: (place, store) => {
        if (this.#detail.open)
          this.#detail.show(place.column, place.row, store.value(place.row, place.column));
      },
      layout: (table, changed) => this.#send({ type: 'layout', table, layout: changed }),
      shown: () => this.#renderStatus(),
      escape: () => this.#detail.hide(),
    });
  }

  #follow({ row, column }: GridPlace, outside: boolean, store: Store): void {
    const value = store.value(row, column);
    const { run } = this.#state;
    const { type: as } = column;
    if (typeof value !== 'string') return;
    if (as === 'issue') this.#send({ type: 'issue', run, key: value, outside });
    if (as === 'page' || as === 'user' || as === 'link') this.#send({ type: 'open', run, as, value });
  }

  #choose(run: string): void {
    this.#view = this.#views.get(run);
    this.#send({ type: 'shown', run });
    this.#render();
    this.#top.querySelector('select')?.focus();
  }

  /** Puts the table that belongs in front into the document, and what the user searches for into that table. */
  #mount(): void {
    const front = this.#view?.front;
    if (!front) this.#stage.replaceChildren(emptyState(this.#state));
    if (front === this.#mounted) return;
    this.#mounted?.unmount();
    this.#mounted = front;
    this.#detail.hide();
    if (!front) return;
    this.#tools.search.value = front.searched;
    this.#stage.replaceChildren(front.element);
    front.mount();
  }

  #render(): void {
    const acting =
      this.#top.contains(document.activeElement) && document.activeElement?.closest('.heading button');
    this.#mount();
    const runs = [...this.#views.values()].map(({ state }) => state).toReversed();
    const notices = this.#state.finish?.notices ?? [];
    this.#top.replaceChildren(
      heading(this.#state, runs, run => this.#choose(run), this.#send),
      ...(notices.length > 0 ? [noticeList(this.#state.run, notices, this.#send)] : []),
      this.#tabs(),
    );
    if (acting) this.#top.querySelector<HTMLElement>('.heading button')?.focus();
    this.#activity.show(this.#state.phase === 'running');
    this.#tools.element.hidden = !this.#mounted;
    this.#tools.refresh();
    this.#renderStatus();
  }

  #tabs(): HTMLElement {
    const tabs = [...(this.#view?.tables.values() ?? [])].map(({ store }) => ({
      id: store.id,
      title: store.title,
      rows: store.rows.length,
    }));
    return tabList(tabs, this.#mounted?.store.id, id => {
      if (this.#view) this.#view.front = this.#view.tables.get(id);
      this.#render();
      this.#top.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
    });
  }

  #renderStatus(): void {
    const { phase, finish, step, run } = this.#state;
    this.#status.replaceChildren(...statusLine(this.#state, this.#mounted?.counts, this.#view?.waiting ?? 0));
    const more = (rows: number): void => this.#send({ type: 'more', run, rows });
    this.#more.replaceChildren(...(phase === 'finished' ? loadMore(finish, step, more) : []));
  }
}
