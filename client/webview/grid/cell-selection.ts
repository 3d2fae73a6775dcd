/** The selected cells of a grid: a rectangle from the anchor to the cursor. */
export interface Cell {
  /** The index in the order shown; -1 = the header. */
  readonly row: number;
  readonly column: number;
}

export interface Selection {
  readonly anchor: Cell;
  readonly head: Cell;
}

export interface Extent {
  readonly rows: number;
  readonly columns: number;
  /** The number of rows that Page Down moves. */
  readonly page: number;
}

export interface Rectangle {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export const at = (row: number, column: number): Selection => ({
  anchor: { row, column },
  head: { row, column },
});

export function rectangleOf({ anchor, head }: Selection): Rectangle {
  return {
    top: Math.min(anchor.row, head.row),
    left: Math.min(anchor.column, head.column),
    bottom: Math.max(anchor.row, head.row),
    right: Math.max(anchor.column, head.column),
  };
}

export const holds = (area: Rectangle, row: number, column: number): boolean =>
  row >= area.top && row <= area.bottom && column >= area.left && column <= area.right;

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high));

/** Moves a selection into the extent, after rows were filtered out. */
export function confine({ anchor, head }: Selection, { rows, columns }: Extent): Selection {
  const inside = ({ row, column }: Cell): Cell => ({
    row: clamp(row, -1, rows - 1),
    column: clamp(column, 0, Math.max(0, columns - 1)),
  });
  return { anchor: inside(anchor), head: inside(head) };
}

export interface Stroke {
  readonly key: string;
  readonly shiftKey: boolean;
  /** Whether Control, or Command on a Mac, is pressed. */
  readonly jump: boolean;
}

/**
 * The selection after a key, by the grid pattern of the ARIA authoring practices: arrows move by cell, Home and End
 * in the row, with Control to the edges of the table, Page Up and Down by page, Control+A selects all; Shift extends
 * the selection. `undefined` = the key has no meaning here.
 */
export function moved(selection: Selection, stroke: Stroke, extent: Extent): Selection | undefined {
  const { row, column } = selection.head;
  const last: Cell = { row: extent.rows - 1, column: extent.columns - 1 };
  if (stroke.jump && stroke.key.toLowerCase() === 'a') return { anchor: { row: 0, column: 0 }, head: last };
  const { jump } = stroke;
  const targets: Readonly<Record<string, Cell>> = {
    ArrowUp: { row: jump ? Math.min(0, row) : row - 1, column },
    ArrowDown: { row: jump ? last.row : row + 1, column },
    ArrowLeft: { row, column: jump ? 0 : column - 1 },
    ArrowRight: { row, column: jump ? last.column : column + 1 },
    Home: { row: jump ? 0 : row, column: 0 },
    End: { row: jump ? last.row : row, column: last.column },
    PageUp: { row: Math.max(0, row - extent.page), column },
    PageDown: { row: row + extent.page, column },
  };
  const head = targets[stroke.key];
  if (!head) return undefined;
  const next = confine({ anchor: stroke.shiftKey ? selection.anchor : head, head }, extent);
  return stroke.shiftKey && next.head.row < 0 ? selection : next;
}
