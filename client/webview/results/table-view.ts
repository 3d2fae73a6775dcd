/** A table of a result: its visible rows, its grid, and the view and columns that the user chose. */
import { type Format, isCut, valueOf } from '../cells/cell-format.ts';
import type { FindMentions, Mention } from '../cells/mentions.ts';
import { element } from '../dom.ts';
import { maxFrozenWidth } from '../grid/frozen-columns.ts';
import { Grid } from '../grid/grid.ts';
import type { GridModel, GridPlace } from '../grid/grid-model.ts';
import type { Layout } from '#shared/protocol/panel-messages.ts';
import type { Grouping } from '#shared/protocol/grouping.ts';
import type { CopyFormat, Groups, TableState } from '#shared/protocol/results.ts';
import type { Column, TableHeader } from '#shared/protocol/run.ts';
import { isOfEqualRows } from '#shared/protocol/table-comparison.ts';
import { type CellFilter, cellFilters, excluding } from '../rows/cell-filters.ts';
import { type AskWindow, RowWindow } from '../rows/row-window.ts';
import { type SortKey, chooseSort } from '../rows/sort-and-filter.ts';
import { ColumnArrangement } from './column-arrangement.ts';
import { NoMatch, reasonOfNoMatch } from './empty-state.ts';
import { groupBar, memberNames } from './group-bar.ts';
import { NaturalWidths } from '../grid/natural-widths.ts';
import { ordinalWidth, rowHeight } from '../grid/rows.ts';
import type { TableMemory } from './panel-memory.ts';
import {
  copySelection,
  type CopiedExcerpt,
  type Excerpt,
  type SelectedExcerpt,
  selectedExcerpt,
  wholeExcerpt,
} from './table-excerpt.ts';
import { type Level, Steps } from './table-steps.ts';

export interface TableEvents {
  readonly ask: AskWindow;
  readonly follow: (place: GridPlace, aside: boolean) => void;
  readonly mention: (mention: Mention, aside: boolean) => void;
  readonly open: (place: GridPlace) => void;
  /** Shows a whole row. */
  readonly record: (place: GridPlace) => void;
  readonly cursor: (place: GridPlace) => void;
  /** Copies a single cell. */
  readonly copyCell: (place: GridPlace) => void;
  readonly copyRows: (excerpt: CopiedExcerpt) => void;
  /** The selection changed; `undefined` = at most one cell is selected. */
  readonly selected: (excerpt: SelectedExcerpt | undefined) => void;
  readonly layout: (layout: Layout) => void;
  /** Opens the menu of a column, below an element. */
  readonly menu: (column: Column, beside: Element) => void;
  /** Opens the menu of the selected cells. */
  readonly cellMenu: (beside: Element) => void;
  /** Rows are shown instead of groups, or other ones. */
  readonly stepped: () => void;
  /** The number of rows in the view may have changed. */
  readonly shown: () => void;
  /** The first rows were loaded, before the table is in the document. */
  readonly filled: () => void;
  /** The store has deleted the rows. */
  readonly gone: () => void;
  /** The search and the filters were cleared. */
  readonly cleared: () => void;
  readonly escape: () => void;
  /** The user changed the sort, the filters or the grouping. */
  readonly viewed: () => void;
  /** Another part of `memory` may have changed. */
  readonly moved: () => void;
}

export class TableView {
  readonly #rows: RowWindow;
  readonly element = element('div', { class: 'table' });
  readonly #format: Format;
  readonly #events: TableEvents;
  readonly columns: ColumnArrangement;
  /** The layout that was stored last. */
  #keptLayout = '';
  readonly #natural: NaturalWidths;
  readonly #steps: Steps;
  readonly #bar = element('div', { class: 'groupbar' });
  readonly #noMatch = new NoMatch(() => this.#clear());
  readonly #grid: Grid;
  #header: TableHeader;
  /** Whether the user, and not only the query, chose the grouping. */
  #ownGroups: boolean;
  /** The groups that the grid shows. */
  #shownGroups: Groups | undefined;
  #filtersShown: boolean;
  #links = false;
  #mentions: FindMentions;
  #unmount: (() => void) | undefined;
  /** Its first rows are wanted before it is in the document. */
  #isLoading = false;

