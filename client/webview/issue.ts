/** The issue panel: shows what the extension sends, and reports what the user does. */
import './base.css';
import './issue.css';
import { type FromIssuePanel, type KeptIssue, isToIssuePanel } from '#shared/protocol/panel-messages.ts';
import { IssuePage } from './issue/issue-page.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: FromIssuePanel): void;
  setState(state: KeptIssue): void;
};

const vscode = acquireVsCodeApi();
const send = (message: FromIssuePanel): void => vscode.postMessage(message);
const page = new IssuePage(document.body, send);

addEventListener('message', (event: MessageEvent<unknown>) => {
  if (!isToIssuePanel(event.data)) return;
  if (event.data.type === 'keep') vscode.setState(event.data.state);
  else page.receive(event.data);
});
/** Moves the focus to the title if it is nowhere: after the panel was revealed. */
addEventListener('focus', () => {
  if (document.activeElement === document.body) page.focus();
});
addEventListener('keydown', event => {
  if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
  // The browser would scroll, and still be scrolling when the other issue is shown.
  event.preventDefault();
  send({ type: 'row', by: event.key === 'ArrowUp' ? -1 : 1 });
});
send({ type: 'ready' });
