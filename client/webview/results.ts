/** The results panel: shows what the extension sends, and reports what the user does. */
import './base.css';
import './results.css';
import { ResultsPage } from './results/page.ts';
import {
  type FromResultsPanel,
  type KeptRun,
  isToResultsPanel,
} from '../../server/src/protocol/panel-messages.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: FromResultsPanel): void;
  setState(state: KeptRun): void;
};

const vscode = acquireVsCodeApi();
const send = (message: FromResultsPanel): void => vscode.postMessage(message);
const panel = new ResultsPage(document.body, send);

addEventListener('message', (event: MessageEvent<unknown>) => {
  if (!isToResultsPanel(event.data)) return;
  if (event.data.type === 'keep') vscode.setState(event.data.state);
  else panel.receive(event.data);
});
send({ type: 'ready' });
