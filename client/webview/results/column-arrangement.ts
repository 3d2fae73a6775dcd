/** The columns of a table that are visible or frozen, their order and their widths, as the user arranged them. */
import type { Layout } from '#shared/protocol/panel-messages.ts';
import type { Groups } from '#shared/protocol/results.ts';
import type { Column, TableHeader } from '#shared/protocol/run.ts';

/** The table whose columns are arranged. */
interface ArrangedTable {
  readonly header: Pick<TableHeader, 'columns'>;
  /** The visible groups, whose columns are shown as they are; `undefined` = rows are shown. */
  readonly groups: Groups | undefined;
}

export class ColumnArrangement {
  readonly #table: ArrangedTable;
  readonly #changed: () => void;
  /** The hidden columns of the stored layout. */
  readonly #keptHidden: ReadonlySet<string>;
  /** The columns that the user hid (`true`) or showed (`false`) in this panel. */
  readonly #chosen = new Map<string, boolean>();
  readonly #widths: Map<string, number>;
  /** The order by key; `undefined` = the original order. */
  #order: readonly string[] | undefined;
  /** The keys of the frozen columns; `undefined` = the key of the rows. */
  #frozen: readonly string[] | undefined;

  /**
   * @param layout the stored layout of the query; `undefined` = none
   * @param table has the columns, which change with its rows
   * @param changed called when other columns are visible or frozen, or in another order
   */
  constructor(layout: Layout | undefined, table: ArrangedTable, changed: () => void) {
    this.#table = table;
    this.#changed = changed;
    this.#keptHidden = new Set(layout?.hidden);
    this.#widths = new Map(Object.entries(layout?.widths ?? {}));
    this.#order = layout?.order;
    this.#frozen = layout?.frozen;
  }

  /** The visible columns. */
  get shown(): readonly Column[] {
    const { header, groups } = this.#table;
    return groups?.columns ?? inOrder(header.columns, this.#order).filter(column => !this.isHidden(column));
  }

  /** The keys of the visible columns. */
  get keys(): readonly string[] {
    return this.shown.map(({ key }) => key);
  }

  /** How many columns are visible, of all that there are. */
  get counts(): { readonly shown: number; readonly all: number } {
    const { columns } = this.#table.groups ?? this.#table.header;
    return { shown: this.shown.length, all: columns.length };
  }

  /** Whether a column is hidden: by the user's choice in this panel, else by the query, else by the stored layout. */
  isHidden({ key, hidden }: Column): boolean {
    return this.#chosen.get(key) ?? (this.#queryHides ? hidden === true : this.#keptHidden.has(key));
  }

  setHidden(columns: readonly Column[], hidden: boolean): void {
    for (const { key } of columns) this.#chosen.set(key, hidden);
    this.#changed();
  }

  /** Whether the user, and not the query, hides one of the columns. */
  get hides(): boolean {
    return this.#table.header.columns.some(column => column.hidden !== true && this.isHidden(column));
  }

  /** Shows every column that the query does not hide. */
  showAll(): void {
    this.setHidden(
      this.#table.header.columns.filter(({ hidden }) => hidden !== true),
      false,
    );
  }

  /** Whether a column can be moved by a number of places. */
  canMove(key: string, by: number): boolean {
    return !this.#table.groups && movedBy(this.keys, key, by) !== undefined;
  }

  /** Moves a column by a number of places; returns false if it is at the edge. */
  move(key: string, by: number): boolean {
    const keys = this.#table.groups ? undefined : movedBy(this.keys, key, by);
    if (keys) this.#setOrder(keys);
    return keys !== undefined;
  }

  /** Moves a column before another; `undefined` = to the end. */
  drop(key: string, before: string | undefined): void {
    if (!this.#table.groups && key !== before) this.#setOrder(movedBefore(this.keys, key, before));
  }

  #setOrder(keys: readonly string[]): void {
    this.#order = keys;
    this.#changed();
  }

  /** Whether a column stays visible when the table scrolls horizontally. */
  isFrozen({ key }: Column): boolean {
    return !this.#table.groups && this.#frozenKeys.includes(key);
  }

  freeze({ key }: Column, isFrozen: boolean): void {
    const others = this.#frozenKeys.filter(other => other !== key);
    this.#frozen = isFrozen ? [...others, key] : others;
    this.#changed();
  }

  get #frozenKeys(): readonly string[] {
    return (
      this.#frozen ??
      this.#table.header.columns
        .filter(({ type }) => keyTypes.has(type))
        .map(({ key }) => key)
        .slice(0, 1)
    );
  }

  /** The width that the user chose, in CSS pixels; `undefined` = none. */
  width({ key }: Column): number | undefined {
    return this.#widths.get(key);
  }

  /** @param width in CSS pixels */
  setWidth({ key }: Column, width: number): void {
    this.#widths.set(key, width);
  }

  /** Forgets the width of a column; without a column, of all. */
  resetWidth(column?: Column): void {
    if (column) this.#widths.delete(column.key);
    else this.#widths.clear();
  }

  /** The layout to store for the query, without the columns that the query itself hides. */
  get layout(): Omit<Layout, 'sort' | 'group'> {
    return {
      hidden: this.#queryHides ? [...this.#keptHidden] : this.#hiddenKeys(),
      widths: Object.fromEntries(this.#widths),
      ...(this.#order && { order: this.#order }),
      ...(this.#frozen && { frozen: this.#frozen }),
    };
  }

  /** Whether the query itself selects the visible columns. */
  get #queryHides(): boolean {
    return this.#table.header.columns.some(({ hidden }) => hidden === true);
  }

  /** The keys of hidden columns, also of those that this response lacks. */
  #hiddenKeys(): string[] {
    const present = this.#table.header.columns.map(({ key }) => key);
    const keys = new Set([...this.#keptHidden, ...this.#chosen.keys(), ...present]);
    return [...keys].filter(key => this.#chosen.get(key) ?? this.#keptHidden.has(key));
  }
}

/** The types of columns that say which issue or page a row is about. */
const keyTypes: ReadonlySet<Column['type']> = new Set(['issue', 'page']);

/**
 * Moves a key by some places.
 *
 * @returns `undefined` = it is at the edge, or not among the keys
 */
function movedBy(keys: readonly string[], key: string, by: number): readonly string[] | undefined {
  const place = keys.indexOf(key);
  if (place < 0 || keys[place + by] === undefined) return undefined;
  return keys.toSpliced(place, 1).toSpliced(place + by, 0, key);
}

/** Moves a key before another; `undefined` = to the end. */
function movedBefore(keys: readonly string[], key: string, before: string | undefined): readonly string[] {
  const others = keys.filter(other => other !== key);
  return others.toSpliced(before === undefined ? others.length : others.indexOf(before), 0, key);
}

/** Sorts columns in the order that the user chose; other columns follow. */
function inOrder(columns: readonly Column[], order: readonly string[] | undefined): readonly Column[] {
  if (!order) return columns;
  const places = new Map(order.map((key, place) => [key, place]));
  const placeOf = ({ key }: Column): number => places.get(key) ?? order.length;
  return columns.toSorted((one, other) => placeOf(one) - placeOf(other));
}
