/** The line at the foot of the panel: the number of rows, whether the result is complete, and the duration. */
import { humanSizes } from '../cells/cell-format.ts';
import { visible } from '../cells/hidden-characters.ts';
import { element } from '../dom.ts';
import type { Groups } from '#shared/protocol/results.ts';
import { counted, text } from '../panel-texts.ts';
import type { RunProgressMessage } from '#shared/protocol/panel-messages.ts';
import { type RunState, isCancelled } from './run-state.ts';

/** The maximum length of a column's title, which a site decides. */
const maxTitleLength = 60;

const grouped = new Intl.NumberFormat();
const tenths = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1, minimumFractionDigits: 1 });

const sizeOf = humanSizes(undefined);

const duration = (milliseconds: number): string =>
  milliseconds < 1000
    ? text('status.milliseconds', { count: Math.round(milliseconds) })
    : text('status.seconds', { count: tenths.format(milliseconds / 1000) });

/** The state of the table in front. */
export interface Shown {
  readonly counts: { readonly shown: number; readonly rows: number };
  /** The groups, if they are shown instead of rows. */
  readonly groups: Groups | undefined;
  readonly sorting: readonly { readonly title: string; readonly descending: boolean }[];
  readonly filtering: readonly { readonly title: string; readonly typed: string }[];
  /** The number of rows that a watch found. */
  readonly newRows: number;
  readonly columns: { readonly counts: { readonly shown: number; readonly all: number } };
}

const part = (value: string, kind = '', tip = ''): Node =>
  element('span', { class: `part ${kind}`, text: value, title: tip });

/** @param table the table in front; absent = none */
export function statusLine(state: RunState, table: Shown | undefined, waiting: number): readonly Node[] {
  if (state.phase === 'idle' || state.phase === 'empty') return [];
  if (state.phase === 'running')
    return [...running(state, waiting), ...viewOf(table)].map(value => part(value));
  const { finish } = state;
  if (!finish) return [];
  const status = isCancelled(finish) ? 'incomplete' : finish.status;
  return [
    part(text(`status.${status}`), `badge ${status}`),
    ...rowCounts(table, finish.rows).map(value => part(value)),
    ...filteringOf(table).map(value => part(value)),
    ...newRowsOf(table).map(value => part(value, 'badge')),
    ...ofAll(finish).map(value => part(value)),
    // The line above the table names it to all who see it.
    ...groupingOf(table).map(value => part(value, 'spoken')),
    ...sortingOf(table).map(value => part(value)),
    ...columnsOf(table).map(value => part(value)),
    ...requestsOf(finish),
    part(
      duration(finish.milliseconds),
      '',
      (finish.waited ?? 0) > 0 ? text('status.waited', { count: finish.waited ?? 0 }) : '',
    ),
  ];
}

/** The number of requests and bytes; stored rows are read without any. */
const requestsOf = ({ requests, bytes }: NonNullable<RunState['finish']>): readonly Node[] =>
  requests === 0
    ? []
    : [
        part(
          counted('request', requests),
          '',
          bytes === undefined ? '' : text('status.received', { size: sizeOf(bytes) }),
        ),
      ];

function rowCounts(table: Shown | undefined, all: number): readonly string[] {
  if (!table) return [counted('row', all)];
  const { counts } = table;
  const rowsOrGroups = groupsOf(table) ?? shownOf(counts) ?? counted('row', counts.rows);
  return counts.rows === all
    ? [rowsOrGroups]
    : [rowsOrGroups, text('status.inAll', { rows: counted('row', all) })];
}

/** How many rows are new since the user last looked, if any are. */
const newRowsOf = (table: Shown | undefined): readonly string[] =>
  table && table.newRows > 0 ? [text('status.new', { count: grouped.format(table.newRows) })] : [];

