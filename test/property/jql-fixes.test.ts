/** Properties of the fixes of every mistake: none makes a query worse. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseJqlText } from '../../server/src/jql/syntax/parse-jql.ts';
import { isReservedWord, TokenKind } from '../../server/src/jql/syntax/token-kinds.ts';
import { tokensOf } from '../../server/src/jql/syntax/tokenize.ts';
import { readCorpus } from '../support/corpus.ts';
import { cases } from '../support/depth.ts';
import { edited, fixAll, fixes, problemsOf } from '../support/jql-problems.ts';
import { mistakes } from '../support/jql-mistakes.ts';
import { rightQueries } from '../unit/jql/right-queries.ts';

const marks = Array.from('(),"\'[]{};&|!=~\\/ \u00a0\n');
const mutated = fc
  .tuple(
    fc.constantFrom(...rightQueries),
    fc.nat(200),
    fc.nat(4),
    fc.constantFrom(...marks, 'and ', ' or', ' in ', 'not', '//', 'order', 'x y'),
  )
  .map(([query, at, length, put]) => {
    const from = at % (query.length + 1);
    return query.slice(0, from) + put + query.slice(from + length);
  });
const texts = fc.oneof(mistakes, mutated);
const runs = { numRuns: cases(400, 2000) };

/** The keywords in collected queries without syntax errors. */
const keywordPlaces = readCorpus('jql')
  .map(({ query }) => query)
  .filter(query => parseJqlText(query).errors.length === 0)
  .flatMap(query =>
    tokensOf(query)
      .filter(({ kind, start, end }) => kind >= TokenKind.In && /^[a-z]{2,}$/i.test(query.slice(start, end)))
      .map(({ start, end }) => ({ query, start, end })),
  );

/** A fix can begin another query. */
const queriesIn = (text: string): readonly string[] => text.split(/^(?=###)/m);

const errorsIn = (text: string): number =>
  queriesIn(text)
    .flatMap(query => problemsOf(query.replace(/^###.*/, '')))
    .filter(({ severity }) => severity === 'error').length;

const fixEach = (text: string): string =>
  queriesIn(text)
    .map(query => {
      const [separator = ''] = /^###.*/.exec(query) ?? [];
      return separator + fixAll(query.slice(separator.length));
    })
    .join('');

describe('a fix of a mistake', () => {
  it('never makes more errors, and the preferred one of an error makes fewer', () => {
    fc.assert(
      fc.property(texts, text => {
        const before = errorsIn(text);
        for (const problem of problemsOf(text))
          for (const { edits, preferred, title } of fixes(text, problem)) {
            // The nearest name is always offered, and the user decides where more has to change with it.
            if (title === 'fix.rename' && !preferred) continue;
            const after = errorsIn(edited(text, edits));
            assert.ok(after <= before, `${problem.code}: ${edited(text, edits)}`);
            if (preferred && problem.severity === 'error') assert.ok(after < before, edited(text, edits));
          }
      }),
      runs,
    );
  });

  it('comes to an end with all others at once, and never makes more errors with them', () => {
    fc.assert(
      fc.property(texts, text => {
        let [before, after] = [text, fixEach(text)];
        for (let round = 0; after !== before; round++) {
          assert.ok(round < 10, `no end: ${after}`);
          assert.ok(errorsIn(after) <= errorsIn(before), after);
          [before, after] = [after, fixEach(after)];
        }
      }),
      runs,
    );
  });

  it('makes of a misspelled keyword what it was, or leaves an error', () => {
    const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
    const misspelled = fc
      .tuple(fc.constantFrom(...keywordPlaces), fc.nat(3), fc.nat(9), fc.constantFrom(...letters))
      .map(([{ query, start, end }, way, at, letter]) => {
        const keyword = query.slice(start, end);
        const from = at % (keyword.length - 1);
        const [before, here, next, after] = [
          keyword.slice(0, from),
          keyword.charAt(from),
          keyword.charAt(from + 1),
          keyword.slice(from + 2),
        ];
        const middles = [next + here, next, here + here + next, letter + next];
        const word = before + middles[way]! + after;
        return { query, word, text: query.slice(0, start) + word + query.slice(end) };
      })
      // `dsc` rather means DESC, whatever it was.
      .filter(({ word }) => !isReservedWord(word) && word.toLowerCase() !== 'dsc')
      .filter(({ text }) => parseJqlText(text).errors.length > 0);
    fc.assert(
      fc.property(misspelled, ({ query, text }) => {
        const now = fixAll(text);
        const isRight = now.toLowerCase() === fixAll(query).toLowerCase();
        assert.ok(isRight || parseJqlText(now).errors.length > 0, `${text} → ${now}`);
      }),
      { numRuns: cases(2000, 20_000) },
    );
  });
});
