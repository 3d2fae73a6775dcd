/** Caches the suggestions of sites. */
import { siteRoot } from '#shared/base/site-address.ts';
import type { Clock } from './http/clock.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { Suggestion } from '#shared/protocol/request.ts';
import type { SuggestionRequest } from './backend.ts';
import { isInsertable } from '#shared/base/visible-text.ts';
import type { Json } from '#shared/protocol/json.ts';

/** Milliseconds after which a response is no longer useful: by then, something else is typed. */
const timeout = 5000;
/** Milliseconds for which a response is valid, and for which a site without one is not asked again. */
const lifetimes = { answer: 5 * 60_000, none: 30_000 };
/** Maximum of cached responses, and of UTF-16 units in them. */
const maximum = { answers: 500, text: 2_000_000 };

/** `undefined` = unavailable, for any reason. */
type Answer = readonly Suggestion[] | undefined;

interface Kept {
  readonly answer: Answer;
  /** UTF-16 units. */
  readonly size: number;
  /** In the clock's monotonic time. */
  readonly until: number;
}

interface Asking {
  readonly key: string;
  readonly answer: Promise<Answer>;
  readonly end: AbortController;
}

/** The versions of projects do not depend on what is typed. */
const keyOf = ({ field, predicate, typed, versionsOf }: SuggestionRequest): string =>
  JSON.stringify(versionsOf ? ['', ...versionsOf] : [field.toLowerCase(), predicate ?? '', typed]);

/** Caches suggestions for a while. At most one request to each site is pending, the newest. */
export class SuggestionCache {
  readonly #clock: Clock;
  /** From oldest to newest. */
  readonly #cache = new Map<string, Kept>();
  #size = 0;
  /** By site. */
  readonly #asking = new Map<string, Asking>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * The cached suggestions, or else the result of `ask`; `undefined` = none. The signal cancels the request, as a newer
   * request does.
   */
  async suggestionsFor(
    site: Site,
    request: SuggestionRequest,
    signal: AbortSignal,
    ask: (ending: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const base = siteRoot(site.url);
    const key = `${base} ${keyOf(request)}`;
    const cached = this.#cache.get(key);
    if (cached !== undefined && this.#clock.now() < cached.until) return cached.answer;
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

  /** Forgets the suggestions of a site: another account, with other permissions, may be signed in now. */
  forget(site: Site): void {
    const base = siteRoot(site.url);
    this.#asking.get(base)?.end.abort();
    for (const key of this.#cache.keys()) if (key.startsWith(`${base} `)) this.#drop(key);
  }

  #start(base: string, key: string, ask: (ending: AbortSignal) => Promise<Answer>): Asking {
    this.#asking.get(base)?.end.abort();
    const end = new AbortController();
    const over = new AbortController();
    void this.#limit(key, end, over.signal);
    const answer = ask(end.signal)
      .then(suggestions => {
        if (!end.signal.aborted) this.#keep(key, suggestions);
        return suggestions;
      })
      .finally(() => {
        over.abort();
        if (this.#asking.get(base) === asking) this.#asking.delete(base);
      });
    const asking: Asking = { key, answer, end };
    this.#asking.set(base, asking);
    return asking;
  }

  /** Cancels a request that takes too long; it is not repeated for a while. */
  async #limit(key: string, end: AbortController, over: AbortSignal): Promise<void> {
    await this.#clock.sleep(timeout, over);
    if (!over.aborted && !end.signal.aborted) this.#keep(key, undefined);
    end.abort();
  }

  #keep(key: string, answer: Answer): void {
    const lifetime = answer === undefined ? lifetimes.none : lifetimes.answer;
    const size = (answer ?? []).reduce((sum, { value, shown = '' }) => sum + value.length + shown.length, 0);
    this.#drop(key);
    this.#cache.set(key, { answer, size, until: this.#clock.now() + lifetime });
    this.#size += size;
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size <= maximum.answers && this.#size <= maximum.text) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#size -= this.#cache.get(key)?.size ?? 0;
    this.#cache.delete(key);
  }
}

/** Limits; lengths in UTF-16 units. */
const listBounds = { suggestions: 1_000, value: 500, shown: 1_000 };

/** A site's suggestions, only those that can be inserted into a line of a document and shown unchanged. */
export class SuggestionList {
  readonly #suggestions: Suggestion[] = [];

  get suggestions(): readonly Suggestion[] {
    return this.#suggestions;
  }

  add(value: Json | undefined, shown?: Json, detail?: string): void {
    if (this.#suggestions.length >= listBounds.suggestions) return;
    if (typeof value !== 'string' || value === '' || value.length > listBounds.value || !isInsertable(value))
      return;
    const isShown = typeof shown === 'string' && shown !== value && shown.length <= listBounds.shown;
    this.#suggestions.push({
      value,
      ...(isShown && { shown }),
      ...(detail !== undefined && { detail }),
    });
  }
}
