/** The state of a run in the panel. */
import type { Notice } from '#shared/protocol/notice.ts';
import type { RunFinishMessage, RunProgressMessage } from '#shared/protocol/panel-messages.ts';

export interface RunState {
  /** The id of the run; empty after a reload of the window, when only the file is known. */
  readonly run: string;
  readonly phase: 'empty' | 'idle' | 'running' | 'finished';
  readonly title: string;
  readonly file: string;
  /** When it started, in milliseconds since 1970. */
  readonly started: number;
  readonly progress?: RunProgressMessage;
  readonly finish?: RunFinishMessage;
}

export const siteOf = ({ progress, finish }: RunState): string => finish?.site ?? progress?.site ?? '';
export const linksOf = ({ progress, finish }: RunState): boolean => finish?.links ?? progress?.links ?? false;
/** Whether the user cancelled the run before its first row, which is not a failure. */
export const isCancelled = (finish: RunFinishMessage): boolean =>
  finish.notices.some(({ code }) => code === 'cancelled');
/** Whether the rows of a run that has ended come from stored ones, as those of a SQL statement do. */
export const isComputed = ({ finish }: RunState): boolean => finish?.requests === 0;
/** Whether a notice says that a statement was not executed, because of a mistake in it. */
export const isRefusal = ({ code }: Pick<Notice, 'code'>): boolean => code === 'sqlRefused';
/** The name of a run for the user: its title, or else its file. */
export const nameOf = ({ title, file }: RunState): string => (title === '' ? file : title);
