/** The rows of a grid, of which only those in sight are elements. */
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import { alignsEnd } from '../cells/cell-format.ts';
import { element } from '../dom.ts';
import { text } from '../texts.ts';
import { cellElement } from './cell.ts';
import type { GridModel } from './grid-model.ts';
import { type Cell, type Selection, holds, rectangleOf } from './selection.ts';

/** CSS pixels; the style sheet says the same. */
export const rowHeight = 24;
export const ordinalWidth = 64;
export const headHeight = (model: GridModel): number => (model.filtersShown ? 60 : 30);

export class Rows {
  readonly element = element('div', { class: 'body', attributes: { role: 'rowgroup' } });
  readonly #scroller: HTMLElement;
  readonly #id: string;
  readonly #virtual: Virtualizer<HTMLElement, HTMLElement>;
  readonly #drawn = new Map<number, HTMLElement>();
  readonly #onDraw: () => void;
  #model: GridModel;

  /** `id` begins the ids of the cells; `onDraw` is called when other rows came into sight. */
  constructor(scroller: HTMLElement, model: GridModel, id: string, onDraw: () => void) {
    this.#scroller = scroller;
    this.#model = model;
    this.#id = id;
    this.#onDraw = onDraw;
    this.#virtual = new Virtualizer(this.#options());
  }

  /** To be called once the scroller is in the document; answers what takes the observers away. */
  mount(): () => void {
    return this.#virtual._didMount();
  }

  show(model: GridModel): void {
    this.#model = model;
    this.#virtual.setOptions(this.#options());
    this.#virtual._willUpdate();
    this.#drawn.clear();
    this.element.replaceChildren();
    this.#draw();
  }

  /** Marks what is selected among the rows in sight. */
  paint(selection: Selection): void {
    const { head } = selection;
    const area = rectangleOf(selection);
    for (const [index, row] of this.#drawn) {
      row.classList.toggle('current', index === head.row);
      for (const [position, cell] of [...row.children].slice(1).entries()) {
        const selected = holds(area, index, position);
        cell.classList.toggle('selected', selected);
        cell.classList.toggle('active', index === head.row && position === head.column);
        cell.setAttribute('aria-selected', String(selected));
      }
    }
  }

  /** Scrolls a cell into sight, if it is not; the header always is. */
  reveal({ row, column }: Cell): void {
    if (row >= 0) this.#virtual.scrollToIndex(row, { align: 'auto' });
    const widths = this.#model.columns.map(this.#model.width);
    const left = widths.slice(0, column).reduce((sum, width) => sum + width, 0);
    const right = left + (widths[column] ?? 0);
    const room = this.#scroller.clientWidth - ordinalWidth;
    if (left < this.#scroller.scrollLeft) this.#scroller.scrollLeft = left;
    else if (right > this.#scroller.scrollLeft + room)
      this.#scroller.scrollLeft = Math.min(left, right - room);
    this.#draw();
  }

  /** The cell under the pointer, column -1 for the row's number; `undefined` = none. */
  cellAt(event: MouseEvent): Cell | undefined {
    const found = event.target instanceof Element ? event.target.closest('.cell, .ordinal') : null;
    const row = [...this.#drawn].find(([, drawn]) => drawn === found?.parentElement);
    return found && row ? { row: row[0], column: [...row[1].children].indexOf(found) - 1 } : undefined;
  }

  /** Whether a cell in sight is shown as a link. */
  isLink({ row, column }: Cell): boolean {
    const cell = this.#drawn.get(row)?.children[column + 1];
    return cell?.querySelector('.link') != null;
  }

  #options() {
    return {
      count: this.#model.order.length,
      getScrollElement: () => this.#scroller,
      estimateSize: () => rowHeight,
      overscan: 8,
      scrollPaddingStart: headHeight(this.#model),
      scrollMargin: headHeight(this.#model),
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      onChange: () => this.#draw(),
    };
  }

  #draw(): void {
    const items = this.#virtual.getVirtualItems();
    const wanted = new Set(items.map(item => item.index));
    this.element.style.height = `${this.#virtual.getTotalSize()}px`;
    for (const [index, row] of this.#drawn) {
      if (wanted.has(index)) continue;
      row.remove();
      this.#drawn.delete(index);
    }
    for (const { index, start } of items) {
      if (this.#drawn.has(index)) continue;
      const row = rowElement(this.#model, index, this.#id);
      row.style.transform = `translateY(${start - headHeight(this.#model)}px)`;
      this.#drawn.set(index, row);
      this.element.append(row);
    }
    this.#onDraw();
  }
}

function rowElement(
  { store, order, columns, format, links }: GridModel,
  index: number,
  id: string,
): HTMLElement {
  const stored = order[index] ?? 0;
  const cells = columns.map((column, position) => {
    const shown = format(store.value(stored, column), column.type);
    const leads = links || column.type === 'link' || column.type === 'issue';
    const cell = cellElement(shown, alignsEnd(column.type), leads);
    cell.id = `${id}-${index}-${position}`;
    cell.setAttribute('aria-colindex', String(position + 2));
    return cell;
  });
  const label = text('grid.row', { number: stored + 1 });
  const ordinal = element('div', {
    class: 'ordinal',
    text: String(stored + 1),
    attributes: { role: 'rowheader', 'aria-label': label },
  });
  return element('div', {
    class: index % 2 === 1 ? 'row odd' : 'row',
    attributes: { role: 'row', 'aria-rowindex': String(index + 2) },
    children: [ordinal, ...cells],
  });
}
