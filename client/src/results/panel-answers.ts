/** Answers the questions of panels about rows and statements, by asking the server. */
import type { PanelAnswer, PanelQuestion } from '#shared/protocol/panel-messages.ts';
import type { Requests } from '../requests.ts';

type Answers = {
  readonly [Type in PanelQuestion['type']]: (
    message: Extract<PanelQuestion, { readonly type: Type }>,
    requests: Requests,
  ) => Promise<PanelAnswer>;
};

/** The answers by the type of the question; each question gets an answer even if the server fails. */
const answers: Answers = {
  async window({ type, question, ...params }, requests) {
    const window = await requests.window(params).catch(() => null);
    return { type, question, ...(window && { window }) };
  },
  async cell({ type, question, ...params }, requests) {
    const cell = await requests.cell(params).catch(() => null);
    return { type, question, ...(cell?.value !== undefined && { value: cell.value }) };
  },
  async statistics({ type, question, ...params }, requests) {
    const statistics = await requests.statistics(params).catch(() => null);
    return { type, question, ...(statistics && { statistics }) };
  },
  async sqlTables({ type, question }, requests) {
    const { tables } = await requests.sqlTables().catch(() => ({ tables: [] }));
    return { type, question, tables };
  },
  async sqlCompletion({ type, question, sql, offset }, requests) {
    const none = { start: offset, end: offset, proposals: [] };
    return { type, question, completion: await requests.sqlCompletion({ sql, offset }).catch(() => none) };
  },
  async sqlHover({ type, question, sql, offset }, requests) {
    const hover = await requests.sqlHover({ sql, offset }).catch(() => null);
    return { type, question, ...(hover && { hover }) };
  },
  async sqlProblems({ type, question, sql }, requests) {
    const { problems } = await requests.sqlProblems({ sql }).catch(() => ({ problems: [] }));
    return { type, question, problems };
  },
};

export const answerTo = <Type extends PanelQuestion['type']>(
  message: Extract<PanelQuestion, { readonly type: Type }>,
  requests: Requests,
): Promise<PanelAnswer> => {
  const type: Type = message.type;
  return answers[type](message, requests);
};

/** Whether a message of a panel is a question. */
export const isQuestion = (message: { readonly type: string }): message is PanelQuestion =>
  'question' in message;
