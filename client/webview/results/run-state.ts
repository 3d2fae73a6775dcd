/** What the panel knows of a run. */
import type { RunFinishMessage, RunProgressMessage } from '../../../server/src/protocol/panel-messages.ts';

export interface RunState {
  /** Empty after a reload of the window, when only the file is known. */
  readonly run: string;
  readonly phase: 'empty' | 'idle' | 'running' | 'finished';
  readonly title: string;
  readonly file: string;
  /** When it started, in milliseconds since 1970. */
  readonly started: number;
  /** How many rows "Load more" adds. */
  readonly step: number;
  readonly progress?: RunProgressMessage;
  readonly finish?: RunFinishMessage;
}

export const siteOf = ({ progress, finish }: RunState): string => finish?.site ?? progress?.site ?? '';
export const linksOf = ({ progress, finish }: RunState): boolean => finish?.links ?? progress?.links ?? false;
/** A run that the user cancelled before its first row has not failed. */
export const isCancelled = (finish: RunFinishMessage): boolean =>
  finish.notices.some(({ code }) => code === 'cancelled');
/** A query without a title goes by its file. */
export const nameOf = ({ title, file }: RunState): string => (title === '' ? file : title);
