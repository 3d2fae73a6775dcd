/** Fixes that are made without asking, on a real wiki: an answer keeps every member that a program reads of it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { brokenPairs } from '../../support/broken-queries.ts';
import { someOf, cases } from '../../support/depth.ts';
import { type FixedAnswer, fixedAnswers, isWorse, restoredAnswer } from '../../support/fixed-answers.ts';
import { type MediaWiki, startMediaWiki } from '../../support/mediawiki.ts';
import { WikiSession } from '../../support/wiki-session.ts';
import { generatedQuestions } from './agreement/generate.ts';
import { builtInCatalogue } from '../../support/catalogue.ts';
import queries from './sandbox-shapes/queries.json' with { type: 'json' };

describe('a preferred fix of a wiki query', () => {
  let wiki: MediaWiki;
  let session: WikiSession;
  before(async () => {
    wiki = await startMediaWiki();
    session = await WikiSession.asAdministrator(wiki.url);
  });
  after(() => wiki.stop());

  it('gives a query with a mistake the answer of the right one', async t => {
    const words = new Map<string, string>(Object.entries(queries.words.real));
    const filled = queries.anonymous.map(query =>
      query.replaceAll(/\{(\w+)\}/g, (_, name: string) => words.get(name)!).replaceAll('&', '\n'),
    );
    const pairs = fc.sample(brokenPairs('wiki', filled, ['signs', 'rename', 'add', 'repetition']), {
      numRuns: cases(150, 5000),
      seed: 1,
    });
    const answers: FixedAnswer[] = [];
    for (const { right, mistaken } of pairs)
      answers.push(...(await restoredAnswer(session, right, mistaken)));
    t.diagnostic(`${answers.length} pairs of answers`);
    assert.deepEqual(answers.filter(isWorse), []);
    assert.ok(answers.length * 5 > pairs.length);
  });

  it('keeps the answer to a query that the wiki reads as it is', async t => {
    const questions = generatedQuestions(builtInCatalogue).map(({ text }) => text);
    const answers: FixedAnswer[] = [];
    for (const text of someOf(questions, 300)) answers.push(...(await fixedAnswers(session, text)));
    const compared = answers.filter(({ ignored }) => !ignored);
    t.diagnostic(`${compared.length} pairs of answers of ${questions.length} queries`);
    assert.deepEqual(compared.filter(isWorse), []);
  });
});
