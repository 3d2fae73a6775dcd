import { readJson } from '../http/body.ts';
import type { HttpResponse } from '../http/client.ts';
import type { Limits } from '../http/limits.ts';
import { isObject, type JsonObject } from './json.ts';

/** Bytes of raw answers kept in all. */
const defaultMost = 128 * 1024 * 1024;

/**
 * The raw answers of the runs whose panels are open, as the bytes that came. When they grow too many
 * the oldest run's are dropped, and stay so: half an answer is worse than none.
 */
export class AnswerStore {
  readonly #most: number;
  readonly #runs = new Map<string, HttpResponse[] | undefined>();

  constructor(most: number = defaultMost) {
    this.#most = most;
  }

  add(run: string, response: HttpResponse): void {
    if (!this.#runs.has(run)) this.#runs.set(run, []);
    this.#runs.get(run)?.push(response);
    for (const oldest of this.#runs.keys()) {
      if (this.#bytes() <= this.#most) return;
      this.#runs.set(oldest, undefined);
    }
  }

  /** The merged answer as indented JSON; `undefined` = never there, released, or dropped. */
  text(
    run: string,
    limits: Limits,
    merge: (answers: readonly JsonObject[]) => JsonObject,
  ): string | undefined {
    const answers = this.#runs.get(run)?.map(response => readJson(response, limits));
    return answers && JSON.stringify(merge(answers.filter(isObject)), undefined, 2);
  }

  release(run: string): void {
    this.#runs.delete(run);
  }

  #bytes(): number {
    const responses = [...this.#runs.values()].flatMap(run => run ?? []);
    return responses.reduce(
      (sum, { body }) => sum + body.reduce((size, chunk) => size + chunk.byteLength, 0),
      0,
    );
  }
}
