/** The results panel: shows what the extension sends, and reports what the user does. */
import './base.css';
import './results.css';
import './chart.css';
import { ResultsPage } from './results/page.ts';
import { type PanelMemory, memoryIn } from './results/panel-memory.ts';
import {
  type FromResultsPanel,
  type KeptRun,
  isKeptRun,
  isToResultsPanel,
} from '../../server/src/protocol/panel-messages.ts';

interface Kept extends Partial<KeptRun> {
  readonly memory: PanelMemory;
}

declare function acquireVsCodeApi(): {
  postMessage(message: FromResultsPanel): void;
  getState(): unknown;
  setState(state: Kept): void;
};

const vscode = acquireVsCodeApi();
const state = vscode.getState();
let kept: Kept = { ...(isKeptRun(state) ? state : {}), memory: memoryIn(state) };
const keep = (changed: Partial<Kept>): void => {
  kept = { ...kept, ...changed };
  vscode.setState(kept);
};

const panel = new ResultsPage(document.body, {
  memory: kept.memory,
  send: message => vscode.postMessage(message),
  remember: memory => keep({ memory }),
});

addEventListener('message', (event: MessageEvent<unknown>) => {
  if (!isToResultsPanel(event.data)) return;
  if (event.data.type === 'keep') keep(event.data.state);
  else panel.receive(event.data);
});
vscode.postMessage({ type: 'ready' });
