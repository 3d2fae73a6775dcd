/** What a grid shows, and what it reports. */
import type { Format } from '../cells/cell-format.ts';
import type { FindMentions, Mention } from '../cells/mentions.ts';
import type { Comparison } from '../../../server/src/protocol/table-comparison.ts';
import type { Groups, View, WindowRow } from '../../../server/src/protocol/results.ts';
import type { Column } from '../../../server/src/protocol/run.ts';
import type { RowWindow } from '../rows/row-window.ts';
import type { SortKey } from '../rows/sort-and-filter.ts';

export interface GridModel {
  readonly title: string;
  readonly rows: RowWindow;
  /** Those that are shown, in order. */
  readonly columns: readonly Column[];
  /** Where the rows are groups; the first columns are those that they are grouped by. */
  readonly groups: Groups | undefined;
  readonly sort: readonly SortKey[];
  readonly filters: ReadonlyMap<string, string>;
  readonly filtersShown: boolean;
  /** Pages and users can be opened. */
  readonly links: boolean;
  /** The table compares two others. */
  readonly comparison: Comparison | undefined;
  readonly format: Format;
  /** What texts mention that can be opened. */
  readonly mentions: FindMentions;
  /** In CSS pixels. */
  readonly width: (column: Column) => number;
}

/** A cell whose row is here. */
export interface GridPlace {
  readonly row: WindowRow;
  readonly column: Column;
  /** Of a group: the view that it is in. */
  readonly view?: View;
}

export interface GridEvents {
  /** `adds`: to the columns that the rows are sorted by already. */
  readonly sortBy: (column: Column, adds: boolean) => void;
  readonly filter: (column: Column, typed: string) => void;
  readonly resize: (column: Column, width: number) => void;
  /** Double click on a column's edge: the width that fits. */
  readonly fit: (column: Column) => void;
  /** A link was followed; `aside`: with the key that opens a link elsewhere. */
  readonly follow: (place: GridPlace, aside: boolean) => void;
  /** An issue or a page that a text mentions was followed; `aside` as for `follow`. */
  readonly mention: (mention: Mention, aside: boolean) => void;
  /** The menu of a column is wanted, beside an element. */
  readonly menu: (column: Column, beside: Element) => void;
  /** The menu of the selected cells is wanted, beside an element. */
  readonly cellMenu: (beside: Element) => void;
  /** A column is to be moved by one place; false = it is at the edge. */
  readonly move: (column: Column, by: 1 | -1) => boolean;
  /** A column was dropped before another; `undefined` = at the end. */
  readonly drop: (column: Column, before: Column | undefined) => void;
  /** Enter or a double click: what the row has inside, or a cell's whole value. */
  readonly enter: (place: GridPlace) => void;
  /** Back to where the rows came from. */
  readonly back: () => void;
  /** A cell's whole value is wanted. */
  readonly open: (place: GridPlace) => void;
  /** The cursor went to another cell. */
  readonly cursor: (place: GridPlace) => void;
  /** Other cells are selected. */
  readonly selected: () => void;
  readonly copy: () => void;
  readonly escape: () => void;
  /** The cursor moved, or other rows came into sight. */
  readonly moved: () => void;
}
