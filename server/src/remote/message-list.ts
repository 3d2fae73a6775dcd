import type { Json } from '../protocol/json.ts';
import { isObject, arrayOf } from './json.ts';
import type { ApiMessage } from './remote.ts';
import { shorten } from './shorten.ts';

/**
 * What is read of a site's own messages, in UTF-16 units: they are matched against patterns and shown in the editor, so
 * that a longer or a larger list of them would hold up the server.
 */
const longest = { text: 5_000, name: 200 };
const most = { messages: 100, together: 50_000, values: 500 };

/** A site's message, its parts cut to a length that is safe to work with. */
export function apiMessage(code: string, text: string, module: string, data?: Json): ApiMessage {
  const values = isObject(data) ? arrayOf(data['values']) : undefined;
  return {
    code: shorten(code, longest.name),
    text: shorten(text, longest.text),
    module: shorten(module, longest.name),
    ...(values && { data: { values: valuesOf(values) } }),
  };
}

const valuesOf = (values: readonly Json[]): string[] =>
  values
    .slice(0, most.values)
    .flatMap(value => (typeof value === 'string' && value.length <= longest.name ? [value] : []));

/** Messages of a site, each once, in their order, and no more than a user reads. */
export class MessageList {
  readonly #messages: ApiMessage[] = [];
  readonly #known = new Set<string>();
  #length = 0;
  #isCut = false;

  /** Adds what is not there yet; over continuation a site repeats its warnings. */
  add(messages: Iterable<ApiMessage>): void {
    for (const message of messages) {
      if (this.#isCut) return;
      this.#addOne(message);
    }
  }

  /** Adds those of an answer. */
  take(answered: MessageList): void {
    this.add(answered.list);
    this.#isCut ||= answered.isCut;
  }

  get list(): readonly ApiMessage[] {
    return this.#messages;
  }

  /** Some were left out. */
  get isCut(): boolean {
    return this.#isCut;
  }

  #addOne(message: ApiMessage): void {
    const { code, text, module } = message;
    const key = JSON.stringify([code, module, text]);
    if (this.#known.has(key)) return;
    this.#isCut = this.#messages.length >= most.messages || this.#length + text.length > most.together;
    if (this.#isCut) return;
    this.#known.add(key);
    this.#length += text.length;
    this.#messages.push(message);
  }
}
