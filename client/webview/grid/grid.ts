/**
 * A table of cells to move in, select, sort and copy from. The focus stays on the grid: its active cell is announced
 * by `aria-activedescendant`, which works while rows are added and removed.
 */
import { element } from '../dom.ts';
import { draggable } from './column-drag.ts';
import { placeFrozen } from './frozen-columns.ts';
import { filterRow, titleRow } from './header.ts';
import { totalRow } from './total-row.ts';
import { mentionOf } from './cell.ts';
import type { GridEvents, GridModel, GridPlace } from './grid-model.ts';
import { edgeHeight, ordinalWidth, rowHeight, Rows, type Scroll } from './rows.ts';
import {
  type Cell,
  type Extent,
  type Rectangle,
  type Selection,
  at,
  confine,
  holds,
  moved,
  rectangleOf,
} from './cell-selection.ts';

const isMac = navigator.userAgent.includes('Mac');
let gridCount = 0;

export class Grid {
  readonly element = element('div', {
    class: 'grid',
    attributes: { role: 'grid', tabindex: '0', 'aria-multiselectable': 'true' },
  });
  readonly #head = element('div', { class: 'head', attributes: { role: 'rowgroup' } });
  readonly #foot = element('div', { class: 'foot', attributes: { role: 'rowgroup' } });
  readonly #rows: Rows;
  readonly #events: GridEvents;
  readonly #id = `grid${++gridCount}`;
  #model: GridModel;
  #selection: Selection = at(0, 0);
  /** The event that waits until the row of the cursor is loaded. */
  #pendingEvent: ((place: GridPlace) => void) | undefined;

