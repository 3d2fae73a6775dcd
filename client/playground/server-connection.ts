/** The page's connection to the language server in its worker. */
import { LSPClient, type Transport } from '@codemirror/lsp-client';
import DOMPurify from 'dompurify';
import type { InitializationOptions } from '#shared/protocol/settings.ts';
import type { RequestType } from '#shared/protocol/schema.ts';
import { isAboutRuns } from './results/run-server.ts';

/** Milliseconds that the server may take for an answer: a slow machine compiles it first. */
const patience = 30_000;

/** The tags that an explanation of the server needs. Its texts quote the query, which a stranger may have written. */
const allowedTags = ['p', 'br', 'strong', 'em', 'code', 'pre', 'ul', 'ol', 'li', 'hr'];

/** The addresses of the sites that queries are for. */
export interface SiteAddresses {
  readonly wiki: string;
  readonly tracker: string;
}

const settingsFor = ({ wiki, tracker }: SiteAddresses) => ({
  sites: { wiki: { kind: 'wiki', url: wiki }, tracker: { kind: 'tracker', url: tracker } },
  language: { siteCatalogues: false, suggestions: false, embeddedQueries: 'never' },
});

/** Starts the connection. A query runs only where the user says so, at the address that the page shows. */
export function connectServer(worker: Worker, sites: SiteAddresses): LSPClient {
  const initializationOptions: InitializationOptions = { trusted: true, settings: settingsFor(sites) };
  return new LSPClient({
    initializationOptions,
    timeout: patience,
    sanitizeHTML: html => DOMPurify.sanitize(html, { ALLOWED_TAGS: allowedTags, ALLOWED_ATTR: [] }),
  }).connect(transportTo(worker));
}

/** Tells the server that the sites have changed. */
export function changeSites(client: LSPClient, sites: SiteAddresses): void {
  client.notification('workspace/didChangeConfiguration', { settings: { wikijql: settingsFor(sites) } });
}

/** Asks the server about the current texts. Rejects where its answer has another shape. */
export async function ask<Params, Result>(
  client: LSPClient,
  { method, isResult }: RequestType<Params, Result>,
  params: NoInfer<Params>,
): Promise<Result> {
  client.sync();
  const result = await client.request<Params, unknown>(method, params);
  if (isResult(result)) return result;
  throw new TypeError(`Unexpected response to ${method}`);
}

/** Messages as texts for the client, and as objects for the worker. */
function transportTo(worker: Worker): Transport {
  const listeners = new Map<(text: string) => void, (event: MessageEvent<unknown>) => void>();
  return {
    send: text => worker.postMessage(JSON.parse(text)),
    subscribe: handler => {
      const listener = ({ data }: MessageEvent<unknown>): void => {
        if (!isAboutRuns(data)) handler(JSON.stringify(data));
      };
      listeners.set(handler, listener);
      worker.addEventListener('message', listener);
    },
    unsubscribe: handler => {
      const listener = listeners.get(handler);
      if (listener !== undefined) worker.removeEventListener('message', listener);
      listeners.delete(handler);
    },
  };
}
