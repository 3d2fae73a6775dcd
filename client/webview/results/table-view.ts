/** One table of a result: the rows in sight, what the user chose to see of them, and its grid. */
import type { Format } from '../cells/cell-format.ts';
import { element } from '../dom.ts';
import { Grid } from '../grid/grid.ts';
import type { GridModel, GridPlace } from '../grid/grid-model.ts';
import { measureIn, naturalWidth } from '../grid/widths.ts';
import type { Layout } from '../../../server/src/protocol/panel-messages.ts';
import type { CopyParams, ExportParams, TableState, View } from '../../../server/src/protocol/results.ts';
import type { Column, TableHeader } from '../../../server/src/protocol/run.ts';
import { type AskWindow, RowWindow } from '../rows/row-window.ts';
import { type SortKey, chooseSort, viewOf } from '../rows/wanted-view.ts';
import type { TableMemory } from './panel-memory.ts';

/** A part of a view, for the clipboard or a file; the run and the table are known to the panel. */
export type Extract = Pick<ExportParams, 'view' | 'columns'>;
export type Excerpt = Extract & Pick<CopyParams, 'offset' | 'count'>;

export interface TableEvents {
  readonly ask: AskWindow;
  readonly follow: (place: GridPlace, aside: boolean) => void;
  readonly open: (place: GridPlace) => void;
  readonly cursor: (place: GridPlace) => void;
  /** A single cell is to be copied as it is. */
  readonly copyCell: (place: GridPlace) => void;
  readonly copyRows: (excerpt: Excerpt) => void;
  readonly layout: (layout: Layout) => void;
  /** The number of shown rows may have changed. */
  readonly shown: () => void;
  /** The store has forgotten the rows. */
  readonly gone: () => void;
  readonly escape: () => void;
  /** What `memory` holds may have changed. */
  readonly moved: () => void;
}

/** With fewer rows than that, the widths of the columns are measured again when more come. */
const enoughToMeasure = 50;

export class TableView {
  readonly #rows: RowWindow;
  readonly element = element('div', { class: 'table' });
  readonly #format: Format;
  readonly #events: TableEvents;
  /** As the user left them the last time. */
  readonly #keptHidden: ReadonlySet<string>;
  /** What the user hid or showed here. */
  readonly #chosen = new Map<string, boolean>();
  readonly #widths: Map<string, number>;
  readonly #natural = new Map<string, number>();
  readonly #filters: Map<string, string>;
  readonly #grid: Grid;
  #header: TableHeader;
  #sort: readonly SortKey[];
  #search: string;
  #filtersShown: boolean;
  #links = false;
  /** How many rows the natural widths come from. */
  #measured = 0;
  #unmount: (() => void) | undefined;

