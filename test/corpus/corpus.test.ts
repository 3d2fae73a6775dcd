/** The product beside the collected queries: it must say of each what it was judged to deserve, and nothing else. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { corpusNames, ownerOf, readCorpus, realProblemsOf } from '../support/corpus.ts';
import { checkCorpus, type Difference, readKnown } from '../support/corpus-check.ts';

const known = readKnown();

const written = ({ query, alarms, missed }: Difference): string =>
  JSON.stringify({ query, alarms: alarms.toSorted(), missed: missed.toSorted() });

const results = new Map(corpusNames.map(name => [name, checkCorpus(name)]));

describe('the collection', () => {
  for (const name of corpusNames) {
    const entries = readCorpus(name);

    it(`has at least 300 ${name} queries, each once, of at least 50 owners`, t => {
      const seen = new Set(entries.map(({ query }) => query.toLowerCase().replaceAll(/\s+/g, ' ')));
      const owners = new Set(entries.map(({ from }) => ownerOf(from)));
      t.diagnostic(`${entries.length} ${name} queries of ${owners.size} owners`);
      assert.equal(seen.size, entries.length);
      assert(entries.length >= 300);
      assert(owners.size >= 50);
    });

    it(`says what of each ${name} query is wrong in the words of the query`, () => {
      const elsewhere = entries.flatMap(entry =>
        realProblemsOf(entry).filter(({ at }) => !entry.query.includes(at)),
      );
      assert.deepEqual(elsewhere, []);
    });
  }
});

describe('what the product says about the collection', () => {
  for (const name of corpusNames) {
    it(`${name}: is what was judged by hand, but for what known.json lists`, () => {
      const here = results.get(name)!.differences.map(written);
      const expected = known[name].map(written);
      assert.deepEqual(
        here.filter(each => !expected.includes(each)),
        [],
        'new false alarms or missed problems',
      );
      assert.deepEqual(
        expected.filter(each => !here.includes(each)),
        [],
        'no longer wrong: take it out of known.json with npm run corpus:known',
      );
    });
  }

  it('is never a false alarm', t => {
    const [wiki, jql] = corpusNames.map(name => results.get(name)!);
    assert(wiki && jql);
    t.diagnostic(
      `${wiki.queries} wiki requests, ${jql.queries} JQL queries, ${wiki.alarms + jql.alarms} false alarms, ` +
        `${wiki.found + jql.found} real problems found of ${wiki.real + jql.real}`,
    );
    assert.equal(wiki.alarms + jql.alarms, 0);
  });
});