  constructor(model: GridModel, events: GridEvents) {
    this.#model = model;
    this.#events = events;
    this.#rows = new Rows(this.element, model, this.#id, {
      drawn: () => this.#drawn(),
      resized: () => this.layout(),
    });
    this.element.append(this.#head, this.#rows.element, this.#foot);
    this.element.addEventListener('keydown', event => this.#key(event));
    this.element.addEventListener('copy', event => {
      if (event.target instanceof HTMLInputElement) return;
      events.copy();
      event.preventDefault();
    });
    this.#rows.element.addEventListener('pointerdown', event => this.#press(event));
    this.#rows.element.addEventListener('click', event => this.#click(event));
    this.#rows.element.addEventListener('dblclick', () => this.report(events.enter));
    this.#head.addEventListener('contextmenu', event => this.#titleMenu(event));
    this.#rows.element.addEventListener('contextmenu', event => this.#rowsMenu(event));
    draggable(this.#head, () => this.#model, events.drop);
  }

  /** Must be called once the element is in the document. Returns a function that removes the observers. */
  mount(): () => void {
    const unmount = this.#rows.mount();
    this.update(this.#model);
    return unmount;
  }

  /** Shows another model. @param keepHead keeps the header, in which the user may be typing */
  update(model: GridModel, keepHead = false): void {
    this.#model = model;
    const { title, columns, filtersShown } = model;
    this.element.setAttribute('aria-label', title);
    this.element.setAttribute('aria-colcount', String(columns.length + 1));
    this.layout();
    if (!keepHead) {
      const filters = filtersShown ? [filterRow(model, this.#events)] : [];
      this.#head.replaceChildren(titleRow(model, this.#events, this.#id), ...filters);
    }
    this.#foot.replaceChildren(...(model.groups ? [totalRow(model, model.groups)] : []));
    this.#confine();
    this.#rows.show(model);
  }

  /** Shows newly loaded rows, in the same columns. */
  refresh(): void {
    this.#confine();
    this.#rows.refresh();
  }

  /** Applies the widths of the model. */
  layout(): void {
    const widths = [ordinalWidth, ...this.#model.columns.map(this.#model.width)];
    this.element.style.setProperty('--columns', widths.map(width => `${width}px`).join(' '));
    this.element.style.setProperty('--width', `${widths.reduce((sum, width) => sum + width, 0)}px`);
    placeFrozen(this.element, this.#model, ordinalWidth);
  }

  /** Scrolls the active cell into view, after the size of the grid changed. */
  reveal(): void {
    this.#rows.reveal(this.#selection.head);
  }

  /** The element whose font the cells have. */
  get body(): Element {
    return this.#rows.element;
  }

  /** The selected part of the visible cells. */
  get selected(): Rectangle {
    const { top, left, bottom, right } = rectangleOf(this.#selection);
    return { top: Math.max(0, top), left, bottom, right };
  }

  get cursor(): Cell {
    return this.#selection.head;
  }

  get scroll(): Scroll {
    return this.#rows.scroll;
  }

  /** Moves the cursor and the scroll position to the first row. */
  restart(): void {
    this.#selection = at(0, 0);
    this.element.scrollTo(0, 0);
  }

  /** Restores the cursor and the scroll position, before the grid is mounted. */
  restore(cursor: Cell, scroll: Scroll): void {
    this.#selection = at(cursor.row, cursor.column);
    this.#rows.scroll = scroll;
  }

  #confine(): void {
    const extent = this.#extent();
    this.element.setAttribute('aria-rowcount', String(extent.rows + (this.#model.groups ? 2 : 1)));
    this.#selection = confine(this.#selection, extent);
  }

  #drawn(): void {
    this.#paint();
    const pendingEvent = this.#pendingEvent;
    if (pendingEvent) this.report(pendingEvent);
    this.#events.moved();
  }

  #extent(): Extent {
    const { rows, columns } = this.#model;
    const room = this.element.clientHeight - edgeHeight(this.#model);
    return {
      rows: rows.count,
      columns: columns.length,
      page: Math.max(1, Math.floor(room / rowHeight) - 1),
    };
  }

  #paint(): void {
    const { row, column } = this.#selection.head;
    this.#rows.paint(this.#selection);
    for (const [position, title] of [...(this.#head.firstElementChild?.children ?? [])].slice(1).entries())
      title.classList.toggle('active', row === -1 && position === column);
    const active = row === -1 ? `${this.#id}-h-${column}` : `${this.#id}-${row}-${column}`;
    // The row of the cursor has no elements while it is out of sight.
    if (document.getElementById(active)) this.element.setAttribute('aria-activedescendant', active);
    else this.element.removeAttribute('aria-activedescendant');
  }

  /** Reports the cell at the cursor, at once or when its row is loaded. */
  report(wanted: (place: GridPlace) => void): void {
    const { head } = this.#selection;
    const row = this.#model.rows.at(head.row);
    const column = this.#model.columns[head.column];
    const { open, record, enter, cursor } = this.#events;
    const opening = [open, record, ...(this.#model.groups ? [] : [enter])].find(
      each => each === this.#pendingEvent,
    );
    // If a value or a row was to be opened and the cursor moved meanwhile, the one at the new cell is opened.
    const event = opening && wanted === cursor ? opening : wanted;
    this.#pendingEvent = row || head.row < 0 ? undefined : event;
    if (row && column) event({ row, column, ...(this.#model.groups && { view: this.#model.rows.view }) });
  }

  #select(selection: Selection): void {
    this.#selection = selection;
    this.#paint();
    this.report(this.#events.cursor);
    this.#events.selected();
  }

  #key(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement) return;
    if (this.#chord(event)) {
      event.preventDefault();
      return;
    }
    if (event.altKey) return;
    const jump = isMac ? event.metaKey : event.ctrlKey;
    const next = moved(this.#selection, { key: event.key, shiftKey: event.shiftKey, jump }, this.#extent());
    if (next) {
      this.#select(next);
      this.reveal();
    } else if (event.key === 'Enter' && !jump) this.#enter(event.shiftKey);
    else if (event.key === ' ') this.report(this.#events.open);
    else if (event.key === 'Escape') this.#escape();
    else if (event.key === 'Backspace') this.#events.back();
    else return;
    event.preventDefault();
  }

  /**
   * Handles Enter: on a title it sorts (with Shift by that column as well), on a link it follows it, elsewhere it
   * opens the cell.
   */
  #enter(adds: boolean): void {
    const { head } = this.#selection;
    const title = this.#model.columns[head.column];
    if (head.row === -1) return title && this.#events.sortBy(title, adds);
    this.report(this.#rows.isLink(head) ? place => this.#events.follow(place, false) : this.#events.enter);
  }

  /** Handles Escape, which also cancels the value that is to be opened. */
  #escape(): void {
    this.#pendingEvent = undefined;
    this.#events.escape();
  }

  /** Handles the keys of menus and of moving a column. Returns whether the key was one of them. */
  #chord({ key, shiftKey, altKey }: KeyboardEvent): boolean {
    const { row } = this.#selection.head;
    if (altKey && key === 'ArrowDown') this.#columnMenu();
    else if (altKey && key === 'Enter') this.#record();
    else if ((key === '=' || key === '!') && row >= 0) this.#events.filterCell(key === '!');
    else if (key === 'ContextMenu' || (shiftKey && key === 'F10'))
      if (row === -1) this.#columnMenu();
      else this.#cellMenu();
    else if (altKey && shiftKey && key === 'ArrowLeft') this.#move(-1);
    else if (altKey && shiftKey && key === 'ArrowRight') this.#move(1);
    else return false;
    return true;
  }

  /** Shows the row of the cursor; a group opens as with the Enter key. */
  #record(): void {
    this.report(this.#model.groups ? this.#events.enter : this.#events.record);
  }

  /** Moves the column of the cursor; the cursor stays in it. */
  #move(by: 1 | -1): void {
    const { row, column } = this.#selection.head;
    const here = this.#model.columns[column];
    if (!here || !this.#events.move(here, by)) return;
    this.#select(at(row, column + by));
    this.reveal();
  }

  #cellMenu(): void {
    const cell = this.element.querySelector('.cell.active');
    if (cell) this.#events.cellMenu(cell);
  }

  /** Opens the menu of the selected cells, or of the cell below the pointer if it is not selected. */
  #rowsMenu(event: MouseEvent): void {
    const cell = this.#rows.cellAt(event);
    if (!cell || !(event.target instanceof Element)) return;
    event.preventDefault();
    if (!holds(rectangleOf(this.#selection), cell.row, Math.max(0, cell.column)))
      this.#select(at(cell.row, Math.max(0, cell.column)));
    this.#events.cellMenu(event.target);
  }

  /** Moves the cursor by a number of rows, and to a column; without one, it stays in its column. */
  moveRow(by: 1 | -1, column = this.#selection.head.column): void {
    this.#select(confine(at(Math.max(0, this.#selection.head.row + by), column), this.#extent()));
    this.reveal();
  }

  /** Does the same as the Enter key on a cell. */
  enter(): void {
    this.report(this.#events.enter);
  }

  /** Opens the menu of the cursor's column, below its title. */
  #columnMenu(): void {
    const { column } = this.#selection.head;
    const title = this.#head.firstElementChild?.children[column + 1];
    const chosen = this.#model.columns[column];
    if (title && chosen) this.#events.menu(chosen, title);
  }

  #titleMenu(event: MouseEvent): void {
    const title = event.target instanceof Element ? event.target.closest('.title') : null;
    const index = [...(this.#head.firstElementChild?.children ?? [])].findIndex(child => child === title);
    const column = this.#model.columns[index - 1];
    if (!title || !column) return;
    event.preventDefault();
    this.#events.menu(column, title);
  }

  /**
   * Handles a press, which selects a cell, or on a row's number the whole row; with Shift, and while dragging, it
   * extends the selection. It never scrolls: the click that follows must hit the same cell.
   */
  #press(event: PointerEvent): void {
    const from = this.#rows.cellAt(event);
    if (!from || event.button !== 0) return;
    const isWholeRow = from.column === -1;
    const anchor = event.shiftKey
      ? this.#selection.anchor
      : { row: from.row, column: Math.max(0, from.column) };
    const last = this.#model.columns.length - 1;
    const select = ({ row, column }: Cell): void =>
      this.#select({ anchor, head: { row, column: isWholeRow ? last : Math.max(0, column) } });
    this.element.focus();
    event.preventDefault();
    select(from);
    const drag = (over: PointerEvent): void => {
      const to = this.#rows.cellAt(over);
      if (to) select(to);
    };
    this.#rows.element.addEventListener('pointermove', drag);
    addEventListener('pointerup', () => this.#rows.element.removeEventListener('pointermove', drag), {
      once: true,
    });
  }

  #click(event: MouseEvent): void {
    if (!(event.target instanceof Element)) return;
    const aside = isMac ? event.metaKey : event.ctrlKey;
    const mention = mentionOf(event.target.closest('.mention'));
    if (event.target.closest('.opener')) this.report(this.#events.enter);
    else if (mention) this.#events.mention(mention, aside);
    else if (event.target.closest('.link')) this.report(place => this.#events.follow(place, aside));
    else if (event.target.closest('.drawing')) this.report(this.#events.open);
  }
}
