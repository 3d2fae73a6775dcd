/** The data that a grid shows, and the events that it reports. */
import type { Format } from '../cells/cell-format.ts';
import type { FindMentions, Mention } from '../cells/mentions.ts';
import type { Comparison } from '#shared/protocol/table-comparison.ts';
import type { Groups, View, WindowRow } from '#shared/protocol/results.ts';
import type { Column } from '#shared/protocol/run.ts';
import type { RowWindow } from '../rows/row-window.ts';
import type { SortKey } from '../rows/sort-and-filter.ts';

export interface GridModel {
  readonly title: string;
  readonly rows: RowWindow;
  /** The visible columns, in order. */
  readonly columns: readonly Column[];
  /** Present if the rows are groups; the first columns are then the keys of the groups. */
  readonly groups: Groups | undefined;
  /** The keys of the columns that stay visible when the grid scrolls horizontally. */
  readonly frozen: ReadonlySet<string>;
  readonly sort: readonly SortKey[];
  readonly filters: ReadonlyMap<string, string>;
  readonly filtersShown: boolean;
  /** Whether pages and users can be opened. */
  readonly links: boolean;
  /** Present if the table compares two others. */
  readonly comparison: Comparison | undefined;
  /** The indices of rows in the table that a watch found. */
  readonly newRows: ReadonlySet<number>;
  readonly format: Format;
  /** Finds the mentions in texts that can be opened. */
  readonly mentions: FindMentions;
  /** In CSS pixels. */
  readonly width: (column: Column) => number;
}

/** A cell whose row is loaded. */
export interface GridPlace {
  readonly row: WindowRow;
  readonly column: Column;
  /** The view, if the row is a group. */
  readonly view?: View;
}

export interface GridEvents {
  /** Sorts by a column; `adds`: in addition to the current sort keys. */
  readonly sortBy: (column: Column, adds: boolean) => void;
  readonly filter: (column: Column, typed: string) => void;
  readonly resize: (column: Column, width: number) => void;
  /** Fits the width of a column, after a double click on its edge. */
  readonly fit: (column: Column) => void;
  /** Opens the link of a cell; `aside`: with the modifier key that opens it elsewhere. */
  readonly follow: (place: GridPlace, aside: boolean) => void;
  /** Opens a mention in a text; `aside` as for `follow`. */
  readonly mention: (mention: Mention, aside: boolean) => void;
  /** Opens the menu of a column, below an element. */
  readonly menu: (column: Column, beside: Element) => void;
  /** Opens the menu of the selected cells, below an element. */
  readonly cellMenu: (beside: Element) => void;
  /** Moves a column by one place; returns false if it is at the edge. */
  readonly move: (column: Column, by: 1 | -1) => boolean;
  /** Moves a dropped column before another; `undefined` = to the end. */
  readonly drop: (column: Column, before: Column | undefined) => void;
  /** Opens the group of a row, or shows a cell's whole value: after Enter or a double click. */
  readonly enter: (place: GridPlace) => void;
  /** Goes back to the rows or groups that were shown before. */
  readonly back: () => void;
  /** Shows a cell's whole value. */
  readonly open: (place: GridPlace) => void;
  /** Shows a whole row. */
  readonly record: (place: GridPlace) => void;
  /** Shows only rows with the value at the cursor, or excludes them. */
  readonly filterCell: (excludes: boolean) => void;
  /** The cursor moved to another cell. */
  readonly cursor: (place: GridPlace) => void;
  /** The selection changed. */
  readonly selected: () => void;
  readonly copy: () => void;
  readonly escape: () => void;
  /** The cursor moved, or other rows became visible. */
  readonly moved: () => void;
}
