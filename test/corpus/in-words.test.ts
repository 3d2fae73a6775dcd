/** The product's messages about the collected queries; `npm run corpus:words` updates them. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { corpusNames, readCorpus } from '../support/corpus.ts';
import { chosenWords, inWords, readWords } from '../support/corpus-words.ts';

it('is what was read and found right', t => {
  const read = readWords();
  t.diagnostic(`${read.length} queries in words`);
  assert(read.length >= 150);
  assert.deepEqual(chosenWords(), read);
});

for (const name of corpusNames)
  it(`says something about every ${name} query, and leaves no placeholder`, () => {
    for (const { query } of readCorpus(name)) {
      const words = inWords(name, query);
      assert(words.length > 0 && words.every(line => line !== '' && !/\{\w+\}/.test(line)), query);
    }
  });
