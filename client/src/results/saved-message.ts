/** The message about rows that were written to a file. */
import type { RunFinishMessage } from '#shared/protocol/panel-messages.ts';
import { counted, grouped, text } from '../texts.ts';

/** How much of the answer a run has fetched. */
export type Fetched = Pick<RunFinishMessage, 'status' | 'rows' | 'total' | 'estimatedTotal'>;

/**
 * Says how many rows were written, and whether the run has not fetched all that match.
 *
 * @param fetched the run of the rows; `undefined` = unknown, or it has not ended
 */
export function savedMessage(file: string, rows: number, fetched: Fetched | undefined): string {
  const done = text('save.done', { file, rows: counted('row', rows) });
  const missing = missingOf(fetched);
  return missing === undefined ? done : `${done} ${missing}`;
}

function missingOf(fetched: Fetched | undefined): string | undefined {
  if (!fetched || fetched.status === 'complete') return undefined;
  const { status, rows, total = 0, estimatedTotal = 0 } = fetched;
  const values = { rows: grouped(rows), total: grouped(Math.max(total, estimatedTotal)) };
  if (total > rows) return text('save.first', values);
  if (estimatedTotal > rows) return text('save.firstOfAbout', values);
  return text(status === 'more' ? 'save.more' : 'save.incomplete');
}
