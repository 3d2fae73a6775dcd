/** Translates the filters and the search of a view to SQL conditions. */
import type { SQLInputValue } from 'node:sqlite';
import { timeOf } from '#shared/base/text/date-format.ts';
import { filterConjunction } from '#shared/protocol/results.ts';
import type { Json } from '#shared/protocol/json.ts';
import type { ColumnType } from '#shared/protocol/run.ts';
import { htmlTextSql, namespaceSql, shownDateSql, timeSql } from './sql-functions.ts';
import { groupsOf, maxArguments } from '../sql-helpers.ts';
import type { Membership } from '#shared/protocol/grouping.ts';
import { toDatabase } from '../store/cell-value.ts';
import { unitSql } from './column-reading.ts';

/** A condition on a row, as SQL with its values. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** A column in SQL. */
export interface FilterColumn {
  readonly name: string;
  readonly type: ColumnType;
}

const bound = /^(>=|<=|>|<|=)\s*(\S.*)$/;
const orderedTypes: ReadonlySet<ColumnType> = new Set(['number', 'id', 'size', 'date', 'namespace']);

/**
 * Parses the text in a column's filter: `>100`, `<=2024-01`, `10..20` for numbers, sizes and dates; `=Open` for the whole
 * value or an item of a list, `=` for an empty cell; otherwise the cell must contain the text, in any case. A leading `!`
 * negates it, and ` && ` combines several conditions. `undefined` = an empty text, which filters nothing.
 */
export function columnCondition(typed: string, column: FilterColumn): Condition | undefined {
  const conditions = typed.split(filterConjunction).flatMap(part => partCondition(part.trim(), column) ?? []);
  if (conditions.length < 2) return conditions[0];
  return {
    sql: `(${conditions.map(({ sql }) => sql).join(' AND ')})`,
    values: conditions.flatMap(({ values }) => values),
  };
}

function partCondition(filterText: string, column: FilterColumn): Condition | undefined {
  if (filterText === '') return undefined;
  if (filterText.startsWith('!') && filterText.length > 1) {
    const inner = partCondition(filterText.slice(1), column);
    return inner && { sql: `NOT coalesce(${inner.sql}, 0)`, values: inner.values };
  }
  return (
    (orderedTypes.has(column.type) ? rangeCondition(filterText, column) : undefined) ??
    (filterText.startsWith('=') ? wholeValueCondition(filterText.slice(1).trim(), column) : undefined) ??
    containsCondition(filterText, [column])
  );
}

/** The condition that the whole value, in any case, or an item of a list is the text; an empty text = an empty cell. */
function wholeValueCondition(wanted: string, column: FilterColumn): Condition {
  const reference = { column: column.name };
  if (wanted === '') return membership(reference, column);
  const values: readonly Json[] =
    wanted === 'true' || wanted === 'false' ? [wanted, wanted === 'true'] : [wanted];
  const conditions = values.map(value => membership({ ...reference, value }, column));
  const shown = column.type === 'html' ? htmlTextSql(column.name) : column.name;
  return {
    sql: `(${[`lower_case(${shown}) IS ?`, ...conditions.map(({ sql }) => sql)].join(' OR ')})`,
    values: [wanted.toLocaleLowerCase(), ...conditions.flatMap(condition => condition.values)],
  };
}

function rangeCondition(wanted: string, column: FilterColumn): Condition | undefined {
  const quantitySql = column.type === 'date' ? timeSql(column.name) : column.name;
  const numbersOnlySql = column.type === 'date' ? '' : `typeof(${column.name}) <> 'text' AND `;
  const [, sign, limit = ''] = bound.exec(wanted) ?? [];
  const edge = quantityOf(limit, column.type);
  if (sign !== undefined && edge !== undefined)
    return { sql: `(${numbersOnlySql}${quantitySql} ${sign} ?)`, values: [edge] };
  const [low, high] = rangeEnds(wanted).map(end => quantityOf(end, column.type));
  if (low === undefined || high === undefined) return undefined;
  return { sql: `(${numbersOnlySql}${quantitySql} BETWEEN ? AND ?)`, values: [low, high] };
}

