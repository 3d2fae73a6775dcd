/** The filters of a column that a cell's value suggests. */
import { objectText } from '#shared/base/tables/cell-values.ts';
import type { Json } from '#shared/protocol/json.ts';
import { filterConjunction } from '#shared/protocol/results.ts';
import { visible } from '../cells/hidden-characters.ts';
import { text } from '../panel-texts.ts';

export interface CellFilter {
  /** The value as a menu shows it. */
  readonly label: string;
  /** The text for the filter of the column. */
  readonly filter: string;
}

/** The items of a list that are offered, and the characters of a value that a filter can have and a menu shows. */
const maxItems = 3;
const maxValueLength = 200;
const maxLabelLength = 40;

/** The filters for the value of a cell, one for each of the first items of a list; empty = it cannot be filtered by. */
export function cellFilters(value: Json | undefined): readonly CellFilter[] {
  const isEmpty = value === undefined || value === null || value === '';
  if (isEmpty || (Array.isArray(value) && value.length === 0))
    return [{ label: text('cell.empty'), filter: '=' }];
  const items: readonly Json[] = Array.isArray(value) ? value : [value];
  const texts = items.map(item => (typeof item === 'object' ? objectText(item) : String(item)));
  return [...new Set(texts)]
    .filter(item => item !== undefined && isFilterable(item))
    .slice(0, maxItems)
    .map(item => ({ label: visible(item ?? '', maxLabelLength), filter: `=${item}` }));
}

/** Whether a text can be typed into a filter as it is. */
const isFilterable = (value: string): boolean =>
  value !== '' &&
  value.length <= maxValueLength &&
  value === value.trim() &&
  !/[\r\n]/.test(value) &&
  !value.includes(filterConjunction);

/** The filter that also excludes a value: what the filter excludes already stays excluded. */
export function excluding(present: string, filter: string): string {
  const parts = present
    .split(filterConjunction)
    .filter(part => part.startsWith('!') && part !== `!${filter}`);
  return [...parts, `!${filter}`].join(filterConjunction);
}
