/** What the panel asks about rows is asked of the server. */
import type { PanelAnswer, PanelQuestion } from '../../../server/src/protocol/panel-messages.ts';
import type { Requests } from '../requests.ts';

/** Each question is answered, also where the server cannot. */
export async function answerTo(message: PanelQuestion, requests: Requests): Promise<PanelAnswer> {
  if (message.type === 'window') {
    const { type, question, ...params } = message;
    const window = await requests.window(params).catch(() => null);
    return { type, question, ...(window && { window }) };
  }
  if (message.type === 'cell') {
    const { type, question, ...params } = message;
    const cell = await requests.cell(params).catch(() => null);
    return { type, question, ...(cell?.value !== undefined && { value: cell.value }) };
  }
  const { type, question, ...params } = message;
  const statistics = await requests.statistics(params).catch(() => null);
  return { type, question, ...(statistics && { statistics }) };
}
