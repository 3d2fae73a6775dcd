/** Results below the cells of notebooks: one results panel for each result. */
import type { ActivationFunction } from 'vscode-notebook-renderer';
import base from './base.css';
import results from './results.css';
import chart from './chart.css';
import { chartsFrom } from './chart/load-charts.ts';
import { element } from './dom.ts';
import { frameClass, scoped } from './notebook/scoped-style.ts';
import { ResultsPage } from './results/results-page.ts';
import { emptyMemory, type PanelMemory } from './results/panel-memory.ts';
import { isToResultsPanel } from '#shared/protocol/panel-messages.ts';

/** The memories of pages whose cells are out of view. */
const memories = new Map<string, PanelMemory>();
/** The pages by the ids of the output items that show them. */
const pages = new Map<string, { readonly output: string; readonly page: ResultsPage }>();

const style = element('style', { text: scoped([base, results, chart].join('\n')) });

export const activate: ActivationFunction = context => {
  document.head.append(style);
  chartsFrom(new URL('chart.js', import.meta.url).href);
  context.onDidReceiveMessage?.((received: unknown) => {
    if (!isAddressed(received) || !isToResultsPanel(received.message)) return;
    const { output, message } = received;
    for (const shown of pages.values())
      if (shown.output === output && message.type !== 'keep') shown.page.receive(message);
  });
  return {
    renderOutputItem(item, parent) {
      const { output }: { readonly output: string } = item.json();
      const send = (message: unknown): void => context.postMessage?.({ output, message });
      drop(item.id);
      const frame = element('div', { class: frameClass });
      parent.replaceChildren(frame);
      const page = new ResultsPage(frame, {
        memory: memories.get(output) ?? emptyMemory,
        send,
        remember: memory => memories.set(output, memory),
      });
      pages.set(item.id, { output, page });
      send({ type: 'ready' });
    },
    disposeOutputItem(id) {
      if (id === undefined) for (const key of pages.keys()) drop(key);
      else drop(id);
    },
  };
};

function drop(id: string): void {
  pages.get(id)?.page.dispose();
  pages.delete(id);
}

const isAddressed = (value: unknown): value is { readonly output: string; readonly message: unknown } =>
  typeof value === 'object' &&
  value !== null &&
  'output' in value &&
  typeof value.output === 'string' &&
  'message' in value;
