import { readJson } from '../http/read-json.ts';
import type { HttpResponse } from '../http/client.ts';
import type { Limits } from '../http/limits.ts';
import { indentedJson } from './indented-json.ts';
import { isObject, type JsonObject } from './json.ts';

/** Bytes of raw answers kept in all. */
const defaultMost = 128 * 1024 * 1024;

interface Kept {
  readonly responses: HttpResponse[];
  bytes: number;
}

/**
 * The raw answers of the runs whose panels are open, as the bytes that came. When they grow too many
 * the oldest run's are dropped, and stay so: half an answer is worse than none.
 */
export class AnswerStore {
  readonly #most: number;
  readonly #runs = new Map<string, Kept | undefined>();
  #bytes = 0;

  constructor(most: number = defaultMost) {
    this.#most = most;
  }

  add(run: string, response: HttpResponse): void {
    if (!this.#runs.has(run)) this.#runs.set(run, { responses: [], bytes: 0 });
    const kept = this.#runs.get(run);
    if (!kept) return;
    const bytes = response.body.reduce((size, chunk) => size + chunk.byteLength, 0);
    kept.responses.push(response);
    kept.bytes += bytes;
    this.#bytes += bytes;
    for (const oldest of this.#runs.keys()) {
      if (this.#bytes <= this.#most) return;
      this.#drop(oldest);
      this.#runs.set(oldest, undefined);
    }
  }

  /** The merged answer as indented JSON; `undefined` = never there, released, or dropped. */
  text(
    run: string,
    limits: Limits,
    merge: (answers: readonly JsonObject[]) => JsonObject,
  ): string | undefined {
    const answers = this.#runs.get(run)?.responses.map(response => readJson(response, limits));
    return answers && indentedJson(merge(answers.filter(isObject)));
  }

  release(run: string): void {
    this.#drop(run);
    this.#runs.delete(run);
  }

  #drop(run: string): void {
    this.#bytes -= this.#runs.get(run)?.bytes ?? 0;
  }
}
