/** The page's connection to the language server in its worker. */
import { LSPClient, type Transport } from '@codemirror/lsp-client';
import DOMPurify from 'dompurify';
import type { InitializationOptions } from '#shared/protocol/settings.ts';
import type { RequestType } from '#shared/protocol/schema.ts';
import { isAboutRuns } from './results/page-run-requests.ts';
import type { ServerWorker } from './server-worker.ts';

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
  language: { siteCatalogues: false, suggestions: false, embeddedQueries: 'always' },
});

/** Starts the connection. A query runs only where the user says so, at the address that the page shows. */
export function connectServer(worker: ServerWorker, sites: SiteAddresses): LSPClient {
  const initializationOptions: InitializationOptions = {
    trusted: true,
    resolves: false,
    settings: settingsFor(sites),
  };
  return new LSPClient({
    initializationOptions,
    timeout: patience,
    sanitizeHTML: html => DOMPurify.sanitize(html, { ALLOWED_TAGS: allowedTags, ALLOWED_ATTR: [] }),
  }).connect(transportTo(worker));
}

/** Connects to another server after the last has ended, with the texts as they are. Resolves once it answers. */
export async function reconnectServer(
  client: LSPClient,
  worker: ServerWorker,
  sites: SiteAddresses,
): Promise<void> {
  client.disconnect();
  client.connect(transportTo(worker));
  changeSites(client, sites);
  await client.initializing;
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
function transportTo(worker: ServerWorker): Transport {
  const listeners = new Map<(text: string) => void, (message: unknown) => void>();
  return {
    send: text => worker.post(JSON.parse(text)),
    subscribe: handler => {
      const listener = (message: unknown): void => {
        if (!isAboutRuns(message)) handler(JSON.stringify(message));
      };
      listeners.set(handler, listener);
      worker.listen(listener);
    },
    unsubscribe: handler => {
      const listener = listeners.get(handler);
      if (listener !== undefined) worker.ignore(listener);
      listeners.delete(handler);
    },
  };
}
