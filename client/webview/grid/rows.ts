/** The rows of a grid, all of the same height. Only visible rows have elements. */
import type { WindowRow } from '#shared/protocol/results.ts';
import { type Shown, isCut, shownOf } from '../cells/cell-format.ts';
import { alignsEnd } from '#shared/base/tables/table-columns.ts';
import { drawing, element } from '../dom.ts';
import icons from '../icons.json' with { type: 'json' };
import { isPlain } from '../rows/sort-and-filter.ts';
import { text } from '../panel-texts.ts';
import { cellElement, mentionsOfCell } from './cell.ts';
import { frozenWidth, onBackground } from './frozen-columns.ts';
import { markChanges } from './row-changes.ts';
import type { GridModel } from './grid-model.ts';
import { type Cell, type Selection, holds, rectangleOf } from './cell-selection.ts';

/** In CSS pixels, as in the style sheet. */
export const rowHeight = 24;
export const ordinalWidth = 64;
/** The height of the header and the totals, in CSS pixels. */
export const edgeHeight = (model: GridModel): number =>
  (model.filtersShown ? 60 : 30) + (model.groups ? 26 : 0);

/** The number of rows that are drawn before and after the visible ones. */
const overscan = 8;

interface Drawn {
  readonly element: HTMLElement;
  /** `undefined` = the row is not loaded yet. */
  row: WindowRow | undefined;
}

export interface Scroll {
  readonly top: number;
  readonly left: number;
}

interface RowsEvents {
  /** Other rows became visible. */
  readonly drawn: () => void;
  /** The grid has another size. */
  readonly resized: () => void;
}

export class Rows {
  readonly element = element('div', { class: 'body', attributes: { role: 'rowgroup' } });
  readonly #scroller: HTMLElement;
  readonly #id: string;
  readonly #drawn = new Map<number, Drawn>();
  readonly #events: RowsEvents;
  #model: GridModel;
  /** The scroll position: an element that is taken out of the document loses it. */
  #scroll: Scroll = { top: 0, left: 0 };

  /** @param id the prefix of the cells' ids */
  constructor(scroller: HTMLElement, model: GridModel, id: string, events: RowsEvents) {
    this.#scroller = scroller;
    this.#model = model;
    this.#id = id;
    this.#events = events;
  }

  /** Must be called once the scroller is in the document. Returns a function that removes the observers. */
  mount(): () => void {
    const { top, left } = this.#scroll;
    this.#stretch();
    this.#scroller.scrollTo({ top, left });
    const scrolled = (): void => {
      this.#scroll = { top: this.#scroller.scrollTop, left: this.#scroller.scrollLeft };
      this.#draw();
    };
    const observer = new ResizeObserver(() => {
      this.#events.resized();
      this.#draw();
    });
    observer.observe(this.#scroller);
    this.#scroller.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      observer.disconnect();
      this.#scroller.removeEventListener('scroll', scrolled);
      this.#model.rows.rest();
    };
  }

  get scroll(): Scroll {
    return this.#scroll;
  }

  set scroll(scroll: Scroll) {
    this.#scroll = scroll;
  }

  show(model: GridModel): void {
    this.#model = model;
    this.#drawn.clear();
    this.element.replaceChildren();
    this.refresh();
  }

  /** Shows newly loaded rows; the elements of unchanged rows are kept. */
  refresh(): void {
    this.#stretch();
    this.#draw();
  }

  /** Marks the selected cells in the visible rows. */
  paint(selection: Selection): void {
    const { head } = selection;
    const area = rectangleOf(selection);
    for (const [index, { element: row }] of this.#drawn) {
      row.classList.toggle('current', index === head.row);
      for (const [position, cell] of row.querySelectorAll('.cell').entries()) {
        const selected = holds(area, index, position);
        cell.classList.toggle('selected', selected);
        cell.classList.toggle('active', index === head.row && position === head.column);
        cell.setAttribute('aria-selected', String(selected));
      }
    }
  }

