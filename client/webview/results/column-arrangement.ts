/** Which columns of a table are on display, in which order and how wide, as the user chose. */
import type { Layout } from '../../../server/src/protocol/panel-messages.ts';
import type { Column } from '../../../server/src/protocol/run.ts';

export class ColumnArrangement {
  /** As the user left them the last time. */
  readonly #keptHidden: ReadonlySet<string>;
  /** What the user hid or showed here. */
  readonly #chosen = new Map<string, boolean>();
  readonly #widths: Map<string, number>;
  /** By key; `undefined` = as they came. */
  #order: readonly string[] | undefined;

  /** @param layout what was kept for the query; `undefined` = nothing */
  constructor(layout: Layout | undefined) {
    this.#keptHidden = new Set(layout?.hidden);
    this.#widths = new Map(Object.entries(layout?.widths ?? {}));
    this.#order = layout?.order;
  }

  /** The columns on display, of all that a table has. */
  shown(columns: readonly Column[]): readonly Column[] {
    return inOrder(columns, this.#order).filter(column => !this.isHidden(column, columns));
  }

  /** What was chosen here, else what the query says, else what was kept. */
  isHidden({ key, hidden }: Column, columns: readonly Column[]): boolean {
    return this.#chosen.get(key) ?? (saysWhatIsShown(columns) ? hidden === true : this.#keptHidden.has(key));
  }

  setHidden(columns: readonly Column[], hidden: boolean): void {
    for (const { key } of columns) this.#chosen.set(key, hidden);
  }

  /** @param keys of the columns on display */
  setOrder(keys: readonly string[]): void {
    this.#order = keys;
  }

  /** In CSS pixels; `undefined` = the user has not chosen one. */
  width({ key }: Column): number | undefined {
    return this.#widths.get(key);
  }

  /** @param width in CSS pixels */
  setWidth({ key }: Column, width: number): void {
    this.#widths.set(key, width);
  }

  /** Forgets the width of a column; without one, of all. */
  resetWidth(column?: Column): void {
    if (column) this.#widths.delete(column.key);
    else this.#widths.clear();
  }

  /** What is kept for the query. What the query itself hides is not. */
  layout(columns: readonly Column[]): Omit<Layout, 'sort' | 'group'> {
    return {
      hidden: saysWhatIsShown(columns) ? [...this.#keptHidden] : this.#hiddenKeys(columns),
      widths: Object.fromEntries(this.#widths),
      ...(this.#order && { order: this.#order }),
    };
  }

  /** Also of columns that this answer does not have. */
  #hiddenKeys(columns: readonly Column[]): string[] {
    const keys = new Set([...this.#keptHidden, ...this.#chosen.keys(), ...columns.map(({ key }) => key)]);
    return [...keys].filter(key => this.#chosen.get(key) ?? this.#keptHidden.has(key));
  }
}

/**
 * The keys after a column has moved by some places.
 * @returns `undefined` = it is at the edge, or not among them
 */
export function movedBy(keys: readonly string[], key: string, by: number): readonly string[] | undefined {
  const place = keys.indexOf(key);
  if (place < 0 || keys[place + by] === undefined) return undefined;
  return keys.toSpliced(place, 1).toSpliced(place + by, 0, key);
}

/** The keys after a column has moved before another; `undefined` = to the end. */
export function movedBefore(
  keys: readonly string[],
  key: string,
  before: string | undefined,
): readonly string[] {
  const others = keys.filter(each => each !== key);
  return others.toSpliced(before === undefined ? others.length : others.indexOf(before), 0, key);
}

/** Whether the query itself says which columns are shown. */
const saysWhatIsShown = (columns: readonly Column[]): boolean =>
  columns.some(({ hidden }) => hidden === true);

/** Columns in the order that the user chose; further ones come after them. */
function inOrder(columns: readonly Column[], order: readonly string[] | undefined): readonly Column[] {
  if (!order) return columns;
  const places = new Map(order.map((key, place) => [key, place]));
  const placeOf = ({ key }: Column): number => places.get(key) ?? order.length;
  return columns.toSorted((one, other) => placeOf(one) - placeOf(other));
}
