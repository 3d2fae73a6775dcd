/** The columns of a table that are visible or frozen, their order and their widths, as the user arranged them. */
import type { Layout } from '#shared/protocol/panel-messages.ts';
import type { Column } from '#shared/protocol/run.ts';

export class ColumnArrangement {
  /** The hidden columns of the stored layout. */
  readonly #keptHidden: ReadonlySet<string>;
  /** The columns that the user hid (`true`) or showed (`false`) in this panel. */
  readonly #chosen = new Map<string, boolean>();
  readonly #widths: Map<string, number>;
  /** The order by key; `undefined` = the original order. */
  #order: readonly string[] | undefined;
  /** The keys of the frozen columns; `undefined` = the key of the rows. */
  #frozen: readonly string[] | undefined;

  /** @param layout the stored layout of the query; `undefined` = none */
  constructor(layout: Layout | undefined) {
    this.#keptHidden = new Set(layout?.hidden);
    this.#widths = new Map(Object.entries(layout?.widths ?? {}));
    this.#order = layout?.order;
    this.#frozen = layout?.frozen;
  }

  /** The visible columns among all columns of a table. */
  shown(columns: readonly Column[]): readonly Column[] {
    return inOrder(columns, this.#order).filter(column => !this.isHidden(column, columns));
  }

  /** Whether a column is hidden: by the user's choice in this panel, else by the query, else by the stored layout. */
  isHidden({ key, hidden }: Column, columns: readonly Column[]): boolean {
    return this.#chosen.get(key) ?? (saysWhatIsShown(columns) ? hidden === true : this.#keptHidden.has(key));
  }

  setHidden(columns: readonly Column[], hidden: boolean): void {
    for (const { key } of columns) this.#chosen.set(key, hidden);
  }

  /** Whether the user, and not the query, hides one of the columns. */
  hides(columns: readonly Column[]): boolean {
    return columns.some(column => column.hidden !== true && this.isHidden(column, columns));
  }

  /** Shows every column that the query does not hide. */
  showAll(columns: readonly Column[]): void {
    for (const { key, hidden } of columns) if (hidden !== true) this.#chosen.set(key, false);
  }

  /** @param keys the keys of the visible columns */
  setOrder(keys: readonly string[]): void {
    this.#order = keys;
  }

  /** The keys of the columns that stay in sight when the table scrolls sideways. */
  frozen(columns: readonly Column[]): readonly string[] {
    return (
      this.#frozen ??
      columns
        .filter(({ type }) => keyTypes.has(type))
        .map(({ key }) => key)
        .slice(0, 1)
    );
  }

  freeze({ key }: Column, isFrozen: boolean, columns: readonly Column[]): void {
    const others = this.frozen(columns).filter(other => other !== key);
    this.#frozen = isFrozen ? [...others, key] : others;
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
  layout(columns: readonly Column[]): Omit<Layout, 'sort' | 'group'> {
    return {
      hidden: saysWhatIsShown(columns) ? [...this.#keptHidden] : this.#hiddenKeys(columns),
      widths: Object.fromEntries(this.#widths),
      ...(this.#order && { order: this.#order }),
      ...(this.#frozen && { frozen: this.#frozen }),
    };
  }

  /** The keys of hidden columns, also of those that this response lacks. */
  #hiddenKeys(columns: readonly Column[]): string[] {
    const keys = new Set([...this.#keptHidden, ...this.#chosen.keys(), ...columns.map(({ key }) => key)]);
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
export function movedBy(keys: readonly string[], key: string, by: number): readonly string[] | undefined {
  const place = keys.indexOf(key);
  if (place < 0 || keys[place + by] === undefined) return undefined;
  return keys.toSpliced(place, 1).toSpliced(place + by, 0, key);
}

/** Moves a key before another; `undefined` = to the end. */
export function movedBefore(
  keys: readonly string[],
  key: string,
  before: string | undefined,
): readonly string[] {
  const others = keys.filter(other => other !== key);
  return others.toSpliced(before === undefined ? others.length : others.indexOf(before), 0, key);
}

/** Whether the query itself selects the visible columns. */
const saysWhatIsShown = (columns: readonly Column[]): boolean =>
  columns.some(({ hidden }) => hidden === true);

/** Sorts columns in the order that the user chose; other columns follow. */
function inOrder(columns: readonly Column[], order: readonly string[] | undefined): readonly Column[] {
  if (!order) return columns;
  const places = new Map(order.map((key, place) => [key, place]));
  const placeOf = ({ key }: Column): number => places.get(key) ?? order.length;
  return columns.toSorted((one, other) => placeOf(one) - placeOf(other));
}
