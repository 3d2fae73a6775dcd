/** The parts of a table that are copied or exported: all rows of its view, or the selected cells. */
import type { Column } from '#shared/protocol/run.ts';
import type {
  CopyFormat,
  CopyParams,
  ExportParams,
  StatisticsParams,
  View,
} from '#shared/protocol/results.ts';
import type { Rectangle } from '../grid/cell-selection.ts';
import type { GridPlace } from '../grid/grid-model.ts';
import type { RowWindow } from '../rows/row-window.ts';

/** A view with its columns, for the clipboard or a file; the panel adds the run and the table. */
export type Excerpt = Pick<ExportParams, 'view' | 'columns'>;

/** A selected range of a view. */
export type SelectedExcerpt = Excerpt & Pick<StatisticsParams, 'offset' | 'count'>;

/** A selected range, and how it is written. */
export type CopiedExcerpt = SelectedExcerpt & Pick<CopyParams, 'format' | 'titles'>;

/** All rows of the view that the user wants, with the visible columns. */
export function wholeExcerpt({ wanted, view }: RowWindow, columns: readonly string[]): Excerpt {
  // The columns of groups are known once the groups are shown.
  const isKnown = JSON.stringify(partsOf(wanted)) === JSON.stringify(partsOf(view));
  return { view: isKnown ? wanted : view, columns };
}

/** The parts of a view that decide its columns. */
const partsOf = ({ group }: View): readonly unknown[] => (group ? [group.by, group.aggregates] : []);

/** The selected range; `undefined` = a single cell. */
export function selectedExcerpt(
  { view }: RowWindow,
  shown: readonly Column[],
  { top, left, bottom, right }: Rectangle,
): SelectedExcerpt | undefined {
  if (bottom < top || (top === bottom && left === right)) return undefined;
  const columns = shown.slice(left, right + 1).map(({ key }) => key);
  return { view, columns, offset: top, count: bottom - top + 1 };
}

interface CopyEvents {
  /** Copies a single cell. */
  readonly copyCell: (place: GridPlace) => void;
  readonly copyRows: (excerpt: CopiedExcerpt) => void;
}

/** Copies the selection; without a format, one cell as it is, and several as spreadsheets accept them. */
export function copySelection(
  rows: RowWindow,
  shown: readonly Column[],
  selected: Rectangle,
  { copyCell, copyRows }: CopyEvents,
  format: CopyFormat | undefined,
): void {
  const excerpt = selectedExcerpt(rows, shown, selected);
  const { top, left, bottom } = selected;
  const [row, column] = [rows.at(top), shown[left]];
  if (!column || bottom < top) return;
  if (excerpt === undefined && row && format === undefined)
    copyCell({ row, column, ...(rows.groups && { view: rows.view }) });
  else
    copyRows({
      ...(excerpt ?? { view: rows.view, columns: [column.key], offset: top, count: 1 }),
      format: format ?? 'tsv',
      titles: format !== undefined,
    });
}
