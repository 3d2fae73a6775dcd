/** The header of a grid: titles with sort arrows and handles for the widths, and below them filters. */
import { button, drawing, element } from '../dom.ts';
import icons from '../icons.json' with { type: 'json' };
import type { Column } from '#shared/protocol/run.ts';
import { text } from '../panel-texts.ts';
import { alignsEnd } from '#shared/base/tables/table-columns.ts';
import { visible } from '../cells/hidden-characters.ts';
import type { GridEvents, GridModel } from './grid-model.ts';
import { frozenIf } from './frozen-columns.ts';
import { clampWidth } from './widths.ts';

const sorts = { none: 'none', up: 'ascending', down: 'descending' } as const;

export function titleRow(model: GridModel, events: GridEvents, id: string): HTMLDivElement {
  const titles = model.columns.map((column, index) => titleCell(model, events, column, index, id));
  return element('div', {
    class: 'row titles',
    attributes: { role: 'row', 'aria-rowindex': '1' },
    children: [
      element('div', {
        class: 'ordinal corner',
        text: '#',
        attributes: { role: 'columnheader', 'aria-label': text('grid.number') },
      }),
      ...titles,
    ],
  });
}

/** How a column sorts the rows, and its index among the sort keys, from 0; -1 = not a sort key. */
function sortOf({ sort }: GridModel, column: Column) {
  const place = sort.findIndex(key => key.column === column.key);
  const key = sort[place];
  if (!key) return { place, direction: sorts.none };
  return { place, direction: key.descending ? sorts.down : sorts.up };
}

/**
 * Attributes that announce the sort. With several sort keys, each is part of its column's label, as `aria-sort` is
 * for one column only.
 */
function sortAttributes({ sort }: GridModel, title: string, { place, direction }: ReturnType<typeof sortOf>) {
  if (direction === 'none' || sort.length === 1) return { 'aria-sort': direction, 'aria-label': title };
  return {
    'aria-sort': place === 0 ? direction : sorts.none,
    'aria-label': text(`grid.sort.${direction}`, { title, place: place + 1, count: sort.length }),
  };
}

function titleCell(
  model: GridModel,
  events: GridEvents,
  column: Column,
  index: number,
  id: string,
): HTMLDivElement {
  const sort = sortOf(model, column);
  const { direction } = sort;
  const title = visible(column.title);
  const cell = element('div', {
    class: `title${alignsEnd(column.type) ? ' end' : ''}${direction === 'none' ? '' : ' sorted'}`,
    title: text('grid.title', { title, type: text(`hint.${column.type}`) }),
    attributes: {
      id: `${id}-h-${index}`,
      role: 'columnheader',
      ...sortAttributes(model, title, sort),
      'aria-colindex': String(index + 2),
    },
    children: [
      element('span', { class: 'name', text: title }),
      ...(direction === 'none' ? [] : [drawing(icons[direction])]),
      ...(direction === 'none' || model.sort.length === 1
        ? []
        : [element('span', { class: 'place', text: String(sort.place + 1) })]),
    ],
  });
  cell.addEventListener('click', event => events.sortBy(column, event.shiftKey));
  cell.append(menuButton(events, column, title), widthHandle(model, events, column));
  return frozenIf(model, column, cell);
}

/** The button of a column's menu, for the pointer; the keyboard has Shift+F10. */
function menuButton(events: GridEvents, column: Column, title: string): HTMLButtonElement {
  const label = text('grid.menu', { title });
  const headerButton = button('', () => undefined, {
    class: 'plain opens',
    title: label,
    attributes: { 'aria-label': label, 'aria-haspopup': 'true', tabindex: '-1' },
    children: [drawing(icons.menu)],
  });
  headerButton.addEventListener('click', event => {
    event.stopPropagation();
    events.menu(column, headerButton);
  });
  return headerButton;
}

function widthHandle(model: GridModel, events: GridEvents, column: Column): HTMLDivElement {
  const handle = element('div', { class: 'handle' });
  handle.addEventListener('click', event => event.stopPropagation());
  handle.addEventListener('dblclick', () => events.fit(column));
  handle.addEventListener('pointerdown', event => {
    event.preventDefault();
    event.stopPropagation();
    const [from, width] = [event.clientX, model.width(column)];
    const drag = (moved: PointerEvent): void =>
      events.resize(column, clampWidth(width + moved.clientX - from));
    addEventListener('pointermove', drag);
    addEventListener('pointerup', () => removeEventListener('pointermove', drag), { once: true });
  });
  return handle;
}

export function filterRow(model: GridModel, events: GridEvents): HTMLDivElement {
  const boxes = model.columns.map(column => {
    const box = element('input', {
      attributes: {
        type: 'text',
        spellcheck: 'false',
        placeholder: text(
          alignsEnd(column.type) || column.type === 'date' ? 'filter.measured' : 'filter.text',
        ),
        'aria-label': text('filter.label', { title: visible(column.title) }),
      },
    });
    box.value = model.filters.get(column.key) ?? '';
    box.addEventListener('input', () => events.filter(column, box.value));
    const filter = element('div', { class: 'filter', attributes: { role: 'gridcell' }, children: [box] });
    return frozenIf(model, column, filter);
  });
  const clear = button('', () => model.columns.forEach(column => events.filter(column, '')), {
    class: 'plain',
    title: text('filter.clear'),
    attributes: { 'aria-label': text('filter.clear') },
    children: [drawing(icons.close)],
  });
  return element('div', {
    class: 'row filters',
    attributes: { role: 'row' },
    children: [
      element('div', { class: 'ordinal corner', attributes: { role: 'gridcell' }, children: [clear] }),
      ...boxes,
    ],
  });
}
