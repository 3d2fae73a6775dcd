/** Reports the problems of a tracker's filters as text. */
import type { FilterList, JudgedFilter } from '#shared/protocol/sites/saved-filters.ts';
import { text } from '../texts.ts';

/** A report with the broken filters and their problems, then those with warnings; the others are only counted. */
export function filterReport(site: string, { filters, notices }: FilterList): string {
  const broken = filters.filter(({ isBroken }) => isBroken);
  const doubtful = filters.filter(filter => !filter.isBroken && filter.problems.length > 0);
  return [
    text('filters.reportTitle', { site }),
    brokenText(filters),
    ...notices.map(({ message }) => message),
    '',
    ...section(text('filters.reportBroken'), broken),
    ...section(text('filters.reportDoubtful'), doubtful),
  ].join('\n');
}

const section = (title: string, filters: readonly JudgedFilter[]): readonly string[] =>
  filters.length === 0 ? [] : [title, '', ...filters.flatMap(linesOf)];

const linesOf = ({
  filter: { id, name, owner = '', jql, viewUrl },
  problems,
}: JudgedFilter): readonly string[] => [
  [`${name} (${id})`, owner].filter(part => part !== '').join(', '),
  ...problems.map(({ message }) => `  ✗ ${message}`),
  ...jql.split('\n').map(line => `    ${line}`),
  ...(viewUrl === undefined ? [] : [`    ${viewUrl}`]),
  '',
];

/** The number of broken filters as a sentence: "Broken filters: 9 of 63." */
export function brokenText(filters: readonly JudgedFilter[]): string {
  const broken = filters.filter(({ isBroken }) => isBroken).length;
  return text(broken === 0 ? 'filters.allFine' : 'filters.broken', { broken, count: filters.length });
}
