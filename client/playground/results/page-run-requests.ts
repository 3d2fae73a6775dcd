/** Requests about runs, separate from the editor’s: they can take long, and can be cancelled. */
import {
  answersRequest,
  type PromptAnswers,
  type PromptQuestion,
} from '#shared/protocol/documents/prompts.ts';
import type { NotificationType, RequestType } from '#shared/protocol/schema.ts';
import { progressNotification, type Progress } from '#shared/protocol/run.ts';
import type { ServerWorker } from '../server-worker.ts';
import { tableNotification, type TableState } from '#shared/protocol/results.ts';

/** The beginning of the ids of these requests; those of the editor are numbers. */
const prefix = 'run-';

/** The methods of the server’s own messages about runs. */
const methods: ReadonlySet<unknown> = new Set([
  progressNotification.method,
  tableNotification.method,
  answersRequest.method,
]);

/** Whether a message of the server is for a run, and not for the editor. */
export function isAboutRuns(message: unknown): boolean {
  if (typeof message !== 'object' || message === null) return false;
  if ('method' in message) return methods.has(message.method);
  return 'id' in message && typeof message.id === 'string' && message.id.startsWith(prefix);
}

/** Receives the rows of runs while they arrive, and what is asked before. */
export interface RunEvents {
  readonly progress: (progress: Progress) => void;
  readonly table: (state: TableState) => void;
  /** Asks the user for the values of prompts; `null` = cancelled. */
  readonly answer: (questions: readonly PromptQuestion[]) => Promise<PromptAnswers | null>;
}

interface PendingRequest {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export class PageRunRequests {
  readonly #worker: ServerWorker;
  readonly pending = new Map<string, PendingRequest>();
  #count = 0;

  constructor(worker: ServerWorker, events: RunEvents) {
    this.#worker = worker;
    worker.listen(message => {
      if (isAboutRuns(message)) this.#receive(message, events);
    });
  }

  /** Asks the server. Rejects where its answer is an error or has another shape. */
  async request<Params, Result>(
    { method, isResult }: RequestType<Params, Result>,
    params: NoInfer<Params>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const id = `${prefix}${++this.#count}`;
    const cancel = (): void => this.#post({ method: '$/cancelRequest', params: { id } });
    signal?.addEventListener('abort', cancel, { once: true });
    const answer = new Promise<unknown>((resolve, reject) => this.pending.set(id, { resolve, reject }));
    this.#post({ id, method, params });
    const result = await answer.finally(() => signal?.removeEventListener('abort', cancel));
    if (isResult(result)) return result;
    throw new TypeError(`Unexpected response to ${method}`);
  }

  notify<Params>({ method }: NotificationType<Params>, params: NoInfer<Params>): void {
    this.#post({ method, params });
  }

  #post(message: object): void {
    this.#worker.post({ jsonrpc: '2.0', ...message });
  }

  async #answer(message: object, params: unknown, { answer }: RunEvents): Promise<void> {
    if (!('id' in message) || !answersRequest.isParams(params)) return;
    this.#post({ id: message.id, result: await answer(params.questions) });
  }

  #receive(message: unknown, events: RunEvents): void {
    if (typeof message !== 'object' || message === null) return;
    const params: unknown = 'params' in message ? message.params : undefined;
    if ('method' in message && message.method === answersRequest.method) {
      void this.#answer(message, params, events);
      return;
    }
    if (progressNotification.isParams(params)) events.progress(params);
    else if (tableNotification.isParams(params)) events.table(params);
    const id = 'id' in message && typeof message.id === 'string' ? message.id : '';
    const pending = this.pending.get(id);
    this.pending.delete(id);
    if ('error' in message) pending?.reject(new Error(JSON.stringify(message.error)));
    else pending?.resolve('result' in message ? message.result : undefined);
  }
}
