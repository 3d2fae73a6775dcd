/** Decides whether an expectation passed. It passes only where the rows of the run prove it. */
import { nameList } from '#shared/base/text/name-list.ts';
import { nearest } from '#shared/base/text/nearest.ts';
import type { Expectation, CellExpectation, Relation, UniqueExpectation } from './expectation.ts';
import { rowsInWords, say, sayByKey, timeInWords } from './expectation-wording.ts';
import { conditionValueInWords } from './in-words.ts';

/** How the run of a query ended. */
export interface RunFacts {
  readonly status: 'complete' | 'more' | 'incomplete' | 'failed';
  readonly rows: number;
  /** Rows that the query has in all; absent = not known. */
  readonly total?: number;
  readonly milliseconds: number;
}

/** A row that is not as expected. */
export interface OffendingRow {
  /** The title of its table. */
  readonly table: string;
  /** Its place in the table, from 0. */
  readonly row: number;
  /** The row's name for the user: a key or a title. */
  readonly name: string;
  readonly kind: 'issue' | 'page' | 'other';
  /** The row's value of the column in question; empty = none. */
  readonly value: string;
}

export interface Verdict {
  readonly isPassed: boolean;
  /** Why, as a sentence. */
  readonly message: string;
  /** The first of the offending rows. */
  readonly rows: readonly OffendingRow[];
  /** How many offending rows there are. */
  readonly offending: number;
}

/** Counts of the cells of a result that were compared with an expectation. */
export interface CellFindings {
  /** Rows with such a column. */
  readonly checked: number;
  /** Rows as the condition says; of `unique`, rows with a value that another row has. */
  readonly matching: number;
  /** Rows with a value that cannot be compared so. */
  readonly unfit: number;
  readonly rows: readonly OffendingRow[];
}

/** The findings for a column that no table of the result has. */
export interface UnknownColumn {
  readonly unknown: string;
  /** The titles of those that there are. */
  readonly columns: readonly string[];
}

/** How the rows differ from those of a snapshot, or why they were not compared. */
export type Comparing =
  | {
      readonly kind: 'compared';
      readonly snapshot: string;
      readonly counts: Differences;
      readonly rows: readonly OffendingRow[];
    }
  | { readonly kind: 'none'; readonly site: string }
  | { readonly kind: 'problem'; readonly reason: string };

interface Differences {
  readonly added: number;
  readonly gone: number;
  readonly changed: number;
}

const passed = (message: string): Verdict => ({ isPassed: true, message, rows: [], offending: 0 });
export const failed = (
  message: string,
  rows: readonly OffendingRow[] = [],
  offending = rows.length,
): Verdict => ({
  isPassed: false,
  message,
  rows,
  offending,
});

/** The verdict that the end of a run leaves for every expectation; `undefined` = its rows decide. */
export function verdictOfEnd({ status }: RunFacts): Verdict | undefined {
  if (status === 'failed') return failed(say('failed.not-run'));
  return status === 'incomplete' ? failed(say('failed.incomplete')) : undefined;
}

const unknownWith = ({ rows }: RunFacts): Verdict => failed(say('failed.more', { rows: rowsInWords(rows) }));

/** The verdict of an expectation about the number of rows, the time, or completeness. */
export function verdictOfRun(
  expectation: Extract<Expectation, { kind: 'rows' | 'time' | 'complete' }>,
  facts: RunFacts,
): Verdict {
  const rows = rowsInWords(facts.rows);
  switch (expectation.kind) {
    case 'complete':
      return facts.status === 'complete' ? passed(say('passed.complete', { rows })) : unknownWith(facts);
    case 'time': {
      const { relation, milliseconds } = expectation;
      const time = timeInWords(facts.milliseconds);
      if (isRelated(facts.milliseconds, relation, milliseconds)) return passed(say('passed.time', { time }));
      return failed(say('failed.time', { time }));
    }
    case 'rows':
      return verdictOfRows(expectation, facts);
  }
}

function verdictOfRows(
  { relation, count }: Extract<Expectation, { kind: 'rows' }>,
  facts: RunFacts,
): Verdict {
  const actual = facts.status === 'complete' ? facts.rows : facts.total;
  if (actual !== undefined) {
    const rows = rowsInWords(actual);
    return isRelated(actual, relation, count)
      ? passed(say('passed', { rows }))
      : failed(say('failed.rows', { rows }));
  }
  // There are more than these: a lower bound.
  const least = facts.rows + 1;
  const isSure =
    (relation === '>=' && least >= count) || (least > count && (relation === '>' || relation === '!='));
  if (isSure) return passed(say('passed.more', { rows: rowsInWords(facts.rows) }));
  const isExceeded = least > count && (relation === '=' || relation === '<' || relation === '<=');
  return isExceeded || (relation === '<' && least >= count)
    ? failed(say('failed.rows.more', { rows: rowsInWords(facts.rows) }))
    : unknownWith(facts);
}

function isRelated(value: number, relation: Relation, limit: number): boolean {
  switch (relation) {
    case '=':
      return value === limit;
    case '!=':
      return value !== limit;
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
  }
}

/** The verdict of an expectation about cells. */
export function verdictOfCells(
  expectation: CellExpectation | UniqueExpectation,
  facts: RunFacts,
  findings: CellFindings | UnknownColumn,
  now: number,
): Verdict {
  if ('unknown' in findings) return failed(columnSentence(findings));
  const { checked, matching, unfit, rows } = findings;
  const checkedRows = rowsInWords(checked);
  const isWhole = facts.status === 'complete';
  if (expectation.kind === 'any') {
    if (matching > 0)
      return passed(say('passed.any', { matching: matching.toLocaleString('en-US'), rows: checkedRows }));
    return isWhole ? failed(say('failed.any', { rows: checkedRows })) : unknownWith(facts);
  }
  const offending = expectation.kind === 'every' ? checked - matching : matching + unfit;
  const contradicting = offending - unfit;
  if (contradicting > 0) {
    const values = { offending: contradicting.toLocaleString('en-US'), rows: checkedRows };
    return failed(sayByKey(`failed.${expectation.kind}`, values), rows, offending);
  }
  if (unfit > 0) {
    const value = expectation.kind === 'unique' ? '' : conditionValueInWords(expectation.condition, now);
    return failed(
      say('failed.unfit', { unfit: unfit.toLocaleString('en-US'), rows: checkedRows, value }),
      rows,
      offending,
    );
  }
  return isWhole ? passed(say('passed.cells', { rows: checkedRows })) : unknownWith(facts);
}

function columnSentence({ unknown: name, columns }: UnknownColumn): string {
  const similar = nearest(name, columns);
  return similar === undefined
    ? say('failed.column', { name, columns: nameList(columns) })
    : say('failed.column.nearest', { name, nearest: similar });
}

/** The verdict of `same as last`. */
export function verdictOfComparing(facts: RunFacts, comparison: Comparing): Verdict {
  if (facts.status !== 'complete') return unknownWith(facts);
  if (comparison.kind === 'none') return failed(say('failed.same.none', { site: comparison.site }));
  if (comparison.kind === 'problem') return failed(say('failed.same.problem', { reason: comparison.reason }));
  const { snapshot, counts, rows } = comparison;
  const { added, gone, changed } = counts;
  const differing = added + gone + changed;
  if (differing === 0) return passed(say('passed.same', { snapshot }));
  return failed(say('failed.same', { snapshot, added, gone, changed }), rows, differing);
}
