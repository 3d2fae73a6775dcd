/** One table of a result: its rows, what the user chose to see of them, and its grid. */
import type { Row } from '../../../server/src/protocol/json.ts';
import type { Format } from '../cells/cell-format.ts';
import { element } from '../dom.ts';
import { Grid } from '../grid/grid.ts';
import type { GridModel, GridPlace } from '../grid/grid-model.ts';
import { measureIn, naturalWidth } from '../grid/widths.ts';
import type { Layout } from '../../../server/src/protocol/panel-messages.ts';
import type { Column, TableHeader } from '../../../server/src/protocol/run.ts';
import { type Extract, asTsv } from '../rows/export.ts';
import { Store } from '../rows/store.ts';
import { type Sort, viewOf } from '../rows/view.ts';

export interface TableEvents {
  readonly follow: (place: GridPlace, aside: boolean, store: Store) => void;
  readonly open: (place: GridPlace, store: Store) => void;
  readonly cursor: (place: GridPlace, store: Store) => void;
  readonly layout: (table: string, layout: Layout) => void;
  /** The number of shown rows may have changed. */
  readonly shown: () => void;
  readonly escape: () => void;
}

export class TableView {
  readonly store: Store;
  readonly element = element('div', { class: 'table' });
  readonly #format: Format;
  readonly #events: TableEvents;
  /** As the user left them the last time. */
  readonly #keptHidden: ReadonlySet<string>;
  /** What the user hid or showed here. */
  readonly #chosen = new Map<string, boolean>();
  readonly #widths: Map<string, number>;
  readonly #natural = new Map<string, number>();
  readonly #filters = new Map<string, string>();
  readonly #grid: Grid;
  #sort: Sort | undefined;
  #search = '';
  #filtersShown = false;
  #links = false;
  #order: readonly number[] = [];
  #unmount: (() => void) | undefined;

  constructor(header: TableHeader, layout: Layout | undefined, format: Format, events: TableEvents) {
    this.store = new Store(header);
    this.#format = format;
    this.#events = events;
    this.#keptHidden = new Set(layout?.hidden);
    this.#widths = new Map(Object.entries(layout?.widths ?? {}));
    this.#grid = new Grid(this.#model(), {
      sortBy: column => this.#sortBy(column),
      filter: (column, typed) => {
        this.#filters.set(column.key, typed);
        this.#refresh(typed !== '' || this.#gridHasFocus());
      },
      resize: (column, width) => this.#resize(column, width),
      fit: column => {
        this.#widths.delete(column.key);
        this.#natural.delete(column.key);
        this.#keepLayout();
        this.#grid.update(this.#model());
      },
      follow: (place, aside) => events.follow(place, aside, this.store),
      open: place => events.open(place, this.store),
      cursor: place => events.cursor(place, this.store),
      copy: data => data.setData('text/plain', this.#selectedText()),
      escape: events.escape,
    });
    this.element.append(this.#grid.element);
  }

  put(header: TableHeader, offset: number, rows: readonly Row[]): void {
    const few = this.store.rows.length < 50;
    const changed = this.store.put(header, offset, rows);
    if (few || changed) this.#natural.clear();
    this.#refresh(!changed && !few);
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
    return { shown: this.#order.length, rows: this.store.rows.length };
  }

  set links(links: boolean) {
    if (links === this.#links) return;
    this.#links = links;
    this.#refresh(true);
  }

  get filtersShown(): boolean {
    return this.#filtersShown;
  }

  showFilters(shown: boolean): void {
    this.#filtersShown = shown;
    if (!shown) this.#filters.clear();
    this.#refresh(false);
  }

  /** What is searched for. */
  get searched(): string {
    return this.#search;
  }

  search(typed: string): void {
    this.#search = typed;
    this.#refresh(true);
  }

  /** What was chosen here, else what the query says, else what was kept. */
  isHidden({ key, hidden }: Column): boolean {
    return this.#chosen.get(key) ?? (this.#isArranged ? hidden === true : this.#keptHidden.has(key));
  }

  /** The query itself says which columns to show. */
  get #isArranged(): boolean {
    return this.store.columns.some(({ hidden }) => hidden === true);
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

  /** All that is shown, in its order. */
  extract(): Extract {
    return this.#extract(this.#columns(), this.#order);
  }

  /** Also of columns that this answer does not have. */
  #hiddenKeys(): string[] {
    const keys = new Set([
      ...this.#keptHidden,
      ...this.#chosen.keys(),
      ...this.store.columns.map(({ key }) => key),
    ]);
    return [...keys].filter(key => this.#chosen.get(key) ?? this.#keptHidden.has(key));
  }

  #columns(): readonly Column[] {
    return this.store.columns.filter(column => !this.isHidden(column));
  }

  #extract(columns: readonly Column[], order: readonly number[]): Extract {
    return { columns, rows: order.map(row => columns.map(column => this.store.value(row, column))) };
  }

  /** One cell is copied as it is; several as a spreadsheet takes them. */
  #selectedText(): string {
    const { top, left, bottom, right } = this.#grid.selected;
    const area = this.#extract(this.#columns().slice(left, right + 1), this.#order.slice(top, bottom + 1));
    const [single] = area.rows[0] ?? [];
    if (area.rows.length === 1 && area.columns.length === 1 && typeof single === 'string') return single;
    return asTsv(area, false);
  }

  #model(): GridModel {
    return {
      store: this.store,
      columns: this.#columns(),
      order: this.#order,
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
    const width = naturalWidth(this.store, column, this.#format, measureIn(this.#grid.body));
    if (this.element.isConnected) this.#natural.set(column.key, width);
    return width;
  }

  #gridHasFocus(): boolean {
    return this.#grid.element.contains(document.activeElement);
  }

  #refresh(keepHead: boolean): void {
    const wishes = { sort: this.#sort, search: this.#search, filters: this.#filters };
    this.#order = viewOf(this.store, wishes, this.#format);
    this.#grid.update(this.#model(), keepHead);
    this.#events.shown();
  }

  /** Up, down, then as it came. */
  #sortBy({ key }: Column): void {
    const again = this.#sort?.column === key;
    this.#sort = again && this.#sort?.descending ? undefined : { column: key, descending: again };
    this.#refresh(false);
  }

  #resize({ key }: Column, width: number): void {
    this.#widths.set(key, width);
    this.#grid.layout();
    this.#keepLayout();
  }

  #keepLayout(): void {
    this.#events.layout(this.store.id, {
      hidden: this.#isArranged ? [...this.#keptHidden] : this.#hiddenKeys(),
      widths: Object.fromEntries(this.#widths),
    });
  }
}
