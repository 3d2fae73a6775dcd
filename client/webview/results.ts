/** The results panel: shows what the extension sends, and reports what the user does. */
import './base.css';
import './results.css';
import './chart.css';
import './sql.css';
import { ResultsPage } from './results/results-page.ts';
import { type PanelMemory, emptyMemory, memoryIn } from './results/panel-memory.ts';
import {
  type FromResultsPanel,
  type KeptRun,
  isKeptRun,
  isToResultsPanel,
} from '#shared/protocol/panel-messages.ts';

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
/** Clears the stored state, so that a reload restores nothing. */
const forget = (): void => {
  kept = { memory: emptyMemory };
  vscode.setState(kept);
};

const panel = new ResultsPage(document.body, {
  memory: kept.memory,
  send: message => vscode.postMessage(message),
  remember: memory => keep({ memory }),
});

/** Moves the focus to the table if it is nowhere: after the panel was revealed, or a focused button vanished. */
const holdFocus = (): void => {
  if (document.hasFocus() && document.activeElement === document.body) panel.focus();
};

addEventListener('message', (event: MessageEvent<unknown>) => {
  if (!isToResultsPanel(event.data)) return;
  if (event.data.type === 'keep') keep(event.data.state);
  else if (event.data.type === 'empty') forget();
  if (event.data.type !== 'keep') panel.receive(event.data);
  holdFocus();
});
let isPressed = false;
addEventListener('pointerdown', () => (isPressed = true), { capture: true });
for (const end of ['pointerup', 'pointercancel'])
  addEventListener(end, () => (isPressed = false), { capture: true });
// A press that brings the focus here has its own target, whose click would be lost if the table were redrawn meanwhile.
addEventListener('focus', () => {
  if (!isPressed) holdFocus();
});
addEventListener('click', holdFocus);
addEventListener('keydown', event => {
  const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'f';
  if (isFind && panel.find()) event.preventDefault();
});
// The workbench would select all a second time, a while later, and with it what the user has typed meanwhile.
document.addEventListener('keydown', event => {
  const isSelectAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a';
  if (isSelectAll && (event.defaultPrevented || event.target instanceof HTMLInputElement))
    event.stopPropagation();
});
if (document.body.classList.contains('area')) {
  addEventListener('focusin', () => vscode.postMessage({ type: 'focused', focused: true }));
  addEventListener('blur', () => vscode.postMessage({ type: 'focused', focused: false }));
}
vscode.postMessage({ type: 'ready' });
