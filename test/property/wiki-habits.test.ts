/**
 * Fixes that are made without asking, where right queries are written with the habits of other languages and tools: they
 * restore the query, or leave a problem for the user. None makes another query of it that looks right.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { preferredFixes } from '../../server/src/query-file/checking/fix-preference.ts';
import { contextOf, problemsOf, readCorpus, serviceOf, viewOf } from '../support/corpus.ts';
import { cases } from '../support/depth.ts';
import { edited } from '../support/jql-problems.ts';
import { habits, pairsOf } from '../support/wiki-habits.ts';

const context = contextOf();
const right = readCorpus('wiki').flatMap(({ query, judgement }) => (judgement === 'fine' ? query : []));

/** The text after all fixes that are made without asking, and whether a problem is left. */
function fixed(query: string): { readonly text: string; readonly isOpen: boolean } {
  let text = query;
  for (let round = 0; round < 8; round++) {
    const problems = problemsOf('wiki', text, context);
    const fixes = preferredFixes(serviceOf('wiki'), viewOf('wiki', text), problems, context);
    const next = edited(
      text,
      fixes.flatMap(({ edits }) => edits),
    );
    if (next === text) break;
    text = next;
  }
  const isOpen = problemsOf('wiki', text, context).some(
    ({ severity }) => severity === 'error' || severity === 'warning',
  );
  return { text, isOpen };
}

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The names of a query, in any case as modules that are not known can have capitals, each with the words of its value: signs between them can be those of a title. */
const meaningOf = (query: string): ReadonlySet<string> =>
  new Set(Array.from(pairsOf(query), ([name, value]) => [name.toLowerCase(), ...wordsOf(value)].join(' ')));

/** Habits that say less than the query did, so that it cannot be restored: no word is lost. */
const loses: ReadonlySet<string> = new Set([
  'no module',
  'names without a prefix',
  'a generator’s names without g',
  'a list’s names with g',
]);

describe('fixes without asking keep what is meant where a query has', () => {
  for (const { name, write } of habits)
    it(name, () =>
      fc.assert(
        fc.property(fc.constantFrom(...right), query => {
          const mistaken = write(query);
          if (mistaken === query) return;
          const { text, isOpen } = fixed(mistaken);
          if (text === mistaken || isOpen) return;
          if (loses.has(name)) {
            const words = new Set(wordsOf(text));
            assert.deepEqual(
              wordsOf(query).filter(word => !words.has(word) && wordsOf(mistaken).includes(word)),
              [],
            );
          } else assert.deepEqual(meaningOf(text), meaningOf(query), `${mistaken} ⇒ ${text}`);
        }),
        { numRuns: cases(60, 2000), seed: 1 },
      ),
    );
});

/** Habits that change another query when they meet a text that a habit has changed: what is encoded twice, another `list`. */
const meets: ReadonlySet<string> = new Set([...loses, 'percent-encoded twice', 'a list as a prop']);

const alike = (one: string, other: string): boolean => isDeepStrictEqual(meaningOf(one), meaningOf(other));

describe('fixes without asking keep what is meant where a query has two habits', () => {
  it('of which one may stay', () => {
    const pair = fc.uniqueArray(fc.constantFrom(...habits.filter(({ name }) => !meets.has(name))), {
      minLength: 2,
      maxLength: 2,
    });
    fc.assert(
      fc.property(pair, fc.constantFrom(...right), ([one, other], query) => {
        const [once, alone] = [one!.write(query), other!.write(query)];
        const mistaken = other!.write(once);
        const { text, isOpen } = fixed(mistaken);
        if (text === mistaken || isOpen) return;
        const kept = [query, once, alone].flatMap(each => [each, fixed(each).text]);
        assert.ok(
          kept.some(each => alike(text, each)),
          `${one!.name}, ${other!.name}: ${mistaken} ⇒ ${text}`,
        );
      }),
      { numRuns: cases(200, 20_000), seed: 1 },
    );
  });
});
