/** The columns of a grouped view. */
import { aggregateFits, aggregateTitle } from '../common/tables/aggregates.ts';
import { fillTemplate } from '../common/template.ts';
import type { Aggregate, GroupKey, Grouping } from '../protocol/grouping.ts';
import type { Column } from '../protocol/run.ts';

/** A column that rows are grouped by, and the one that it becomes. */
export interface KeyColumn {
  readonly from: Column;
  readonly unit: GroupKey['unit'];
  readonly shown: Column;
}

/** Something that is computed, and the column that it becomes. */
export interface ComputedColumn {
  /** `undefined` = the rows themselves. */
  readonly from: Column | undefined;
  readonly name: Aggregate['name'];
  readonly shown: Column;
}

export interface GroupColumns {
  readonly keys: readonly KeyColumn[];
  readonly computed: readonly ComputedColumn[];
}

/** The columns of a grouping, without those that the table does not have, and without what makes no sense for their type. */
export function groupColumnsOf({ by, aggregates }: Grouping, columns: readonly Column[]): GroupColumns {
  const known = new Map(columns.map(column => [column.key, column]));
  const distinct = distinctKeys();
  const keys = by.flatMap(({ column: key, unit: wanted }): KeyColumn[] => {
    const from = known.get(key);
    if (from === undefined) return [];
    const unit = from.type === 'date' ? wanted : undefined;
    return [{ from, unit, shown: distinct(keyColumn(from, unit)) }];
  });
  const computed = aggregates.flatMap(({ name, column: key }): ComputedColumn[] => {
    const from = key === undefined ? undefined : known.get(key);
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

/** Gives a column another key where an earlier one has its key. */
function distinctKeys(): (column: Column) => Column {
  const used = new Set<string>();
  return column => {
    let { key } = column;
    for (let number = 2; used.has(key); number++) key = `${column.key} (${number})`;
    used.add(key);
    return { ...column, key };
  };
}
