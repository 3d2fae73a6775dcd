/** The status bar item for watched queries, with their number or the number of new rows. */
import * as vscode from 'vscode';
import { counted, grouped, text } from '../texts.ts';
import type { Watch, WatchSchedule } from './watch-schedule.ts';

/** The title of a query, or the text for queries without one. */
export const nameOf = ({ query }: Watch): string => query.title || text('watch.untitled');

/** An interval in words: "every 15 m". */
export function intervalText(milliseconds: number): string {
  const minutes = milliseconds / 60_000;
  if (minutes % 1440 === 0) return text('watch.every', { interval: `${minutes / 1440} d` });
  if (minutes % 60 === 0) return text('watch.every', { interval: `${minutes / 60} h` });
  return text('watch.every', { interval: `${minutes} m` });
}

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** The present state of a watch, on one line. */
export function stateText(watch: Watch, isBlocked: boolean): string {
  const { status, checked, message } = watch;
  if (isBlocked) return text('watch.state.untrusted');
  if (status !== 'waiting') return text(`watch.state.${status}`, { message, time: time.format(watch.due) });
  return checked === undefined
    ? text('watch.state.new')
    : text('watch.state.waiting', { time: time.format(checked) });
}

/** The answer to a run that the user asked for and that has no new rows, or failed. */
export function noNewsText(watch: Watch): string {
  const { checked, failures } = watch;
  const title = nameOf(watch);
  return checked === undefined || failures > 0
    ? text('watch.answer', { title, state: stateText(watch, false) })
    : text('watch.noNews', { title, time: time.format(checked) });
}

export const freshText = ({ fresh }: Pick<Watch, 'fresh'>): string =>
  fresh === 0 ? '' : counted('newRow', fresh);

/** The lens of a watched query: how often it runs or that it rests, and its new rows. A click on it offers to stop. */
export function lensText(watch: Watch, isBlocked: boolean): string {
  const isResting = isBlocked || watch.status === 'paused';
  const state = isResting ? stateText(watch, isBlocked) : intervalText(watch.interval);
  const fresh = watch.fresh === 0 ? '' : `, ${freshText(watch)}`;
  return text('watch.lens', { state: state + fresh });
}

export class WatchStatusItem implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('wikijql.watches', vscode.StatusBarAlignment.Left);

  constructor() {
    this.#item.name = text('watch.statusName');
    this.#item.command = 'wikijql.manageWatches';
  }

  show({ watches, isBlocked }: Pick<WatchSchedule, 'watches' | 'isBlocked'>): void {
    if (watches.length === 0) {
      this.#item.hide();
      return;
    }
    const fresh = watches.reduce((sum, watch) => sum + watch.fresh, 0);
    const isResting = isBlocked || watches.every(({ status }) => status === 'paused');
    const icon = isResting ? '$(eye-closed)' : '$(eye)';
    this.#item.text =
      fresh > 0
        ? text('watch.newRows', { icon: '$(bell-dot)', count: grouped(fresh) })
        : `${icon} ${grouped(watches.length)}`;
    const lines = watches.map(watch =>
      [nameOf(watch), freshText(watch), stateText(watch, isBlocked)].filter(part => part !== '').join(' · '),
    );
    this.#item.tooltip = [text('watch.statusName'), ...lines].join('\n');
    this.#item.accessibilityInformation = {
      label: text('watch.statusLabel', { count: grouped(watches.length), rows: counted('row', fresh) }),
    };
    this.#item.show();
  }

  dispose(): void {
    this.#item.dispose();
  }
}
