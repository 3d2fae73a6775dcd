/** The line at the foot of the panel: how many rows, whether that is all, how long it took. */
import { element } from '../dom.ts';
import { counted, text } from '../texts.ts';
import { type RunState, isCancelled } from './run-state.ts';

const grouped = new Intl.NumberFormat();
const tenths = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1, minimumFractionDigits: 1 });

const duration = (milliseconds: number): string =>
  milliseconds < 1000
    ? text('status.milliseconds', { count: Math.round(milliseconds) })
    : text('status.seconds', { count: tenths.format(milliseconds / 1000) });

export interface Shown {
  readonly shown: number;
  readonly rows: number;
}

const part = (value: string, kind = ''): Node => element('span', { class: `part ${kind}`, text: value });

/** `table` counts the rows of the table in front; absent if there is none. */
export function statusLine(state: RunState, table: Shown | undefined, waiting: number): readonly Node[] {
  if (state.phase === 'idle') return [];
  if (state.phase === 'running') return running(state, waiting).map(value => part(value));
  const { finish } = state;
  if (!finish) return [];
  const status = isCancelled(finish) ? 'incomplete' : finish.status;
  return [
    part(text(`status.${status}`), `badge ${status}`),
    ...rowCounts(table, finish.rows).map(value => part(value)),
    ...ofAll(finish).map(value => part(value)),
    part(counted('request', finish.requests)),
    part(duration(finish.milliseconds)),
  ];
}

function rowCounts(table: Shown | undefined, all: number): readonly string[] {
  if (!table) return [counted('row', all)];
  const rows = counted('row', table.rows);
  const own =
    table.shown < table.rows ? text('status.shown', { shown: grouped.format(table.shown), rows }) : rows;
  return table.rows === all ? [own] : [own, text('status.inAll', { rows: counted('row', all) })];
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
  const counts = text('status.running', {
    rows: counted('row', progress.rows),
    requests: counted('request', progress.requests),
  });
  return progress.wait && waiting > 0
    ? [text(`wait.${progress.wait.reason}`, { seconds: waiting }), counts, ...ofAll(progress)]
    : [counts, ...ofAll(progress)];
}
