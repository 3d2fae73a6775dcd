/**
 * Tests whether a cell meets the condition of an expectation. An empty cell is only “empty”: it is neither equal to a
 * value nor different from one.
 */
import facts from '../../../catalogue/query-file/expectations.json' with { type: 'json' };
import { objectText } from '#shared/base/tables/cell-values.ts';
import { type Moment, type Period, periodOf, timeOfCell } from './moments.ts';
import type { Condition, Relation, WantedValue } from './expectation.ts';

/** A value of a cell: what JSON has. `undefined` = the row has no such cell. */
export type Cell =
  string | number | boolean | null | undefined | readonly Cell[] | { readonly [key: string]: Cell };

/** `unfit`: the value cannot be compared in this way, such as a text with a date. */
type Fulfilment = 'yes' | 'no' | 'unfit';

export type CellTest = (cell: Cell) => Fulfilment;

const lists: ReadonlySet<string> = new Set(facts.lists);

const flags: ReadonlySet<string> = new Set(facts.flags);

/** Whether only rows where it is set have a cell of that key, so that it may be in no row. */
export const isFlag = (name: string): boolean => flags.has(name.toLowerCase());

/** Whether the cells of a column with that key or title are lists that are written with commas. */
export const isCommaList = (name: string): boolean => lists.has(name.toLowerCase());

/** Whether a cell is empty: it has no value, an empty text, or an empty list. */
const isEmptyCell = (cell: Cell): boolean =>
  cell === undefined || cell === null || cell === '' || (Array.isArray(cell) && cell.every(isEmptyCell));

/**
 * The test of a condition.
 *
 * @param now milliseconds since 1970
 * @param hasLists cells that are texts are lists with commas
 */
export function cellTest(condition: Condition, now: number, hasLists = false): CellTest {
  if (condition.kind === 'empty') {
    const { isNegated } = condition;
    return cell => (isEmptyCell(cell) === isNegated ? 'no' : 'yes');
  }
  const test = itemTest(condition, now);
  const isNegated = isNegative(condition);
  return memoized(cell => {
    if (isEmptyCell(cell)) return 'no';
    const items = itemsOf(cell, hasLists).filter(item => !isEmptyCell(item));
    const results = new Set(items.map(test));
    if (results.has('unfit')) return 'unfit';
    // “!=” of a list: no item is equal.
    return results.has('yes') === isNegated ? 'no' : 'yes';
  });
}

/** Limits of the cache of results: most columns repeat a few texts. */
const [mostTexts, longestText] = [1000, 100];

function memoized(test: CellTest): CellTest {
  const answers = new Map<string, Fulfilment>();
  return cell => {
    if (typeof cell !== 'string' || cell.length > longestText) return test(cell);
    const before = answers.get(cell);
    if (before !== undefined) return before;
    const answered = test(cell);
    if (answers.size >= mostTexts) answers.clear();
    answers.set(cell, answered);
    return answered;
  };
}

const isNegative = (condition: Condition): boolean =>
  condition.kind === 'relation' ? condition.relation === '!=' : condition.isNegated;

/** The items of a list; a single value is one. */
function itemsOf(cell: Cell, hasLists: boolean): readonly Cell[] {
  if (isList(cell)) return cell;
  return hasLists && typeof cell === 'string' ? [cell, ...cell.split(', ')] : [cell];
}

const isList = (cell: Cell): cell is readonly Cell[] => Array.isArray(cell);

/** The test of one item, without the negation. */
function itemTest(condition: Exclude<Condition, { kind: 'empty' }>, now: number): CellTest {
  switch (condition.kind) {
    case 'contains': {
      const needle = condition.text.toLowerCase();
      return item => (textOf(item).toLowerCase().includes(needle) ? 'yes' : 'no');
    }
    case 'in': {
      const equals = condition.values.map(value => equality(value, now));
      return item => (equals.some(isEqual => isEqual(item)) ? 'yes' : 'no');
    }
    case 'relation': {
      const { relation, value } = condition;
      if (relation !== '=' && relation !== '!=') return comparison(relation, value, now);
      const isEqual = equality(value, now);
      return item => (isEqual(item) ? 'yes' : 'no');
    }
  }
}

/** The text of an item; of an object its first text, as its cell shows it. */
function textOf(item: Cell): string {
  if (typeof item !== 'object' || item === null) return String(item ?? '');
  return objectText(item) ?? JSON.stringify(item);
}

const numeric = /^[+-]?\d+(?:\.\d+)?$/;

/** The number of an item, also of a text of digits; `undefined` = it is not a number. */
function numberOf(item: Cell): number | undefined {
  if (typeof item === 'number') return item;
  return typeof item === 'string' && numeric.test(item) ? Number(item) : undefined;
}

function equality({ text, number, moment }: WantedValue, now: number): (item: Cell) => boolean {
  const lower = text.toLowerCase();
  const period = moment && periodOf(moment, now);
  return item => {
    if (number !== undefined && numberOf(item) === number) return true;
    if (period && isWithin(timeOfCell(item), period)) return true;
    return textOf(item).toLowerCase() === lower;
  };
}

const isWithin = (time: number | undefined, { start, end }: Period): boolean =>
  time !== undefined && start <= time && time < end;

type Order = Exclude<Relation, '=' | '!='>;

function comparison(relation: Order, { text, number, moment }: WantedValue, now: number): CellTest {
  if (moment) return dateComparison(relation, moment, now);
  if (number !== undefined)
    return item => {
      const value = numberOf(item);
      return value === undefined ? 'unfit' : fulfilmentOf(holds(relation, value - number));
    };
  const lower = text.toLowerCase();
  return item =>
    typeof item === 'string'
      ? fulfilmentOf(holds(relation, compareTexts(item.toLowerCase(), lower)))
      : 'unfit';
}

function dateComparison(relation: Order, moment: Moment, now: number): CellTest {
  const { start, end } = periodOf(moment, now);
  // A period is compared at its start for `<` and `>=`, at its end for `<=` and `>`.
  const limit = relation === '<' || relation === '>=' ? start : end;
  const isBefore = relation === '<' || relation === '<=';
  return item => {
    const time = timeOfCell(item);
    return time === undefined ? 'unfit' : fulfilmentOf(time < limit === isBefore);
  };
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

const fulfilmentOf = (isSo: boolean): Fulfilment => (isSo ? 'yes' : 'no');

function holds(relation: Order, difference: number): boolean {
  switch (relation) {
    case '<':
      return difference < 0;
    case '<=':
      return difference <= 0;
    case '>':
      return difference > 0;
    case '>=':
      return difference >= 0;
  }
}