/** The number of groups, in all or after a search or a filter; `undefined` = rows are shown. */
function groupsOf({ groups, counts }: Shown): string | undefined {
  if (!groups) return undefined;
  const values = { groups: counted('group', groups.count), rows: counted('row', counts.rows) };
  return counts.shown < groups.count
    ? text('status.groupsShown', { ...values, shown: grouped.format(counts.shown) })
    : text('status.groups', values);
}

/** The keys of the grouping. */
function groupingOf(table: Shown | undefined): readonly string[] {
  const { groups } = table ?? {};
  const titles = groups?.columns.slice(0, groups.grouping.by.length) ?? [];
  if (titles.length === 0) return [];
  return [
    text('status.grouped', { columns: titles.map(({ title }) => visible(title, maxTitleLength)).join(', ') }),
  ];
}

/** The number of rows after a search or a filter; `undefined` = all rows are shown. */
function shownOf({ shown, rows }: Shown['counts']): string | undefined {
  if (shown >= rows) return undefined;
  return text('status.shown', { shown: grouped.format(shown), rows: counted('row', rows) });
}

/** The filters as they are typed, by the titles of their columns. */
function filteringOf(table: Shown | undefined): readonly string[] {
  const filters = (table?.filtering ?? []).map(({ title, typed }) =>
    text('status.filter', {
      title: visible(title, maxTitleLength),
      filter: filterText(typed),
    }),
  );
  return filters.length > 0 ? [text('status.filtered', { filters: filters.join(', ') })] : [];
}

/** A filter as it is typed; that for cells without a value in words. */
function filterText(typed: string): string {
  if (typed === '=') return text('cell.empty');
  return typed === '!=' ? text('status.notEmpty') : visible(typed, maxTitleLength);
}

/** The sort keys, the most significant column first. */
function sortingOf(table: Shown | undefined): readonly string[] {
  const keys = (table?.sorting ?? []).map(({ title, descending }) => {
    const name = visible(title, maxTitleLength);
    return descending ? text('status.descending', { title: name }) : name;
  });
  return keys.length > 0 ? [text('status.sorted', { columns: keys.join(', ') })] : [];
}

/** How many columns are shown, where some are hidden. */
function columnsOf(table: Shown | undefined): readonly string[] {
  if (!table || table.columns.counts.shown >= table.columns.counts.all) return [];
  return [text('status.columns', table.columns.counts)];
}

/** The view of a table while its rows are still arriving. */
function viewOf(table: Shown | undefined): readonly string[] {
  const counts = table && (groupsOf(table) ?? shownOf(table.counts));
  return [
    ...(counts === undefined ? [] : [counts]),
    ...filteringOf(table),
    ...groupingOf(table),
    ...sortingOf(table),
  ];
}

function progressOf({ rows, requests, source, planned }: RunProgressMessage): string {
  if (source) {
    const values = { query: visible(source.query, maxTitleLength), rows: counted('row', source.rows) };
    return text('status.source', { ...values, requests: counted('request', requests) });
  }
  const values = { rows: counted('row', rows), requests: counted('request', requests) };
  if (requests === 0 && planned === undefined) return text('status.reading', values);
  return planned === undefined
    ? text('status.running', values)
    : text('status.planned', { ...values, planned: grouped.format(planned) });
}

interface Counts {
  readonly rows: number;
  readonly total?: number | undefined;
  readonly estimatedTotal?: number | undefined;
}

/** The number of rows at the site, or its estimate, if it is known and larger than the number fetched. */
function ofAll({ rows, total = 0, estimatedTotal = 0 }: Counts): string[] {
  if (total > rows) return [text('status.total', { total: grouped.format(total) })];
  return estimatedTotal > rows ? [text('status.about', { total: grouped.format(estimatedTotal) })] : [];
}

function running({ progress }: RunState, waiting: number): readonly string[] {
  if (!progress) return [text('status.starting')];
  const counts = progressOf(progress);
  return progress.wait && waiting > 0
    ? [text(`wait.${progress.wait.reason}`, { seconds: waiting }), counts, ...ofAll(progress)]
    : [counts, ...ofAll(progress)];
}