  /** Scrolls a cell into view if it is hidden; the header is always visible. */
  reveal({ row, column }: Cell): void {
    const top = row * rowHeight;
    const height = this.#room;
    if (row >= 0 && top < this.#scroller.scrollTop) this.#scroller.scrollTop = top;
    else if (row >= 0 && top + rowHeight > this.#scroller.scrollTop + height)
      this.#scroller.scrollTop = top + rowHeight - height;
    const widths = this.#model.columns.map(this.#model.width);
    const leftEdge = widths.slice(0, column).reduce((sum, width) => sum + width, 0);
    const right = leftEdge + (widths[column] ?? 0);
    const room = this.#scroller.clientWidth - ordinalWidth;
    const freezes = this.#scroller.classList.contains('freezes');
    const covered = freezes ? frozenWidth(this.#model, column) : 0;
    const isFrozen = freezes && this.#model.frozen.has(this.#model.columns[column]?.key ?? '');
    if (leftEdge - covered < this.#scroller.scrollLeft && !isFrozen)
      this.#scroller.scrollLeft = leftEdge - covered;
    else if (right > this.#scroller.scrollLeft + room)
      this.#scroller.scrollLeft = Math.min(leftEdge - covered, right - room);
    this.#draw();
  }

  /** The cell below the pointer, with column -1 for the row's number; `undefined` = none. */
  cellAt(event: MouseEvent): Cell | undefined {
    const target = event.target instanceof Element ? event.target.closest('.cell, .ordinal') : null;
    const row = [...this.#drawn].find(([, drawn]) => drawn.element.contains(target));
    return target && row
      ? { row: row[0], column: [...row[1].element.querySelectorAll('.cell')].indexOf(target) }
      : undefined;
  }

  /** Whether a visible cell is shown as a link. */
  isLink({ row, column }: Cell): boolean {
    const cell = this.#drawn.get(row)?.element.querySelectorAll('.cell')[column];
    return cell?.querySelector('.link') != null;
  }

  /** The height for rows in CSS pixels. */
  get #room(): number {
    return this.#scroller.clientHeight - edgeHeight(this.#model);
  }

  #stretch(): void {
    this.element.style.height = `${this.#model.rows.count * rowHeight}px`;
  }

  #draw(): void {
    const { rows } = this.#model;
    if (!this.#scroller.isConnected) return;
    const height = rows.count * rowHeight;
    // After rows were removed, the browser corrects the scroll position only later.
    const top = Math.min(this.#scroller.scrollTop, Math.max(0, height - this.#room));
    const first = Math.floor(top / rowHeight);
    const last = Math.min(rows.count, Math.ceil((top + this.#room) / rowHeight)) - 1;
    rows.see(Math.max(0, Math.min(first, last)), Math.max(0, last));
    const from = Math.max(0, first - overscan);
    const to = Math.min(rows.count - 1, last + overscan);
    for (const [index, drawn] of this.#drawn) {
      if (index >= from && index <= to && isSame(drawn, rows.at(index))) continue;
      drawn.element.remove();
      this.#drawn.delete(index);
    }
    for (let index = from; index <= to; index++) {
      if (this.#drawn.has(index)) continue;
      const row = rows.at(index);
      const rowNode = rowElement(this.#model, index, row, this.#id);
      rowNode.style.transform = `translateY(${index * rowHeight}px)`;
      this.#drawn.set(index, { element: rowNode, row });
      this.element.append(rowNode);
    }
    this.#scroller.setAttribute('aria-busy', String(rows.busy));
    this.#events.drawn();
  }
}

/** Whether a row that was fetched again is unchanged: its element is then kept, so that a click in progress hits it. */
function isSame(drawn: Drawn, row: WindowRow | undefined): boolean {
  if (drawn.row !== row && (!row || !drawn.row || JSON.stringify(drawn.row) !== JSON.stringify(row)))
    return false;
  drawn.row = row;
  return true;
}

function rowElement(model: GridModel, index: number, row: WindowRow | undefined, id: string): HTMLElement {
  const { rows, columns, format, links, groups, comparison, newRows, mentions: find } = model;
  const cells = columns.map((column, position) => {
    const isKey = groups !== undefined && position < groups.grouping.by.length;
    const cellContent = row ? shownOf(row, column, format) : format(undefined, column.type);
    const content = row && isKey ? groupValue(cellContent) : cellContent;
    const leads = links || column.type === 'link' || column.type === 'issue';
    const isText = row && !isKey && (column.type === 'text' || column.type === 'html');
    const mentions = isText ? mentionsOfCell(content, isCut(row, column), find) : [];
    const cell = cellElement(content, alignsEnd(column.type), leads, mentions);
    if (row && isKey && position === 0) cell.prepend(opener());
    cell.id = `${id}-${index}-${position}`;
    cell.setAttribute('aria-colindex', String(position + 2));
    return cell;
  });
  const change = row && comparison && !groups ? markChanges({ row, columns, cells, format }, comparison) : '';
  const number = row?.row ?? (isPlain(rows.view) ? index : undefined);
  const isNew = !groups && number !== undefined && newRows.has(number);
  return element('div', {
    class: `row${index % 2 === 1 ? ' odd' : ''}${row ? '' : ' waiting'}${change}${isNew ? ' new' : ''}`,
    attributes: { role: 'row', 'aria-rowindex': String(index + 2) },
    children: [
      ordinal(number, isNew),
      ...cells.map((cell, position) => onBackground(model, columns[position]!, cell)),
    ],
  });
}

/** The value of a group is not a link, as the whole group opens. */
const groupValue = (shown: Shown): Shown => ({
  ...shown,
  ...(shown.text === '' && { text: text('cell.empty') }),
  ...(shown.kind === 'link' && { kind: 'text' }),
});

/** The icon that shows that a group opens. */
const opener = (): HTMLElement =>
  element('span', { class: 'opener', title: text('grid.open'), children: [drawing(icons.nested)] });

/** The number of a row in its table, with a sign if it is new; empty until the row is loaded. */
function ordinal(row: number | undefined, isNew: boolean): HTMLElement {
  const number = row === undefined ? '…' : String(row + 1);
  return element('div', {
    class: 'ordinal',
    text: isNew ? `● ${number}` : number,
    title: isNew ? text('grid.newRowHint') : '',
    attributes: { role: 'rowheader', 'aria-label': text(isNew ? 'grid.newRow' : 'grid.row', { number }) },
  });
}
