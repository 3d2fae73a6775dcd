/** Evaluates expectations on rows in memory: slowly, and simply enough to be right. */
import type { Json, Row } from '#shared/protocol/json.ts';

export interface NaiveFindings {
  readonly matching: number;
  readonly unfit: number;
  /** The indexes of the rows that meet the condition. */
  readonly places: readonly number[];
}

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.every(isEmpty));

const cellOf = (row: Row, key: string): Json | undefined => (Object.hasOwn(row, key) ? row[key] : undefined);

/** Whether an item meets a condition; `undefined` = it cannot be compared. */
export type ItemRule = (item: Json) => boolean | undefined;

export function findNaively(
  rows: readonly Row[],
  key: string,
  { rule, isNegated }: { readonly rule: ItemRule; readonly isNegated: boolean },
): NaiveFindings {
  const places: number[] = [];
  let unfit = 0;
  for (const [place, row] of rows.entries()) {
    const cell = cellOf(row, key);
    if (cell === undefined || isEmpty(cell)) continue;
    const items: readonly Json[] = Array.isArray(cell) ? cell.filter((item: Json) => !isEmpty(item)) : [cell];
    const answers = new Set(items.map(rule));
    if (answers.has(undefined)) unfit++;
    else if (answers.has(true) !== isNegated) places.push(place);
  }
  return { matching: places.length, unfit, places };
}

export const emptyPlaces = (rows: readonly Row[], key: string): number[] =>
  rows.flatMap((row, place) => (isEmpty(cellOf(row, key)) ? [place] : []));

/** The indexes of rows whose values in all columns another row has too. */
export function repeatedPlaces(rows: readonly Row[], keys: readonly string[]): number[] {
  const valuesOf = (row: Row): string | undefined => {
    const cells = keys.map(key => cellOf(row, key));
    const isWhole = cells.every(
      cell => cell !== undefined && cell !== null && cell !== '' && !isEmptyList(cell),
    );
    return isWhole ? JSON.stringify(cells) : undefined;
  };
  return rows.flatMap((row, place) => {
    const rowValues = valuesOf(row);
    const isRepeated = rows.some((other, index) => index !== place && valuesOf(other) === rowValues);
    return rowValues !== undefined && isRepeated ? [place] : [];
  });
}

const isEmptyList = (value: Json): boolean => Array.isArray(value) && value.length === 0;
