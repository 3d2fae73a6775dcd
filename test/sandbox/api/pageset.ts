import { fullTitle, interwikis, readTitle, sameTitle } from '../world/titles.ts';
import type { Page, Revision, Title } from '../world/types.ts';
import type { Visitor } from './visitor.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Parameters } from './parameters.ts';
import { type Problem, Failure, problem } from './problems.ts';

/** A page of a query: there, or missing, special, invalid. */
export interface Entry {
  /** The page's id; below 0 for what is not a page. */
  readonly id: number;
  readonly title: Title | undefined;
  readonly page: Page | undefined;
  /** Revisions asked for by number; empty = none in particular. */
  readonly revisions: readonly Revision[];
  /** Members of the page in the response before any module adds its own. */
  readonly members: JsonObject;
}

/** The pages that a query is about, and how they were found. */
export interface PageSet {
  readonly entries: readonly Entry[];
  /** Members of `query` beside the pages: normalized, redirects, interwiki, badrevids. */
  readonly members: JsonObject;
  /** False where the query names no pages at all. */
  readonly asked: boolean;
}

export const noPages: PageSet = { entries: [], members: {}, asked: false };

/**
 * Resolves `titles`, `pageids` or `revids`.
 * @throws Failure `multisource`
 */
export function readPageSet(query: Parameters, visitor: Visitor, warnings: Problem[]): PageSet {
  const sources = ['titles', 'pageids', 'revids'].filter(name => query.has(name));
  if (sources.length > 1)
    throw new Failure(problem('query', 'multisource', { parameter: sources.join(', ') }));
  const follow = query.flag('redirects');
  if (query.has('revids') && follow) warnings.push(problem('query', 'redirectsandrevids'));
  const builder = new Builder(visitor, query.flag('iwurl'));
  for (const text of query.list('titles') ?? []) builder.addText(text);
  for (const id of query.numbers('pageids') ?? []) builder.addId(id);
  for (const id of query.numbers('revids') ?? []) builder.addRevision(id);
  if (follow && !query.has('revids')) builder.followRedirects();
  return { ...builder.result(), asked: sources.length > 0 };
}

/** The page set that a generator makes. */
export function generatedPageSet(
  titles: readonly Title[],
  visitor: Visitor,
  { redirects, indexed }: { redirects: boolean; indexed: boolean },
): PageSet {
  const builder = new Builder(visitor, false);
  for (const [index, title] of titles.entries()) builder.addTitle(title, indexed ? { index: index + 1 } : {});
  if (redirects) builder.followRedirects();
  return { ...builder.result(), asked: true };
}

class Builder {
  readonly #visitor: Visitor;
  readonly #iwurl: boolean;
  #entries: Entry[] = [];
  readonly #normalized: Json[] = [];
  readonly #interwiki: Json[] = [];
  readonly #redirects: Json[] = [];
  readonly #badRevisions: [string, Json][] = [];

  constructor(visitor: Visitor, iwurl: boolean) {
    this.#visitor = visitor;
    this.#iwurl = iwurl;
  }

  addText(text: string): void {
    const hostile = this.#visitor.world.page({ namespace: 0, text });
    const reading = hostile ? ({ kind: 'local', title: hostile.title } as const) : readTitle(text);
    if (reading.kind === 'invalid') {
      const invalidreason = { code: reading.code, text: problem('main', 'badtitle', { value: text }).text };
      this.#add({
        title: undefined,
        page: undefined,
        members: { title: text, invalidreason, invalid: true },
      });
    } else if (reading.kind === 'interwiki') {
      const url = interwikis
        .find(({ prefix }) => prefix === reading.prefix)
        ?.url.replace('$1', encodeURIComponent(reading.text));
      this.#interwiki.push({ title: text, iw: reading.prefix, ...(this.#iwurl && url ? { url } : {}) });
    } else {
      const to = fullTitle(reading.title);
      if (to !== text) this.#normalized.push({ fromencoded: false, from: text, to });
      this.addTitle(reading.title);
    }
  }

  addTitle(title: Title, extra: JsonObject = {}): void {
    const known = this.#entries.some(entry => entry.title && sameTitle(entry.title, title));
    if (known) return;
    const page = this.#visitor.world.page(title);
    const named = { ns: title.namespace, title: fullTitle(title) };
    const members = page
      ? { pageid: page.id, ...named }
      : { ...named, ...(title.namespace < 0 ? { special: true } : { missing: true }) };
    this.#add({ title, page, members: { ...members, ...extra } });
  }

  addId(id: number): void {
    const page = this.#visitor.world.pageById(id);
    if (page) this.addTitle(page.title);
    else this.#add({ title: undefined, page: undefined, members: { pageid: id, missing: true } });
  }

  addRevision(id: number): void {
    const revision = this.#visitor.world.revisionById(id);
    if (!revision) {
      this.#badRevisions.push([String(id), { revid: id, missing: true }]);
      return;
    }
    this.addTitle(revision.page.title);
    this.#entries = this.#entries.map(entry =>
      entry.page === revision.page ? { ...entry, revisions: [...entry.revisions, revision] } : entry,
    );
  }

  /** Replaces redirects by what they lead to, through chains, until a page comes again. */
  followRedirects(): void {
    const { redirects } = this.#visitor.world.tables;
    const pending = [...this.#entries];
    const seen = new Set<string>();
    for (let entry = pending.shift(); entry; entry = pending.shift()) {
      const { page, members } = entry;
      const redirect = redirects.find(({ from }) => from === page);
      if (!page || !redirect || seen.has(fullTitle(page.title))) continue;
      seen.add(fullTitle(page.title));
      const to = fullTitle(redirect.title);
      const fragment = redirect.fragment ? { tofragment: redirect.fragment } : {};
      this.#redirects.push({
        ...(members['index'] === undefined ? {} : { index: members['index'] }),
        from: fullTitle(page.title),
        to,
        ...fragment,
      });
      this.#entries = this.#entries.filter(other => other.page !== page);
      this.addTitle(redirect.title, members['index'] === undefined ? {} : { index: members['index'] });
      pending.push(...this.#entries.filter(({ title }) => title && fullTitle(title) === to));
    }
  }

  result(): Omit<PageSet, 'asked'> {
    const members = {
      ...(this.#normalized.length > 0 ? { normalized: this.#normalized } : {}),
      ...(this.#redirects.length > 0 ? { redirects: this.#redirects } : {}),
      ...(this.#interwiki.length > 0 ? { interwiki: this.#interwiki } : {}),
      ...(this.#badRevisions.length > 0 ? { badrevids: Object.fromEntries(this.#badRevisions) } : {}),
    };
    return {
      entries: this.#entries.toSorted(
        (a, b) => Number(a.id > 0) - Number(b.id > 0) || Math.abs(a.id) - Math.abs(b.id),
      ),
      members,
    };
  }

  #add(entry: Omit<Entry, 'id' | 'revisions'>): void {
    const fakes = this.#entries.filter(({ id }) => id < 0).length;
    this.#entries.push({ id: entry.page?.id ?? -1 - fakes, revisions: [], ...entry });
  }
}
