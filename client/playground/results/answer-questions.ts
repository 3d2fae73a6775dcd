/** Answers the questions of the results page about rows and statements; each gets an answer even if the server fails. */
import type { PanelAnswer, PanelQuestion } from '#shared/protocol/panel-messages.ts';
import { cellRequest, statisticsRequest, windowRequest } from '#shared/protocol/results.ts';
import {
  sqlCompletionRequest,
  sqlHoverRequest,
  sqlProblemsRequest,
  sqlTablesRequest,
} from '#shared/protocol/sql-requests.ts';
import type { RunServer } from './run-server.ts';

/** The answer to a question. */
export async function answerTo(message: PanelQuestion, server: RunServer): Promise<PanelAnswer> {
  const { question } = message;
  switch (message.type) {
    case 'window': {
      const { type, question: _question, ...params } = message;
      const window = await server.ask(windowRequest, params).catch(() => null);
      return { type, question, ...(window && { window }) };
    }
    case 'cell': {
      const { type, question: _question, ...params } = message;
      const cell = await server.ask(cellRequest, params).catch(() => null);
      return { type, question, ...(cell?.value !== undefined && { value: cell.value }) };
    }
    case 'statistics': {
      const { type, question: _question, ...params } = message;
      const statistics = await server.ask(statisticsRequest, params).catch(() => null);
      return { type, question, ...(statistics && { statistics }) };
    }
    case 'sqlTables': {
      const { tables } = await server.ask(sqlTablesRequest, {}).catch(() => ({ tables: [] }));
      return { type: message.type, question, tables };
    }
    case 'sqlCompletion': {
      const { type, sql, offset } = message;
      const none = { start: offset, end: offset, proposals: [] };
      const completion = await server.ask(sqlCompletionRequest, { sql, offset }).catch(() => none);
      return { type, question, completion };
    }
    case 'sqlHover': {
      const { type, sql, offset } = message;
      const hover = await server.ask(sqlHoverRequest, { sql, offset }).catch(() => null);
      return { type, question, ...(hover && { hover }) };
    }
    case 'sqlProblems': {
      const { type, sql } = message;
      const { problems } = await server.ask(sqlProblemsRequest, { sql }).catch(() => ({ problems: [] }));
      return { type, question, problems };
    }
  }
}
