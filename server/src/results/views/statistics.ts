/** Computes the statistics of selected cells. */
import type { Statistics } from '#shared/protocol/results.ts';
import type { ColumnType } from '#shared/protocol/run.ts';

/** A column in SQL. */
export interface CountedColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** Columns computed in one statement, which can return a limited number of values. */
export const columnsAtOnce = 100;

const isMeasured = ({ type }: CountedColumn): boolean => type === 'number' || type === 'size';

/** SQL for the statistics of columns; empty lists and `null` count as empty cells. */
export const statisticsSql = (columns: readonly CountedColumn[]): string =>
  columns
    .flatMap((column, index) => {
      const { name } = column;
      const filled = `count(CASE WHEN ${name} NOT IN ('', x'6e756c6c', x'5b5d') THEN 1 END) AS filled${index}`;
      if (!isMeasured(column)) return [filled];
      const number = `CASE typeof(${name}) WHEN 'integer' THEN ${name} WHEN 'real' THEN ${name} END`;
      return [
        filled,
        `count(${number}) AS numbers${index}`,
        `total(${number}) AS sum${index}`,
        `min(${number}) AS min${index}`,
        `max(${number}) AS max${index}`,
      ];
    })
    .join(', ');

/** Reads a row that `statisticsSql` selected. */
export function readStatistics(
  row: Readonly<Record<string, unknown>>,
  columns: readonly CountedColumn[],
): Statistics {
  const value = (name: string, index: number): number => Number(row[`${name}${index}`] ?? 0);
  let [filled, numbers]: [number, Statistics['numbers']] = [0, undefined];
  for (const [index, column] of columns.entries()) {
    filled += value('filled', index);
    const count = isMeasured(column) ? value('numbers', index) : 0;
    if (count === 0) continue;
    const columnNumbers = {
      count,
      sum: value('sum', index),
      min: value('min', index),
      max: value('max', index),
    };
    numbers = merged(numbers, columnNumbers);
  }
  return { filled, ...(numbers && { numbers }) };
}

export const emptyStatistics: Statistics = { filled: 0 };

/** Combines the statistics of two sets of cells. */
export const mergedStatistics = (one: Statistics, other: Statistics): Statistics => ({
  filled: one.filled + other.filled,
  ...(other.numbers
    ? { numbers: merged(one.numbers, other.numbers) }
    : one.numbers && { numbers: one.numbers }),
});

type Numbers = NonNullable<Statistics['numbers']>;

const merged = (one: Numbers | undefined, other: Numbers): Numbers =>
  one
    ? {
        count: one.count + other.count,
        sum: one.sum + other.sum,
        min: Math.min(one.min, other.min),
        max: Math.max(one.max, other.max),
      }
    : other;
