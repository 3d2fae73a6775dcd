import {
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { say } from '../../agents/refusal.ts';

/** Calls of tools that a client may send before it has an answer to one of them. */
export const mostUnanswered = 100;
/** The code of JSON-RPC for an error of a server’s own. */
const busy = -32000;

/** Passes messages on, but answers a call of a tool itself where too many others are unanswered. */
export class GatedTransport implements Transport {
  readonly #inner: Transport;
  readonly #refuse: (id: RequestId, code: number, message: string) => void;
  readonly #unanswered = new Set<RequestId>();
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  onerror?: (error: Error) => void;

  /** @param refuse answers a call with an error; unlike `send` of the inner one it never waits for the client */
  constructor(inner: Transport, refuse: (id: RequestId, code: number, message: string) => void) {
    this.#inner = inner;
    this.#refuse = refuse;
  }

  async start(): Promise<void> {
    const events: Pick<Transport, 'onmessage' | 'onclose' | 'onerror'> = {
      onmessage: (message, extra) => {
        if (this.#takes(message)) this.onmessage?.(message, extra);
      },
      onclose: () => this.onclose?.(),
      onerror: error => this.onerror?.(error),
    };
    Object.assign(this.#inner, events);
    await this.#inner.start();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#inner.send(message);
    if (isJSONRPCResponse(message) && message.id !== undefined) this.#unanswered.delete(message.id);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  /** Frees the place of a call that was cancelled, and so gets no answer. */
  forget(id: RequestId): void {
    this.#unanswered.delete(id);
  }

  #takes(message: JSONRPCMessage): boolean {
    if (!isJSONRPCRequest(message) || message.method !== 'tools/call') return true;
    const { id } = message;
    // A second call with the id of the first would be answered by its answer.
    if (this.#unanswered.size >= mostUnanswered || this.#unanswered.has(id)) {
      this.#refuse(id, busy, say('calls.busy', { count: this.#unanswered.size }));
      return false;
    }
    this.#unanswered.add(id);
    return true;
  }
}
