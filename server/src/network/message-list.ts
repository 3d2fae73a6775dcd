/** Collects the messages of a site, within limits. */
import type { Json } from '#shared/protocol/json.ts';
import { isObject, arrayOf } from '#shared/protocol/json-values.ts';
import type { ApiMessage } from '#shared/protocol/request.ts';
import { shorten } from '#shared/base/shorten.ts';

/**
 * Limits of a site's own messages, in UTF-16 units: they are matched against patterns and shown in the editor, so longer
 * ones or more of them would block the server.
 */
const longest = { text: 5_000, name: 200 };
const maximum = { messages: 100, total: 50_000, values: 500 };

/** A site's message, with its parts shortened to the limits. */
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
    .slice(0, maximum.values)
    .flatMap(value => (typeof value === 'string' && value.length <= longest.name ? [value] : []));

/** Messages of a site, in their order, without duplicates and within the limits. */
export class MessageList {
  readonly #messages: ApiMessage[] = [];
  readonly #keys = new Set<string>();
  #length = 0;
  #isCut = false;

  /** Adds new messages; with each continuation, a site repeats its warnings. */
  add(messages: Iterable<ApiMessage>): void {
    for (const message of messages) {
      if (this.#isCut) return;
      this.#addOne(message);
    }
  }

  /** Adds all messages of another list. */
  addAll(other: MessageList): void {
    this.add(other.list);
    this.#isCut ||= other.isCut;
  }

  get list(): readonly ApiMessage[] {
    return this.#messages;
  }

  /** Some messages were omitted. */
  get isCut(): boolean {
    return this.#isCut;
  }

  #addOne(message: ApiMessage): void {
    const { code, text, module } = message;
    const key = JSON.stringify([code, module, text]);
    if (this.#keys.has(key)) return;
    this.#isCut = this.#messages.length >= maximum.messages || this.#length + text.length > maximum.total;
    if (this.#isCut) return;
    this.#keys.add(key);
    this.#length += text.length;
    this.#messages.push(message);
  }
}
