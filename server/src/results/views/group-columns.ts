/** Determines the columns of a grouped view. */
import { aggregateFits, aggregateTitle } from '#shared/base/tables/aggregates.ts';
import { fillTemplate } from '#shared/base/text/wording.ts';
import type { Aggregate, GroupKey, Grouping } from '#shared/protocol/grouping.ts';
import type { Column } from '#shared/protocol/run.ts';

/** A column to group by, and the column that shows its groups. */
export interface KeyColumn {
  readonly from: Column;
  readonly unit: GroupKey['unit'];
  readonly shown: Column;
}

/** A computed value, and the column that shows it. */
export interface ComputedColumn {
  /** `undefined` = the rows themselves. */
  readonly from: Column | undefined;
  readonly name: Aggregate['name'];
  readonly shown: Column;
}

/** The columns of a grouped view: those that rows are grouped by, then the computed ones. */
export interface GroupColumns {
  readonly keys: readonly KeyColumn[];
  readonly computed: readonly ComputedColumn[];
}

/** The columns of a grouping, without those that the table does not have and aggregates that do not fit the type. */
export function groupColumnsOf({ by, aggregates }: Grouping, columns: readonly Column[]): GroupColumns {
  const columnsByKey = new Map(columns.map(column => [column.key, column]));
  const distinct = distinctKeys();
  const keys = by.flatMap(({ column: key, unit: wanted }): KeyColumn[] => {
    const from = columnsByKey.get(key);
    if (from === undefined) return [];
    const unit = from.type === 'date' ? wanted : undefined;
    return [{ from, unit, shown: distinct(keyColumn(from, unit)) }];
  });
  const computed = aggregates.flatMap(({ name, column: key }): ComputedColumn[] => {
    const from = key === undefined ? undefined : columnsByKey.get(key);
    if (key === undefined && name !== 'count') return [];
    if (key !== undefined && (from === undefined || !aggregateFits(name, from.type))) return [];
    return [{ from, name, shown: distinct(computedColumn(name, from)) }];
  });
  return { keys, computed };
}

function keyColumn({ key, title, type }: Column, unit: GroupKey['unit']): Column {
  if (unit !== undefined) return { key: `${key} (${unit})`, title: `${title} (${unit})`, type: 'text' };
  return { key, title, type: type === 'json' ? 'text' : type };
}

function computedColumn(name: Aggregate['name'], from: Column | undefined): Column {
  if (from === undefined) return { key: name, title: name, type: 'number' };
  const template = aggregateTitle(name);
  return {
    key: fillTemplate(template, { title: from.key }),
    title: fillTemplate(template, { title: from.title }),
    type: name === 'count' || name === 'distinct' ? 'number' : from.type,
  };
}

/** Returns a function that gives a column another key if an earlier one has the same. */
function distinctKeys(): (column: Column) => Column {
  const usedKeys = new Set<string>();
  return column => {
    let { key } = column;
    for (let number = 2; usedKeys.has(key); number++) key = `${column.key} (${number})`;
    usedKeys.add(key);
    return { ...column, key };
  };
}