/** The two ends of `3 .. 5`; empty = not a range. */
function rangeEnds(wanted: string): readonly string[] {
  const dots = wanted.indexOf('..', 1);
  const ends = dots < 0 ? [] : [wanted.slice(0, dots).trim(), wanted.slice(dots + 2).trim()];
  return ends.includes('') ? [] : ends;
}

/** The quantity of a typed bound; a date may be a year, month or day only. */
function quantityOf(typed: string, type: ColumnType): number | undefined {
  if (type === 'date') {
    const time = timeOf(typed) ?? (/^\d{4}(-\d\d){0,2}$/.test(typed) ? Date.parse(typed) : NaN);
    return Number.isNaN(time) ? undefined : time;
  }
  const digits = typed.replace(/[\s,_']/g, '');
  return digits === '' || Number.isNaN(Number(digits)) ? undefined : Number(digits);
}

/** The condition that some column contains the text, in any case: as displayed or as stored. */
export function containsCondition(wanted: string, columns: readonly FilterColumn[]): Condition {
  const needle = wanted.toLocaleLowerCase();
  const texts = columns.flatMap(({ name, type }) => textsOf(type, name, needle));
  // SQLite's own function converts ASCII letters only.
  const lower = /^[\0-\x7f]*$/.test(needle) ? 'lower' : 'lower_case';
  const digits = needle.replace(/(?<=\d)[\s,_'](?=\d)/g, '');
  const needles = [...new Set([needle, digits])];
  const parts = groupsOf(texts, maxArguments).map(
    group => `instr(${lower}(concat_ws(char(10), ${group.join(', ')})), ?) > 0`,
  );
  return {
    sql: `(${needles.flatMap(() => parts).join(' OR ')})`,
    values: needles.flatMap(text => parts.map(() => text)),
  };
}

/** SQL for the texts of a cell: as displayed, if that can contain the text sought, and as stored. */
function textsOf(type: ColumnType, name: string, needle: string): readonly string[] {
  if (type === 'html') return [`iif(${mayContainSql(name, needle)}, ${htmlTextSql(name)}, NULL)`];
  if (type === 'namespace') return [name, namespaceSql(name)];
  return type === 'date' && /^[\d\s:-]+$/.test(needle) ? [name, shownDateSql(name)] : [name];
}

/** Letters and digits of a text that HTML is looked through for. */
const maxLetters = 30;

/**
 * SQL that is true for all HTML whose text can contain the text sought: its letters are there in their order, whatever tags are
 * between them. This check costs a tenth of extracting the text.
 */
function mayContainSql(name: string, needle: string): string {
  const letters = /^[\0-\x7f]*$/.test(needle) ? needle.replace(/[^a-z0-9]/g, '').slice(0, maxLetters) : '';
  if (letters === '') return '1';
  // A numeric entity can be a letter.
  return `(${name} LIKE '%${Array.from(letters).join('%')}%' OR instr(${name}, '&#') > 0)`;
}

/** The condition that a row belongs to a group by its value in a column. */
export function membership({ unit, value }: Membership, { name, type }: FilterColumn): Condition {
  if (unit !== undefined && type === 'date')
    return value === undefined
      ? { sql: `nullif(${unitSql(name, unit)}, '') IS NULL`, values: [] }
      : { sql: `${unitSql(name, unit)} IS ?`, values: [toDatabase(value)] };
  const isNestedSql = `typeof(${name}) = 'blob'`;
  const json = JSON.stringify(value ?? null);
  if (value === undefined)
    return {
      sql: `(nullif(${name}, '') IS NULL OR (${isNestedSql} AND belongs(${name}, ?)))`,
      values: [json],
    };
  // JSON is parsed only if it contains the text of the value.
  const nestedSql = `(${isNestedSql} AND instr(${name}, ?) > 0 AND belongs(${name}, ?))`;
  const values = [new TextEncoder().encode(json), json];
  // A nested value is only compared as JSON.
  if (typeof value === 'object') return { sql: nestedSql, values };
  return { sql: `(${name} IS ? OR ${nestedSql})`, values: [toDatabase(value), ...values] };
}
