import { siteRoot } from '../common/site-address.ts';
import type { Clock } from '../http/clock.ts';
import type { Site } from '../protocol/sites.ts';
import type { Suggestion, SuggestionRequest } from './remote.ts';

/** Milliseconds after which an answer is not waited for any more: by then something else is typed. */
const longestWait = 5000;
/** Milliseconds for which an answer holds, and for which a tracker that gave none is left alone. */
const lifetimes = { answer: 5 * 60_000, none: 30_000 };
/** Answers kept, and UTF-16 units in them. */
const mostKept = { answers: 500, text: 2_000_000 };

/** `undefined` = the site suggests nothing, whatever the reason. */
type Answer = readonly Suggestion[] | undefined;

interface Kept {
  readonly answer: Answer;
  /** UTF-16 units. */
  readonly size: number;
  /** On the clock's monotonic time. */
  readonly until: number;
}

interface Asking {
  readonly key: string;
  readonly answer: Promise<Answer>;
  readonly end: AbortController;
}

/** What sites suggested, for a while; at most one question to each site is under way, the newest. */
export class Suggestions {
  readonly #clock: Clock;
  /** The oldest first. */
  readonly #kept = new Map<string, Kept>();
  #size = 0;
  /** By tracker. */
  readonly #asking = new Map<string, Asking>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * What is kept, or else what `ask` answers; `undefined` = nothing. Who waits no more (the signal) ends the question,
   * as a newer one does.
   */
  async of(
    site: Site,
    order: SuggestionRequest,
    signal: AbortSignal,
    ask: (ending: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const base = siteRoot(site.url);
    const key = `${base} ${JSON.stringify([order.field.toLowerCase(), order.predicate ?? '', order.typed])}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined && this.#clock.now() < kept.until) return kept.answer;
    const running = this.#asking.get(base);
    const asking = running?.key === key ? running : this.#start(base, key, ask);
    const abort = (): void => asking.end.abort();
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await asking.answer;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Somebody else may be signed in now, who sees other things. */
  forget(site: Site): void {
    const base = siteRoot(site.url);
    this.#asking.get(base)?.end.abort();
    for (const key of this.#kept.keys()) if (key.startsWith(`${base} `)) this.#drop(key);
  }

  #start(base: string, key: string, ask: (ending: AbortSignal) => Promise<Answer>): Asking {
    this.#asking.get(base)?.end.abort();
    const end = new AbortController();
    const over = new AbortController();
    void this.#limit(key, end, over.signal);
    const answer = ask(end.signal)
      .then(found => {
        if (!end.signal.aborted) this.#keep(key, found);
        return found;
      })
      .finally(() => {
        over.abort();
        if (this.#asking.get(base) === asking) this.#asking.delete(base);
      });
    const asking: Asking = { key, answer, end };
    this.#asking.set(base, asking);
    return asking;
  }

  /** Ends a question that takes too long, and leaves it at that for a while. */
  async #limit(key: string, end: AbortController, over: AbortSignal): Promise<void> {
    await this.#clock.sleep(longestWait, over);
    if (!over.aborted && !end.signal.aborted) this.#keep(key, undefined);
    end.abort();
  }

  #keep(key: string, answer: Answer): void {
    const lifetime = answer === undefined ? lifetimes.none : lifetimes.answer;
    const size = (answer ?? []).reduce((sum, { value, shown = '' }) => sum + value.length + shown.length, 0);
    this.#drop(key);
    this.#kept.set(key, { answer, size, until: this.#clock.now() + lifetime });
    this.#size += size;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostKept.answers && this.#size <= mostKept.text) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#size -= this.#kept.get(key)?.size ?? 0;
    this.#kept.delete(key);
  }
}
