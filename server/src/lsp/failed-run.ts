import type { Wording } from '../language/wording.ts';
import type { RunResult } from '../protocol/run.ts';
import type { ServerMessage } from '../common/server-message.ts';

/** The result of a run that could not begin, with the reason as its only notice. */
export const failedRun = (run: string, code: ServerMessage, wording: Wording<ServerMessage>): RunResult => ({
  run,
  title: '',
  status: 'failed',
  rows: 0,
  requests: 0,
  milliseconds: 0,
  notices: [{ severity: 'error', code, message: wording(code) }],
});
