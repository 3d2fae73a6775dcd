/** Keeps the raw responses of runs, within bounds. */
import { readJson } from './http/read-json.ts';
import type { HttpResponse } from './http/http-client.ts';
import type { Limits } from './http/limits.ts';
import { indentedJson } from './indented-json.ts';
import { isObject, type JsonObject } from '#shared/protocol/json-values.ts';

/** Maximum bytes of raw responses in memory. */
const defaultMaximum = 128 * 1024 * 1024;

interface Kept {
  readonly responses: HttpResponse[];
  bytes: number;
}

/**
 * The raw responses of the runs whose panels are open, as bytes. Above the maximum, those of the oldest run are dropped
 * permanently: half a response is worse than none.
 */
export class ResponseStore {
  readonly #maximum: number;
  readonly #runs = new Map<string, Kept | undefined>();
  #bytes = 0;

  constructor(maximum: number = defaultMaximum) {
    this.#maximum = maximum;
  }

  add(run: string, response: HttpResponse): void {
    if (!this.#runs.has(run)) this.#runs.set(run, { responses: [], bytes: 0 });
    const storedRun = this.#runs.get(run);
    if (!storedRun) return;
    const bytes = response.body.reduce((size, chunk) => size + chunk.byteLength, 0);
    storedRun.responses.push(response);
    storedRun.bytes += bytes;
    this.#bytes += bytes;
    for (const oldest of this.#runs.keys()) {
      if (this.#bytes <= this.#maximum) return;
      this.#drop(oldest);
      this.#runs.set(oldest, undefined);
    }
  }

  /** The merged response as indented JSON; `undefined` = unknown, released or dropped. */
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
