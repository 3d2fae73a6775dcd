/** The line at the foot of the panel: how many rows, whether that is all, how long it took. */
import { humanSizes } from '../cells/cell-format.ts';
import { visible } from '../cells/hidden-characters.ts';
import { element } from '../dom.ts';
import type { Groups } from '../../../server/src/protocol/results.ts';
import { counted, text } from '../panel-texts.ts';
import type { RunProgressMessage } from '../../../server/src/protocol/panel-messages.ts';
import { type RunState, isCancelled } from './run-state.ts';

/** A site chooses the titles of its columns. */
const longestTitle = 60;

const grouped = new Intl.NumberFormat();
const tenths = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1, minimumFractionDigits: 1 });

const sizeOf = humanSizes(undefined);

const duration = (milliseconds: number): string =>
  milliseconds < 1000
    ? text('status.milliseconds', { count: Math.round(milliseconds) })
    : text('status.seconds', { count: tenths.format(milliseconds / 1000) });

/** What is shown of a table. */
export interface Shown {
  readonly counts: { readonly shown: number; readonly rows: number };
  /** Where groups are shown instead of rows. */
  readonly groups: Groups | undefined;
  readonly sorting: readonly { readonly title: string; readonly descending: boolean }[];
}

const part = (value: string, kind = ''): Node => element('span', { class: `part ${kind}`, text: value });

/** `table` is the one in front; absent = none. */
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
    ...ofAll(finish).map(value => part(value)),
    ...groupingOf(table).map(value => part(value)),
    ...sortingOf(table).map(value => part(value)),
    ...requestsOf(finish),
    part(duration(finish.milliseconds)),
    ...((finish.waited ?? 0) > 0 ? [part(text('status.waited', { count: finish.waited ?? 0 }))] : []),
  ];
}

/** Stored rows are read without any. */
const requestsOf = ({ requests, bytes }: NonNullable<RunState['finish']>): readonly Node[] =>
  requests === 0
    ? []
    : [
        element('span', {
          class: 'part',
          text: counted('request', requests),
          title: bytes === undefined ? '' : text('status.received', { size: sizeOf(bytes) }),
        }),
      ];

function rowCounts(table: Shown | undefined, all: number): readonly string[] {
  if (!table) return [counted('row', all)];
  const { counts } = table;
  const own = groupsOf(table) ?? shownOf(counts) ?? counted('row', counts.rows);
  return counts.rows === all ? [own] : [own, text('status.inAll', { rows: counted('row', all) })];
}

/** How many groups there are of the rows, or of them pass a search or a filter. */
function groupsOf({ groups, counts }: Shown): string | undefined {
  if (!groups) return undefined;
  const values = { groups: counted('group', groups.count), rows: counted('row', counts.rows) };
  return counts.shown < groups.count
    ? text('status.groupsShown', { ...values, shown: grouped.format(counts.shown) })
    : text('status.groups', values);
}

/** What the rows are grouped by. */
function groupingOf(table: Shown | undefined): readonly string[] {
  const { groups } = table ?? {};
  const titles = groups?.columns.slice(0, groups.grouping.by.length) ?? [];
  if (titles.length === 0) return [];
  return [
    text('status.grouped', { columns: titles.map(({ title }) => visible(title, longestTitle)).join(', ') }),
  ];
}

/** How many rows a search or a filter lets through; `undefined` = all. */
function shownOf({ shown, rows }: Shown['counts']): string | undefined {
  if (shown >= rows) return undefined;
  return text('status.shown', { shown: grouped.format(shown), rows: counted('row', rows) });
}

/** What the rows are sorted by, the most significant column first. */
function sortingOf(table: Shown | undefined): readonly string[] {
  const keys = (table?.sorting ?? []).map(({ title, descending }) => {
    const name = visible(title, longestTitle);
    return descending ? text('status.descending', { title: name }) : name;
  });
  return keys.length > 0 ? [text('status.sorted', { columns: keys.join(', ') })] : [];
}

/** What a table shows while its rows still come. */
function viewOf(table: Shown | undefined): readonly string[] {
  const shown = table && (groupsOf(table) ?? shownOf(table.counts));
  return [...(shown === undefined ? [] : [shown]), ...groupingOf(table), ...sortingOf(table)];
}

function progressOf({ rows, requests, source, planned }: RunProgressMessage): string {
  if (source) {
    const values = { query: visible(source.query, longestTitle), rows: counted('row', source.rows) };
    return text('status.source', { ...values, requests: counted('request', requests) });
  }
  const values = { rows: counted('row', rows), requests: counted('request', requests) };
  if (requests === 0 && planned === undefined) return text('status.reading', values);
  return planned === undefined
    ? text('status.running', values)
    : text('status.planned', { ...values, planned: grouped.format(planned) });
}

/** How many rows there are at the site, where that is known and more than are here. */
const ofAll = ({
  rows,
  total = 0,
}: {
  readonly rows: number;
  readonly total?: number | undefined;
}): string[] => (total > rows ? [text('status.total', { total: grouped.format(total) })] : []);

function running({ progress }: RunState, waiting: number): readonly string[] {
  if (!progress) return [text('status.starting')];
  const counts = progressOf(progress);
  return progress.wait && waiting > 0
    ? [text(`wait.${progress.wait.reason}`, { seconds: waiting }), counts, ...ofAll(progress)]
    : [counts, ...ofAll(progress)];
}
