/** Columns that stay visible when a grid scrolls horizontally: each stops beside the frozen columns before it. */
import type { Column } from '#shared/protocol/run.ts';
import { element } from '../dom.ts';
import type { GridModel } from './grid-model.ts';

/** The part of the grid that frozen columns may take; in a narrower grid nothing is frozen. */
const maxFrozenShare = 0.6;

const propertyOf = (place: number): string => `--frozen-${place}`;

type Frozen = Pick<GridModel, 'columns' | 'frozen'>;

/** Marks an element of a column if the column is frozen. */
export function frozenIf<Node extends HTMLElement>(
  { columns, frozen }: Frozen,
  column: Column,
  node: Node,
): Node {
  if (!frozen.has(column.key)) return node;
  const place = columns.filter(({ key }) => frozen.has(key)).indexOf(column);
  node.classList.add('frozen');
  // Only a grid that freezes columns uses it: an element that is placed otherwise would be moved by it.
  node.style.setProperty('--frozen-left', `var(${propertyOf(place)})`);
  return node;
}

/** A cell as it is, or if its column is frozen, on a background that hides the cells below it. */
export const onBackground = (model: Frozen, column: Column, cell: HTMLElement): HTMLElement =>
  model.frozen.has(column.key)
    ? frozenIf(
        model,
        column,
        element('div', { class: 'backing', attributes: { role: 'presentation' }, children: [cell] }),
      )
    : cell;

/** The width of the frozen columns before an index, in CSS pixels. */
export const frozenWidth = ({ columns, frozen, width }: GridModel, before: number): number =>
  columns
    .slice(0, before)
    .filter(({ key }) => frozen.has(key))
    .reduce((sum, column) => sum + width(column), 0);

/** The width below which a frozen column would say too little, in CSS pixels. */
const leastFrozenWidth = 82;

/**
 * The maximum width of a frozen column that the user did not size, so that the grid can freeze it, in CSS pixels.
 *
 * @param others the width of what else is frozen
 * @param count the number of columns that share the rest
 */
export const maxFrozenWidth = (grid: HTMLElement, others: number, count: number): number =>
  grid.clientWidth === 0
    ? Infinity
    : Math.max(leastFrozenWidth, Math.floor((maxFrozenShare * grid.clientWidth - others) / count));

/** Sets the places of the frozen columns. @param start the width of the column of row numbers, in CSS pixels */
export function placeFrozen(grid: HTMLElement, model: GridModel, start: number): void {
  const columns = model.columns.filter(({ key }) => model.frozen.has(key));
  let left = start;
  for (const [place, column] of columns.entries()) {
    grid.style.setProperty(propertyOf(place), `${left}px`);
    left += model.width(column);
  }
  grid.classList.toggle('freezes', columns.length > 0 && left <= maxFrozenShare * grid.clientWidth);
}