  /** `memory` = what the user looked at before the panel was covered. */
  constructor(
    header: TableHeader,
    layout: Layout | undefined,
    memory: TableMemory | undefined,
    format: Format,
    events: TableEvents,
  ) {
    this.#header = header;
    this.#sort = memory?.view.sort ?? [];
    this.#search = memory?.view.search ?? '';
    this.#filters = new Map(Object.entries(memory?.view.filters ?? {}));
    this.#filtersShown = memory?.filtersShown ?? false;
    this.#rows = new RowWindow(events.ask, () => this.#rowsCame());
    this.#format = format;
    this.#events = events;
    this.#keptHidden = new Set(layout?.hidden);
    this.#widths = new Map(Object.entries(layout?.widths ?? {}));
    this.#grid = new Grid(this.#model(), {
      sortBy: ({ key }, adds) => {
        this.#sort = chooseSort(this.#sort, key, adds);
        this.#wantView(false);
      },
      filter: (column, typed) => {
        this.#filters.set(column.key, typed);
        this.#wantView(typed !== '' || this.#gridHasFocus());
      },
      resize: (column, width) => this.#resize(column, width),
      fit: column => {
        this.#widths.delete(column.key);
        this.#natural.delete(column.key);
        this.#keepLayout();
        this.#grid.update(this.#model());
      },
      follow: events.follow,
      open: events.open,
      cursor: events.cursor,
      copy: () => this.#copy(),
      escape: events.escape,
      moved: events.moved,
    });
    if (memory) this.#grid.restore(memory.cursor, memory.scroll);
    this.#rows.want(this.#view);
    this.element.append(this.#grid.element);
  }

  get header(): TableHeader {
    return this.#header;
  }

  /** The table has these columns and that many rows by now. */
  receive({ table, rows, changed }: Pick<TableState, 'table' | 'rows' | 'changed'>): void {
    const isOther = JSON.stringify(table) !== JSON.stringify(this.#header);
    this.#header = table;
    this.#rows.receive(rows, changed || isOther);
    if (isOther) {
      this.#natural.clear();
      this.#grid.update(this.#model());
    } else this.#grid.refresh();
    this.#events.shown();
  }

  /** What is lost with the panel's document, for when it is created again. */
  get memory(): TableMemory {
    const { cursor, scroll } = this.#grid;
    return { view: this.#view, filtersShown: this.#filtersShown, cursor, scroll };
  }

  /** The store has forgotten the rows. */
  get gone(): boolean {
    return this.#rows.gone;
  }

  /** Asks again for rows that the store had forgotten. */
  retry(): void {
    this.#rows.retry();
  }

  mount(): void {
    this.#unmount = this.#grid.mount();
  }

  unmount(): void {
    this.#unmount?.();
    this.#unmount = undefined;
  }

  /** Scrolls the active cell into sight. */
  reveal(): void {
    this.#grid.reveal();
  }

  focus(): void {
    this.#grid.element.focus();
  }

  get counts(): { readonly shown: number; readonly rows: number } {
    return { shown: this.#rows.count, rows: this.#rows.total };
  }

  /** What the rows on display are sorted by, with the titles of the columns. */
  get sorting(): readonly { readonly title: string; readonly descending: boolean }[] {
    const titles = new Map(this.#header.columns.map(({ key, title }) => [key, title]));
    return this.#rows.view.sort.map(({ column, descending }) => ({
      title: titles.get(column) ?? column,
      descending,
    }));
  }

  set links(links: boolean) {
    if (links === this.#links) return;
    this.#links = links;
    this.#grid.update(this.#model(), true);
  }

  get filtersShown(): boolean {
    return this.#filtersShown;
  }

  showFilters(shown: boolean): void {
    this.#filtersShown = shown;
    if (!shown) this.#filters.clear();
    this.#wantView(false);
  }

  /** What is searched for. */
  get searched(): string {
    return this.#search;
  }

  search(typed: string): void {
    this.#search = typed;
    this.#wantView(true);
  }

  /** What was chosen here, else what the query says, else what was kept. */
  isHidden({ key, hidden }: Column): boolean {
    return this.#chosen.get(key) ?? (this.#isArranged ? hidden === true : this.#keptHidden.has(key));
  }

  /** The query itself says which columns to show. */
  get #isArranged(): boolean {
    return this.#header.columns.some(({ hidden }) => hidden === true);
  }

  setHidden(columns: readonly Column[], hidden: boolean): void {
    for (const { key } of columns) this.#chosen.set(key, hidden);
    this.#keepLayout();
    this.#grid.update(this.#model());
  }

  fitWidths(): void {
    this.#widths.clear();
    this.#natural.clear();
    this.#keepLayout();
    this.#grid.update(this.#model());
  }

  /** All rows of the view, with the columns that are shown. */
  extract(): Extract {
    return { view: this.#rows.wanted, columns: this.#columns().map(({ key }) => key) };
  }

  /** Also of columns that this answer does not have. */
  #hiddenKeys(): string[] {
    const keys = new Set([
      ...this.#keptHidden,
      ...this.#chosen.keys(),
      ...this.#header.columns.map(({ key }) => key),
    ]);
    return [...keys].filter(key => this.#chosen.get(key) ?? this.#keptHidden.has(key));
  }

  #columns(): readonly Column[] {
    return this.#header.columns.filter(column => !this.isHidden(column));
  }

  /** One cell is copied as it is; several as a spreadsheet takes them. */
  #copy(): void {
    const { top, left, bottom, right } = this.#grid.selected;
    const columns = this.#columns().slice(left, right + 1);
    const [column] = columns;
    const row = this.#rows.at(top);
    if (!column || bottom < top) return;
    if (columns.length === 1 && top === bottom && row) this.#events.copyCell({ row, column });
    else
      this.#events.copyRows({
        view: this.#rows.view,
        columns: columns.map(({ key }) => key),
        offset: top,
        count: bottom - top + 1,
      });
  }

  get #view(): View {
    return viewOf(this.#sort, this.#search, this.#filters);
  }

  #model(): GridModel {
    return {
      title: this.#header.title,
      rows: this.#rows,
      columns: this.#columns(),
      sort: this.#sort,
      filters: this.#filters,
      filtersShown: this.#filtersShown,
      links: this.#links,
      format: this.#format,
      width: column => this.#widths.get(column.key) ?? this.#naturalWidth(column),
    };
  }

  #naturalWidth(column: Column): number {
    const known = this.#natural.get(column.key);
    if (known !== undefined) return known;
    const width = naturalWidth(this.#rows.sample, column, this.#format, measureIn(this.#grid.body));
    if (this.element.isConnected) this.#natural.set(column.key, width);
    return width;
  }

  /** The widths are measured by the first rows that come. */
  #measure(): void {
    const { length } = this.#rows.sample;
    if (this.#measured >= enoughToMeasure || length <= this.#measured) return;
    this.#measured = length;
    this.#natural.clear();
    this.#grid.layout();
  }

  #gridHasFocus(): boolean {
    return this.#grid.element.contains(document.activeElement);
  }

  /** Asks for the rows as the user wants them now; `keepHead` as in `Grid.update`. */
  #wantView(keepHead: boolean): void {
    this.#rows.want(this.#view);
    this.#grid.update(this.#model(), keepHead);
    this.#events.shown();
    this.#events.moved();
  }

  #rowsCame(): void {
    if (this.#rows.gone) this.#events.gone();
    else if (this.element.isConnected) {
      this.#measure();
      this.#grid.refresh();
      this.#events.shown();
    }
  }

  #resize({ key }: Column, width: number): void {
    this.#widths.set(key, width);
    this.#grid.layout();
    this.#keepLayout();
  }

  #keepLayout(): void {
    this.#events.layout({
      hidden: this.#isArranged ? [...this.#keptHidden] : this.#hiddenKeys(),
      widths: Object.fromEntries(this.#widths),
    });
  }
}
