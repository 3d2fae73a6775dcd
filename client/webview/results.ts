/** The results panel: shows what the extension sends, and tells it what a person does. */
import './base.css';
import './results.css';
import { Panel } from './panel/panel.ts';
import { toPanel } from './messages.ts';
import type { FromPanel, Kept } from './messages.ts';

declare function acquireVsCodeApi(): { postMessage(message: FromPanel): void; setState(state: Kept): void };

const vscode = acquireVsCodeApi();
const send = (message: FromPanel): void => vscode.postMessage(message);
const panel = new Panel(document.body, send);

addEventListener('message', (event: MessageEvent<unknown>) => {
  if (!toPanel(event.data)) return;
  if (event.data.type === 'keep') vscode.setState(event.data.state);
  else panel.receive(event.data);
});
send({ type: 'ready' });
