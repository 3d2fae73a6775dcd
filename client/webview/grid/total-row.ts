/** The last line of a grid of groups, with the aggregates of all their rows. */
import type { Groups } from '#shared/protocol/results.ts';
import { alignsEnd } from '#shared/base/tables/table-columns.ts';
import { element } from '../dom.ts';
import { text } from '../panel-texts.ts';
import { cellElement } from './cell.ts';
import type { GridModel } from './grid-model.ts';

export function totalRow({ columns, format, rows }: GridModel, { totals, grouping }: Groups): HTMLElement {
  const keys = grouping.by.length;
  const cells = columns.map((column, position) => {
    const value = Object.hasOwn(totals, column.key) && position >= keys ? totals[column.key] : undefined;
    const content = format(value, column.type);
    const cell = cellElement(
      position === 0 && keys > 0 ? { ...content, text: text('grid.total') } : content,
      alignsEnd(column.type),
      false,
    );
    cell.setAttribute('aria-colindex', String(position + 2));
    return cell;
  });
  return element('div', {
    class: 'row totals',
    attributes: { role: 'row', 'aria-rowindex': String(rows.count + 2) },
    children: [element('div', { class: 'ordinal', attributes: { role: 'gridcell' } }), ...cells],
  });
}
