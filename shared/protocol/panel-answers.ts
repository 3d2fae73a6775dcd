/** Answers the questions of panels about rows and statements, by asking the server. */
import type { PanelAnswer, PanelQuestion } from './panel-messages.ts';
import { cellRequest, statisticsRequest, windowRequest } from './results.ts';
import type { RequestType } from './schema.ts';
import {
  sqlCompletionRequest,
  sqlHoverRequest,
  sqlProblemsRequest,
  sqlTablesRequest,
} from './sql-requests.ts';

/** Sends a request to the server. Rejects where the server fails, or its answer has another shape. */
type Ask = <Params, Result>(type: RequestType<Params, Result>, params: Params) => Promise<Result>;

/** Whether a message of a panel is a question. */
export const isQuestion = (message: { readonly type: string }): message is PanelQuestion =>
  'question' in message;

/** Returns the answer to a question; each question gets one, without a content if the server fails. */
export async function answerTo(message: PanelQuestion, ask: Ask): Promise<PanelAnswer> {
  switch (message.type) {
    case 'window': {
      const { type, question, ...params } = message;
      const window = await ask(windowRequest, params).catch(() => null);
      return { type, question, ...(window && { window }) };
    }
    case 'cell': {
      const { type, question, ...params } = message;
      const cell = await ask(cellRequest, params).catch(() => null);
      return { type, question, ...(cell?.value !== undefined && { value: cell.value }) };
    }
    case 'statistics': {
      const { type, question, ...params } = message;
      const statistics = await ask(statisticsRequest, params).catch(() => null);
      return { type, question, ...(statistics && { statistics }) };
    }
    case 'sqlTables': {
      const { type, question } = message;
      const { tables } = await ask(sqlTablesRequest, {}).catch(() => ({ tables: [] }));
      return { type, question, tables };
    }
    case 'sqlCompletion': {
      const { type, question, sql, offset } = message;
      const none = { start: offset, end: offset, proposals: [] };
      const completion = await ask(sqlCompletionRequest, { sql, offset }).catch(() => none);
      return { type, question, completion };
    }
    case 'sqlHover': {
      const { type, question, sql, offset } = message;
      const hover = await ask(sqlHoverRequest, { sql, offset }).catch(() => null);
      return { type, question, ...(hover && { hover }) };
    }
    case 'sqlProblems': {
      const { type, question, sql } = message;
      const { problems } = await ask(sqlProblemsRequest, { sql }).catch(() => ({ problems: [] }));
      return { type, question, problems };
    }
  }
}
