/** What a grid shows, and what it reports. */
import type { Format } from '../cells/cell-format.ts';
import type { Column } from '../../../server/src/protocol/run.ts';
import type { Store } from '../rows/store.ts';
import type { Sort } from '../rows/view.ts';

export interface GridModel {
  readonly store: Store;
  /** Those that are shown, in order. */
  readonly columns: readonly Column[];
  /** Indexes of the shown rows in the store. */
  readonly order: readonly number[];
  readonly sort: Sort | undefined;
  readonly filters: ReadonlyMap<string, string>;
  readonly filtersShown: boolean;
  /** Pages and users can be opened. */
  readonly links: boolean;
  readonly format: Format;
  /** In CSS pixels. */
  readonly width: (column: Column) => number;
}

/** A cell of the store, not of what is shown. */
export interface GridPlace {
  readonly row: number;
  readonly column: Column;
}

export interface GridEvents {
  readonly sortBy: (column: Column) => void;
  readonly filter: (column: Column, typed: string) => void;
  readonly resize: (column: Column, width: number) => void;
  /** Double click on a column's edge: the width that fits. */
  readonly fit: (column: Column) => void;
  /** A link was followed; `aside`: with the key that opens a link elsewhere. */
  readonly follow: (place: GridPlace, aside: boolean) => void;
  /** A cell's whole value is wanted. */
  readonly open: (place: GridPlace) => void;
  /** The cursor went to another cell. */
  readonly cursor: (place: GridPlace) => void;
  readonly copy: (data: DataTransfer) => void;
  readonly escape: () => void;
}
