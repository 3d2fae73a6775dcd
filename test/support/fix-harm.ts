/** The harm of a preferred fix to a text, judged without the product's own rule, and how many texts of each kind were tried. */
import assert from 'node:assert/strict';
import { type FixKind, fixKindOf } from '../../server/src/query-file/checking/fix-preference.ts';
import { type Problem, problemKey } from '#shared/base/text/problem.ts';
import type { CorpusName } from './corpus.ts';

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}_]+/u)
    .filter(word => word !== '');

/** The words that are gone, each as often as it is. */
function lostWords(text: string, now: string): string[] {
  const counts = new Map<string, number>();
  for (const word of wordsOf(now)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return wordsOf(text).filter(word => {
    const left = counts.get(word) ?? 0;
    counts.set(word, left - 1);
    return left <= 0;
  });
}

/** Signs and words that turn a meaning round; in a wiki query it is only `!`, as `notformat` is a name. */
const negations = /!|<>|><|\bnot\b|n['’]t\b|\bne\b|\bnotin\b/i;
const isNegative = (name: CorpusName, text: string): boolean =>
  name === 'wiki' ? text.includes('!') : text.search(negations) >= 0;

/** Returns the harm of a preferred fix, by its kind; undefined = none. */
function harm(name: CorpusName, kind: FixKind, text: string, now: string): string | undefined {
  const lost = lostWords(text, now);
  switch (kind) {
    case 'signs':
    case 'add':
    case 'repetition':
      return lost.every(word => wordsOf(now).includes(word)) ? undefined : `lost ${lost.join(' ')}`;
    case 'move':
      return lost.every(word => word === 'and' || word === 'where') ? undefined : `lost ${lost.join(' ')}`;
    case 'address':
      return /https?:|jql=|%/i.test(text) ? undefined : 'not an address';
    case 'rename':
      if (lost.length > 5) return `lost ${lost.join(' ')}`;
      return isNegative(name, text) === isNegative(name, now) ? undefined : 'turned round';
  }
}

/** Fails if a preferred fix is of no kind, or does harm. */
export function checkFix(
  where: string,
  name: CorpusName,
  problem: Problem,
  text: string,
  now: string,
): FixKind {
  const kind = fixKindOf(problemKey(problem));
  assert.ok(kind, `${problemKey(problem)} has no kind`);
  const harmed = harm(name, kind, text, now);
  assert.equal(harmed, undefined, `${where} ${problemKey(problem)}: ${text} → ${now}: ${harmed ?? ''}`);
  return kind;
}

/** How many texts had a preferred fix of each kind, by language or host. */
export class KindCounts {
  readonly #counts = new Map<string, Map<FixKind, number>>();

  /** Counts a text once for each kind of its preferred fixes. */
  add(where: string, seenKinds: ReadonlySet<FixKind>): void {
    const here = this.#counts.get(where) ?? new Map<FixKind, number>();
    this.#counts.set(where, here);
    for (const kind of seenKinds) here.set(kind, (here.get(kind) ?? 0) + 1);
  }

  of(where: string, kind: FixKind): number {
    return this.#counts.get(where)?.get(kind) ?? 0;
  }

  toString(): string {
    const lines = Array.from(this.#counts, ([where, here]) => {
      const counted = Array.from(here, ([kind, count]) => `${kind} ${count}`);
      return `${where}, texts by kind of fix: ${counted.join(', ')}`;
    });
    return lines.join('\n');
  }
}