  /** @param memory the state from before the panel was covered */
  constructor(
    header: TableHeader,
    kept: Layout | undefined,
    memory: TableMemory | undefined,
    format: Format,
    mentions: FindMentions,
    events: TableEvents,
  ) {
    this.#mentions = mentions;
    // A comparison has columns of its own, without a stored layout.
    const layout = header.comparison ? undefined : kept;
    this.#header = header;
    this.#steps = new Steps(memory?.steps);
    this.#ownGroups = memory !== undefined;
    if (!memory) {
      const sort = header.ordered === true ? [] : (layout?.sort ?? []);
      this.#steps.level = { sort, search: '', filters: firstFilters(header) };
      this.#steps.group = header.group ?? layout?.group;
      this.#ownGroups = header.group === undefined && layout?.group !== undefined;
    }
    this.columns = new ColumnArrangement(layout, this, () => this.#columnsChanged());
    this.#filtersShown = memory?.filtersShown ?? showsFilters(header);
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
      move: ({ key }, by) => this.columns.move(key, by),
      drop: ({ key }, before) => this.columns.drop(key, before?.key),
      enter: place => (place.view ? this.#openGroup(place) : events.open(place)),
      back: () => this.back(),
      follow: events.follow,
      mention: events.mention,
      open: events.open,
      record: events.record,
      filterCell: excludes => {
        const [first] = this.cellFilters;
        if (first) this.filterCell(first.filter, excludes);
      },
      cursor: events.cursor,
      copy: () => this.copy(),
      selected: () => events.selected(this.#selected()),
      escape: events.escape,
      moved: events.moved,
    });
    if (memory) this.#grid.restore(memory.cursor, memory.scroll);
    this.#rows.want(this.#steps.view);
    this.element.append(this.#bar, this.#grid.element, this.#noMatch.element);
    this.#showBar();
    this.#showNoMatch();
  }

  get header(): TableHeader {
    return this.#header;
  }

  /** Updates the columns and the number of rows of the table. */
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

  /** The state that is lost with the panel's document, for restoring it. */
  get memory(): TableMemory {
    const { cursor, scroll } = this.#grid;
    return { steps: this.#steps.kept, filtersShown: this.#filtersShown, cursor, scroll };
  }

  /** Whether the store has deleted the rows. */
  get gone(): boolean {
    return this.#rows.gone;
  }

  /** Asks again for rows that the store had deleted. */
  retry(): void {
    this.#rows.retry();
  }

  /** Whether it has rows to show. */
  get isFilled(): boolean {
    return this.#rows.isFilled;
  }

  /** Loads the first rows to show, so that the table can come into the document with them. */
  load(): void {
    this.#isLoading = true;
    const first = Math.floor(this.#grid.scroll.top / rowHeight);
    this.#rows.see(first, first);
  }

  mount(): void {
    this.#unmount = this.#grid.mount();
    if (this.isFilled) this.#showRows();
  }

  unmount(): void {
    this.#unmount?.();
    this.#unmount = undefined;
  }

  /** Scrolls the active cell into view. */
  reveal(): void {
    this.#grid.reveal();
  }

  focus(): void {
    this.#grid.element.focus();
  }

  get counts(): { readonly shown: number; readonly rows: number } {
    return { shown: this.#rows.count, rows: this.#rows.total };
  }

  /** The sort keys of the visible rows, with the titles of the columns. */
  get sorting(): readonly { readonly title: string; readonly descending: boolean }[] {
    const titles = new Map(this.columns.shown.map(({ key, title }) => [key, title]));
    return this.#rows.view.sort.map(({ column, descending }) => ({
      title: titles.get(column) ?? column,
      descending,
    }));
  }

  /** The filters of the visible rows, also of those before they are grouped, with the titles of the columns. */
  get filtering(): readonly { readonly title: string; readonly typed: string }[] {
    const { filters, group } = this.#rows.view;
    const columns = [...this.#header.columns, ...(this.groups?.columns ?? [])];
    const titles = new Map(columns.map(({ key, title }) => [key, title]));
    return [filters, group?.filters ?? {}]
      .flatMap(Object.entries<string>)
      .map(([key, typed]) => ({ title: titles.get(key) ?? key, typed }));
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
    this.#wantView(false);
  }

  /** The text that is searched for. */
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

  /** Does the same as the Enter key at the cursor: shows a whole value, or the rows of a group. */
  enter(): void {
    this.#grid.enter();
  }

  /** Shows the whole value at the cursor. */
  open(): void {
    this.#grid.report(this.#events.open);
  }

  /** Shows the whole row of the cursor. */
  showRecord(): void {
    this.#grid.report(this.#events.record);
  }

  /** Moves the cursor by a number of rows. */
  moveRow(by: 1 | -1): void {
    this.#grid.moveRow(by);
  }

  /** Whether there are rows before and after the row of the cursor. */
  get neighbours(): { readonly before: boolean; readonly after: boolean } {
    const { row } = this.#grid.cursor;
    return { before: row > 0, after: row < this.#rows.count - 1 };
  }

  /** Moves the cursor to another row, if there is one, and opens its issue. */
  stepIssue(by: 1 | -1): void {
    const { before, after } = this.neighbours;
    const columns = this.columns.shown;
    const here = this.#grid.cursor.column;
    const column = columns[here]?.type === 'issue' ? here : columns.findIndex(({ type }) => type === 'issue');
    if (column < 0 || !(by > 0 ? after : before)) return;
    this.#grid.moveRow(by, column);
    this.#grid.report(place => this.#events.follow(place, false));
  }

  /** The filters that the value at the cursor suggests. */
  get cellFilters(): readonly CellFilter[] {
    const { row, column } = this.#grid.cursor;
    const [cellRow, cellColumn] = [this.#rows.at(row), this.columns.shown[column]];
    if (!cellRow || !cellColumn || this.groups || isCut(cellRow, cellColumn)) return [];
    const { type } = cellColumn;
    const value = valueOf(cellRow, cellColumn);
    if (type === 'html' && typeof value === 'string') return cellFilters(this.#format(value, type).text);
    const filters = cellFilters(value);
    if (type !== 'namespace' || typeof value !== 'number') return filters;
    return filters.map(filter => ({ ...filter, label: this.#format(value, type).text }));
  }

  /** Shows only rows with a value in the column of the cursor, or excludes them. */
  filterCell(filter: string, excludes: boolean): void {
    const column = this.columns.shown[this.#grid.cursor.column];
    if (!column) return;
    const { filters } = this.#steps.level;
    const present = filters[column.key] ?? '';
    this.#change({ filters: { ...filters, [column.key]: excludes ? excluding(present, filter) : filter } });
    this.#filtersShown = true;
    this.#wantView(false);
  }

  /** The grouping that the user chose. */
  get grouping(): Grouping | undefined {
    return this.#steps.group;
  }

  /** The visible groups; `undefined` = rows are shown. */
  get groups(): Groups | undefined {
    return this.#rows.groups;
  }

  /** Groups the rows, or shows them ungrouped. */
  group(grouping: Grouping | undefined): void {
    this.#steps.group = grouping;
    this.#keepLayout();
    this.#step();
  }

  /** Shows the groups before the opened one again. */
  back(): void {
    if (!this.#steps.canGoBack) return;
    this.#steps.back();
    this.#step();
  }

  #columnsChanged(): void {
    this.#keepLayout();
    this.#grid.update(this.#model());
    this.#events.shown();
  }

  /** Gives a column the width that fits its contents; without a column, all of them. */
  fit(column?: Column): void {
    this.columns.resetWidth(column);
    this.#natural.forget(column);
    this.#columnsChanged();
  }

  /** All rows of the view, with the visible columns. */
  excerpt(): Excerpt {
    return wholeExcerpt(this.#rows, this.columns.keys);
  }

  #selected(): SelectedExcerpt | undefined {
    return selectedExcerpt(this.#rows, this.columns.shown, this.#grid.selected);
  }

  /** Copies the selection; without a format, one cell as it is, and several as spreadsheets accept them. */
  copy(format?: CopyFormat): void {
    copySelection(this.#rows, this.columns.shown, this.#grid.selected, this.#events, format);
  }

  #model(): GridModel {
    return {
      title: this.#header.title,
      rows: this.#rows,
      columns: this.columns.shown,
      groups: this.groups,
      frozen: new Set(
        this.columns.shown.filter(column => this.columns.isFrozen(column)).map(({ key }) => key),
      ),
      sort: this.sort,
      filters: new Map(Object.entries(this.#steps.level.filters)),
      filtersShown: this.#filtersShown,
      links: this.#links,
      comparison: this.#header.comparison,
      newRows: new Set(this.#header.newRows),
      format: this.#format,
      mentions: this.#mentions,
      width: column => this.#width(column),
    };
  }

  /** The width that the user chose, else the one that fits the values; a frozen column leaves room for others. */
  #width(column: Column): number {
    const chosen = this.columns.width(column);
    if (chosen !== undefined) return chosen;
    const natural = this.#natural.width(column, this.#header, this.#grid.body);
    if (!this.columns.isFrozen(column)) return natural;
    const widths = this.columns.shown
      .filter(shown => this.columns.isFrozen(shown))
      .map(shown => this.columns.width(shown));
    const others = widths.reduce<number>((sum, width = 0) => sum + width, ordinalWidth);
    const sharing = widths.filter(width => width === undefined).length;
    return Math.min(natural, maxFrozenWidth(this.#grid.element, others, sharing));
  }

  #gridHasFocus(): boolean {
    return this.#grid.element.contains(document.activeElement);
  }

  #change(level: Partial<Level>): void {
    this.#steps.level = { ...this.#steps.level, ...level };
  }

  /** Requests the rows of the current view. @param keepHead as in `Grid.update` */
  #wantView(keepHead: boolean): void {
    this.#rows.want(this.#steps.view);
    this.#grid.update(this.#model(), keepHead);
    this.#events.shown();
    this.#events.viewed();
  }

  /** Shows other rows or groups: the header changes when they arrive. */
  #step(): void {
    this.#ownGroups = true;
    this.#rows.want(this.#steps.view);
    this.#grid.refresh();
    this.#showBar();
    this.#events.stepped();
    this.#events.viewed();
  }

  /** Shows the rows of a group. */
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

  /** Says that no row passes the search and the filters, if it is so. */
  #showNoMatch(): void {
    const { search, filters, group } = this.#rows.view;
    const isRestricted =
      search !== '' ||
      Object.keys({ ...filters, ...group?.filters }).length > 0 ||
      (group?.search ?? '') !== '';
    const isEmpty = isRestricted && this.#rows.count === 0 && this.#rows.total > 0;
    this.#noMatch.show(isEmpty ? reasonOfNoMatch(search) : undefined);
  }

  /** Shows all rows again, also those that were excluded before they were grouped. */
  #clear(): void {
    this.#steps.clear();
    this.#wantView(false);
    this.#events.cleared();
    this.focus();
  }

  /** Runs an action of the bar, and moves the focus, because the pressed button is removed. */
  #fromBar(act: () => void): void {
    act();
    this.focus();
  }

  /** The names of the groups that its rows belong to; empty = all rows. */
  get members(): readonly string[] {
    return memberNames(this.#steps.of, this.#header.columns);
  }

  /** The number of rows that a watch found. */
  get newRows(): number {
    return this.#header.newRows?.length ?? 0;
  }

  /** Whether the user hid columns, or groups, sorts, searches or filters the rows, also before they are grouped. */
  get isArranged(): boolean {
    const { sort, search, filters } = this.#steps.level;
    const isFiltered = Object.values(filters).some(typed => typed !== '') || this.#steps.filtersRows;
    const isGrouped = this.#steps.isGrouped(this.#header.group);
    const isSearched = search !== '' || (isFiltered && !showsFilters(this.#header));
    return this.columns.hides || isGrouped || sort.length > 0 || isSearched;
  }

  /** Shows the first of all rows with all columns, in the order and the groups of the query. */
  reset(): void {
    this.#steps.reset(firstFilters(this.#header), this.#header.group);
    this.#ownGroups = false;
    this.#filtersShown = showsFilters(this.#header);
    this.#grid.restart();
    this.columns.showAll();
    this.#showBar();
    this.#wantView(false);
    this.#events.cleared();
  }

  #rowsCame(): void {
    const isLoading = this.#isLoading;
    this.#isLoading = false;
    if (this.#rows.gone) this.#events.gone();
    else if (this.element.isConnected) this.#showRows();
    else if (isLoading) this.#events.filled();
  }

  #showRows(): void {
    const { groups } = this;
    if (JSON.stringify(groups) !== JSON.stringify(this.#shownGroups)) this.#showGroups(groups);
    if (this.#natural.remeasure()) this.#grid.layout();
    this.#grid.refresh();
    this.#showNoMatch();
    this.#events.shown();
    this.#events.selected(this.#selected());
  }

  /** Adapts the columns to other groups, or to rows instead of groups. */
  #showGroups(groups: Groups | undefined): void {
    const isOther = JSON.stringify(groups?.columns) !== JSON.stringify(this.#shownGroups?.columns);
    this.#shownGroups = groups;
    this.#showBar();
    if (isOther) this.#natural.restart();
    this.#grid.update(this.#model(), !isOther);
  }

  #resize(column: Column, width: number): void {
    this.columns.setWidth(column, width);
    this.#grid.layout();
    this.#keepLayout();
  }

  /** Stores the layout, except for groups that the user opened. */
  #keepLayout(): void {
    if (this.#header.comparison) return;
    const [step] = this.#steps.kept;
    const layout: Layout = {
      ...this.columns.layout,
      ...(step && step.rows.sort.length > 0 && { sort: step.rows.sort }),
      ...(step?.group && { group: step.group }),
    };
    const layoutText = JSON.stringify(layout);
    if (layoutText === this.#keptLayout) return;
    this.#keptLayout = layoutText;
    this.#events.layout(layout);
  }
}

/** The first filters: a comparison shows only the rows that differ, if any do. */
const firstFilters = ({ comparison }: TableHeader): Readonly<Record<string, string>> =>
  comparison && !isOfEqualRows(comparison) ? { [comparison.state]: '!same' } : {};

/** Whether a table has its filters shown at first: where they are set. */
const showsFilters = (header: TableHeader): boolean => Object.keys(firstFilters(header)).length > 0;
