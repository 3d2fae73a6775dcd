/** Fetches the groups of a chart from the store. */
import type { ChartGroups } from '../../../server/src/results/charts/chart-data.ts';
import type { Chart } from '#shared/protocol/grouping.ts';
import { maxWindowRows, type View, type WindowResult } from '#shared/protocol/results.ts';
import type { AskWindow } from '../rows/row-window.ts';

/** The maximum number of groups that are read: a chart shows the largest. */
const maxGroups = 5 * maxWindowRows;

/** The view of a chart's groups. @param view the view of the rows, or of their groups, that the table shows */
export function chartView({ x, y, series }: Chart, view: View): View {
  const { search, filters } = view.group ?? view;
  return {
    sort: [],
    search: '',
    filters: {},
    ...(view.of && { of: view.of }),
    group: { by: [x, ...(series ? [series] : [])], aggregates: [y], search, filters },
  };
}

/** Fetches groups until there are enough; `undefined` = the rows are no longer available. */
export function askGroups(
  ask: AskWindow,
  first: View,
  answered: (groups: ChartGroups | undefined) => void,
): void {
  let view = first;
  const rows: WindowResult['rows'][number][] = [];
  const next = (): void =>
    ask({ view, offset: rows.length, count: maxWindowRows }, window => {
      if (!window?.groups) {
        answered(undefined);
        return;
      }
      if (window.shown > maxGroups && view.sort.length === 0) {
        view = { ...view, sort: sortOf(window.groups) };
        next();
        return;
      }
      rows.push(...window.rows);
      const isAll = window.rows.length === 0 || rows.length >= Math.min(window.shown, maxGroups);
      if (isAll) answered({ ...window.groups, rows: rows.map(({ cells }) => cells) });
      else next();
    });
  next();
}

/** The sort of groups: the latest first if they are parts of the calendar, else the largest. */
function sortOf({ columns }: NonNullable<WindowResult['groups']>): View['sort'] {
  const [x] = columns;
  const column = x?.type === 'date' ? x : columns.at(-1);
  return column ? [{ column: column.key, descending: true }] : [];
}
