/** One table of a result: the rows in sight, what the user chose to see of them, and its grid. */
import { type Format, valueOf } from '../cells/cell-format.ts';
import type { FindMentions, Mention } from '../cells/mentions.ts';
import { element } from '../dom.ts';
import { Grid } from '../grid/grid.ts';
import type { GridModel, GridPlace } from '../grid/grid-model.ts';
import type { Layout } from '../../../server/src/protocol/panel-messages.ts';
import type { Grouping } from '../../../server/src/protocol/grouping.ts';
import type {
  CopyFormat,
  CopyParams,
  ExportParams,
  Groups,
  StatisticsParams,
  TableState,
  View,
} from '../../../server/src/protocol/results.ts';
import type { Column, TableHeader } from '../../../server/src/protocol/run.ts';
import { type AskWindow, RowWindow } from '../rows/row-window.ts';
import { type SortKey, chooseSort } from '../rows/sort-and-filter.ts';
import { ColumnArrangement, movedBefore, movedBy } from './column-arrangement.ts';
import { groupBar } from './group-bar.ts';
import { NaturalWidths } from '../grid/natural-widths.ts';
import type { TableMemory } from './panel-memory.ts';
import { type Level, Steps } from './table-steps.ts';

/** A part of a view, for the clipboard or a file; the run and the table are known to the panel. */
export type Extract = Pick<ExportParams, 'view' | 'columns'>;
export type Excerpt = Extract & Pick<CopyParams, 'offset' | 'count' | 'format' | 'titles'>;

/** A selected part of a view. */
export type Selected = Extract & Pick<StatisticsParams, 'offset' | 'count'>;

export interface TableEvents {
  readonly ask: AskWindow;
  readonly follow: (place: GridPlace, aside: boolean) => void;
  readonly mention: (mention: Mention, aside: boolean) => void;
  readonly open: (place: GridPlace) => void;
  readonly cursor: (place: GridPlace) => void;
  /** A single cell is to be copied as it is. */
  readonly copyCell: (place: GridPlace) => void;
  readonly copyRows: (excerpt: Excerpt) => void;
  /** Several cells are selected; `undefined` = one, or none. */
  readonly selected: (excerpt: Selected | undefined) => void;
  readonly layout: (layout: Layout) => void;
  /** The menu of a column is wanted, beside an element. */
  readonly menu: (column: Column, beside: Element) => void;
  /** The menu of the selected cells is wanted. */
  readonly cellMenu: (beside: Element) => void;
  /** The user looks at rows instead of groups, or at other ones. */
  readonly stepped: () => void;
  /** The number of shown rows may have changed. */
  readonly shown: () => void;
  /** The store has forgotten the rows. */
  readonly gone: () => void;
  readonly escape: () => void;
  /** The user wants the rows otherwise: sorted, filtered, grouped. */
  readonly viewed: () => void;
  /** What else `memory` holds may have changed. */
  readonly moved: () => void;
}

export class TableView {
  readonly #rows: RowWindow;
  readonly element = element('div', { class: 'table' });
  readonly #format: Format;
  readonly #events: TableEvents;
  readonly #arrangement: ColumnArrangement;
  /** The layout that was kept last. */
  #keptLayout = '';
  readonly #natural: NaturalWidths;
  readonly #steps: Steps;
  readonly #bar = element('div', { class: 'groupbar' });
  readonly #grid: Grid;
  #header: TableHeader;
  /** The user, and not the query alone, says how the rows are grouped. */
  #ownGroups: boolean;
  /** The groups that the grid was given. */
  #shownGroups: Groups | undefined;
  #filtersShown: boolean;
  #links = false;
  #mentions: FindMentions;
  #unmount: (() => void) | undefined;

  /** `memory` = what the user looked at before the panel was covered. */
  constructor(
    header: TableHeader,
    kept: Layout | undefined,
    memory: TableMemory | undefined,
    format: Format,
    mentions: FindMentions,
    events: TableEvents,
  ) {
    this.#mentions = mentions;
    // A comparison has columns of its own.
    const layout = header.comparison ? undefined : kept;
    this.#header = header;
    this.#steps = new Steps(memory?.steps);
    this.#ownGroups = memory !== undefined;
    if (!memory) {
      this.#steps.level = { sort: layout?.sort ?? [], search: '', filters: firstFilters(header) };
      this.#steps.group = header.group ?? layout?.group;
      this.#ownGroups = header.group === undefined && layout?.group !== undefined;
    }
    this.#arrangement = new ColumnArrangement(layout);
    this.#filtersShown = memory?.filtersShown ?? header.comparison !== undefined;
    this.#rows = new RowWindow(events.ask, () => this.#rowsCame());
    this.#natural = new NaturalWidths(this.#rows, format);
    this.#format = format;
    this.#events = events;
    this.#grid = new Grid(this.#model(), {
      sortBy: ({ key }, adds) => this.sortBy(chooseSort(this.sort, key, adds)),
      filter: (column, typed) => {
        this.#change({ filters: { ...this.#steps.level.filters, [column.key]: typed } });
        this.#wantView(typed !== '' || this.#gridHasFocus());
      },
      resize: (column, width) => this.#resize(column, width),
      fit: column => this.fit(column),
      menu: events.menu,
      cellMenu: events.cellMenu,
      move: ({ key }, by) => this.move(key, by),
      drop: ({ key }, before) => this.#drop(key, before?.key),
      enter: place => (place.view ? this.#openGroup(place) : events.open(place)),
      back: () => this.back(),
      follow: events.follow,
      mention: events.mention,
      open: events.open,
      cursor: events.cursor,
      copy: () => this.copy(),
      selected: () => events.selected(this.#selected),
      escape: events.escape,
      moved: events.moved,
    });
    if (memory) this.#grid.restore(memory.cursor, memory.scroll);
    this.#rows.want(this.#steps.view);
    this.element.append(this.#bar, this.#grid.element);
    this.#showBar();
  }

  get header(): TableHeader {
    return this.#header;
  }

  /** The table has these columns and that many rows by now. */
  receive({ table, rows, changed }: Pick<TableState, 'table' | 'rows' | 'changed'>): void {
    const isOther = JSON.stringify(table) !== JSON.stringify(this.#header);
    this.#header = table;
    if (!this.#ownGroups && JSON.stringify(table.group) !== JSON.stringify(this.#steps.group)) {
      this.#steps.group = table.group;
      this.#rows.want(this.#steps.view);
      this.#showBar();
    }
    this.#rows.receive(rows, changed || isOther);
    if (isOther) {
      this.#natural.forget();
      this.#grid.update(this.#model());
    } else this.#grid.refresh();
    this.#events.shown();
  }

  /** What is lost with the panel's document, for when it is created again. */
  get memory(): TableMemory {
    const { cursor, scroll } = this.#grid;
    return { steps: this.#steps.kept, filtersShown: this.#filtersShown, cursor, scroll };
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
    const titles = new Map(this.shownColumns.map(({ key, title }) => [key, title]));
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

  set mentions(find: FindMentions) {
    if (find === this.#mentions) return;
    this.#mentions = find;
    this.#grid.update(this.#model(), true);
  }

  get filtersShown(): boolean {
    return this.#filtersShown;
  }

  showFilters(shown: boolean): void {
    this.#filtersShown = shown;
    if (!shown) this.#change({ filters: {} });
    this.#wantView(false);
  }

  /** What is searched for. */
  get searched(): string {
    return this.#steps.level.search;
  }

  search(typed: string): void {
    this.#change({ search: typed });
    this.#wantView(true);
  }

  get sort(): readonly SortKey[] {
    return this.#steps.level.sort;
  }

  sortBy(sort: readonly SortKey[]): void {
    this.#change({ sort });
    this.#keepLayout();
    this.#wantView(false);
  }

  /** Does what Enter does at the cursor: shows a value whole, or the rows of a group. */
  enter(): void {
    this.#grid.enter();
  }

  /** How the user wants the rows grouped. */
  get grouping(): Grouping | undefined {
    return this.#steps.group;
  }

  /** The groups on display; `undefined` = rows are. */
  get groups(): Groups | undefined {
    return this.#rows.groups;
  }

  /** Groups the rows, or shows them again. */
  group(grouping: Grouping | undefined): void {
    this.#steps.group = grouping;
    this.#keepLayout();
    this.#step();
  }

  /** Shows the groups again that an opened one came from. */
  back(): void {
    if (!this.#steps.canGoBack) return;
    this.#steps.back();
    this.#step();
  }

  /** The columns on display. */
  get shownColumns(): readonly Column[] {
    return this.groups?.columns ?? this.#arrangement.shown(this.#header.columns);
  }

  /** Whether a column can be moved by that many places. */
  canMove(key: string, by: number): boolean {
    return !this.groups && movedBy(this.#shownKeys, key, by) !== undefined;
  }

  /** Moves a column by some places; false = it is at the edge. */
  move(key: string, by: number): boolean {
    const keys = this.groups ? undefined : movedBy(this.#shownKeys, key, by);
    if (keys) this.#arrange(keys);
    return keys !== undefined;
  }

  /** Moves a column before another; `undefined` = to the end. */
  #drop(key: string, before: string | undefined): void {
    if (!this.groups && key !== before) this.#arrange(movedBefore(this.#shownKeys, key, before));
  }

  get #shownKeys(): readonly string[] {
    return this.shownColumns.map(({ key }) => key);
  }

  #arrange(keys: readonly string[]): void {
    this.#arrangement.setOrder(keys);
    this.#columnsChanged();
    this.#events.shown();
  }

  #columnsChanged(): void {
    this.#keepLayout();
    this.#grid.update(this.#model());
  }

  isHidden(column: Column): boolean {
    return this.#arrangement.isHidden(column, this.#header.columns);
  }

  setHidden(columns: readonly Column[], hidden: boolean): void {
    this.#arrangement.setHidden(columns, hidden);
    this.#columnsChanged();
  }

  /** Gives a column the width that fits what is in it; without one, all of them. */
  fit(column?: Column): void {
    this.#arrangement.resetWidth(column);
    this.#natural.forget(column);
    this.#columnsChanged();
  }

  /** All rows of the view, with the columns that are shown. */
  extract(): Extract {
    const { wanted, view } = this.#rows;
    // The columns of groups are known when they are on display.
    const isKnown = JSON.stringify(partsOf(wanted)) === JSON.stringify(partsOf(view));
    return { view: isKnown ? wanted : view, columns: this.#shownKeys };
  }

  /** `undefined` = a single cell. */
  get #selected(): Selected | undefined {
    const { top, left, bottom, right } = this.#grid.selected;
    if (bottom < top || (top === bottom && left === right)) return undefined;
    const columns = this.shownColumns.slice(left, right + 1).map(({ key }) => key);
    return { view: this.#rows.view, columns, offset: top, count: bottom - top + 1 };
  }

  /** Copies the selection; without a format, one cell as it is, several as a spreadsheet takes them. */
  copy(format?: CopyFormat, titles = format !== undefined): void {
    const { top, left, bottom, right } = this.#grid.selected;
    const columns = this.shownColumns.slice(left, right + 1);
    const [column] = columns;
    const row = this.#rows.at(top);
    if (!column || bottom < top) return;
    const isSingle = columns.length === 1 && top === bottom;
    if (isSingle && row && format === undefined)
      this.#events.copyCell({ row, column, ...(this.groups && { view: this.#rows.view }) });
    else
      this.#events.copyRows({
        view: this.#rows.view,
        columns: columns.map(({ key }) => key),
        offset: top,
        count: bottom - top + 1,
        format: format ?? 'tsv',
        titles,
      });
  }

  #model(): GridModel {
    return {
      title: this.#header.title,
      rows: this.#rows,
      columns: this.shownColumns,
      groups: this.groups,
      sort: this.sort,
      filters: new Map(Object.entries(this.#steps.level.filters)),
      filtersShown: this.#filtersShown,
      links: this.#links,
      comparison: this.#header.comparison,
      format: this.#format,
      mentions: this.#mentions,
      width: column =>
        this.#arrangement.width(column) ?? this.#natural.width(column, this.#header, this.#grid.body),
    };
  }

  #gridHasFocus(): boolean {
    return this.#grid.element.contains(document.activeElement);
  }

  #change(level: Partial<Level>): void {
    this.#steps.level = { ...this.#steps.level, ...level };
  }

  /** Asks for the rows as the user wants them now; `keepHead` as in `Grid.update`. */
  #wantView(keepHead: boolean): void {
    this.#rows.want(this.#steps.view);
    this.#grid.update(this.#model(), keepHead);
    this.#events.shown();
    this.#events.viewed();
  }

  /** Rows or groups are shown, or other ones: the header changes when they come. */
  #step(): void {
    this.#ownGroups = true;
    this.#rows.want(this.#steps.view);
    this.#grid.refresh();
    this.#showBar();
    this.#events.stepped();
    this.#events.viewed();
  }

  /** Shows the rows of the group in a row. */
  #openGroup({ row }: GridPlace): void {
    const { groups } = this;
    if (!groups) return;
    const members = groups.grouping.by.map((key, index) => {
      const column = groups.columns[index];
      const value = column && valueOf(row, column);
      return { ...key, ...(value !== undefined && { value }) };
    });
    this.#steps.open(members);
    this.#step();
  }

  #showBar(): void {
    const parts = groupBar(this.#steps, this.#header.columns, this.groups ?? {}, {
      back: () => this.#fromBar(() => this.back()),
      ungroup: () => this.#fromBar(() => this.group(undefined)),
    });
    this.#bar.replaceChildren(...parts);
    this.#bar.hidden = parts.length === 0;
  }

  /** The button that was pressed goes away. */
  #fromBar(act: () => void): void {
    act();
    this.focus();
  }

  #rowsCame(): void {
    if (this.#rows.gone) this.#events.gone();
    else if (this.element.isConnected) {
      const { groups } = this;
      if (JSON.stringify(groups) !== JSON.stringify(this.#shownGroups)) this.#showGroups(groups);
      if (this.#natural.remeasure()) this.#grid.layout();
      this.#grid.refresh();
      this.#events.shown();
      this.#events.selected(this.#selected);
    }
  }

  /** Other groups, or rows instead of them, have other columns. */
  #showGroups(groups: Groups | undefined): void {
    const isOther = JSON.stringify(groups?.columns) !== JSON.stringify(this.#shownGroups?.columns);
    this.#shownGroups = groups;
    this.#showBar();
    if (isOther) this.#natural.restart();
    this.#grid.update(this.#model(), !isOther);
  }

  #resize(column: Column, width: number): void {
    this.#arrangement.setWidth(column, width);
    this.#grid.layout();
    this.#keepLayout();
  }

  /** What the user opened is not kept. */
  #keepLayout(): void {
    if (this.#header.comparison) return;
    const [step] = this.#steps.kept;
    const layout: Layout = {
      ...this.#arrangement.layout(this.#header.columns),
      ...(step && step.rows.sort.length > 0 && { sort: step.rows.sort }),
      ...(step?.group && { group: step.group }),
    };
    const kept = JSON.stringify(layout);
    if (kept === this.#keptLayout) return;
    this.#keptLayout = kept;
    this.#events.layout(layout);
  }
}

/** What decides the columns of a view. */
const partsOf = ({ group }: View): readonly unknown[] => (group ? [group.by, group.aggregates] : []);

/** Of a comparison, the rows that differ are shown at first. */
const firstFilters = ({ comparison }: TableHeader): Readonly<Record<string, string>> =>
  comparison ? { [comparison.state]: '!same' } : {};
