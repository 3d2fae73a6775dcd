/** No regular expression of the product takes longer than in proportion to the text, by the library recheck. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { checkPattern, type Judgement } from '../support/check-pattern.ts';
import {
  constructedPatterns,
  dataPatterns,
  sourcePatterns,
  type Pattern,
  type SourcePatterns,
} from '../support/product-patterns.ts';

/** Patterns that the library does not decide, each with the reason why it is linear all the same. */
const undecided: ReadonlyMap<string, string> = new Map([]);

describe('the regular expressions of the product', () => {
  let sources: SourcePatterns;
  let made: readonly Pattern[];
  before(async () => {
    sources = sourcePatterns();
    made = await constructedPatterns();
  });

  it('are found: literals, those made from data, and those of grammars and rules', () => {
    assert.ok(sources.literals.length > 300, `${sources.literals.length} literals`);
    assert.ok(made.length > 80, `${made.length} made`);
    assert.ok(dataPatterns().length > 50, `${dataPatterns().length} in data`);
  });

  it('are all made while the server loads, so that they can be checked', () => {
    const seen = new Set(made.map(({ place }) => place));
    assert.deepEqual(
      sources.constructors.filter(place => !seen.has(place)),
      [],
    );
  });

  it('are linear', async t => {
    const all = [...sources.literals, ...made, ...dataPatterns()];
    const patterns = [...new Map(all.map(each => [`${each.source} ${each.flags}`, each])).values()];
    const judged: [Pattern, Judgement][] = [];
    for (const pattern of patterns) judged.push([pattern, await checkPattern(pattern)]);
    const of = (verdict: Judgement['verdict']): [Pattern, Judgement][] =>
      judged.filter(([, judgement]) => judgement.verdict === verdict);
    const fuzzed = judged.filter(([, { byFuzzing }]) => byFuzzing).length;
    t.diagnostic(
      `${judged.length} regular expressions (${fuzzed} judged by fuzzing): ${of('exponential').length} exponential, ` +
        `${of('polynomial').length} polynomial, ${of('undecided').length} undecided`,
    );
    const slow = [...of('exponential'), ...of('polynomial')];
    assert.deepEqual(
      slow.map(([{ place, source }, { verdict, attack }]) => `${place} ${verdict} /${source}/ ${attack}`),
      [],
    );
    assert.deepEqual(
      of('undecided')
        .map(([{ source }]) => source)
        .toSorted(),
      [...undecided.keys()].toSorted(),
    );
  });
});

/** Samples with the verdict that the check must give. */
const samples: readonly (readonly [source: string, verdict: Judgement['verdict']])[] = [
  ['^(a+)+$', 'exponential'],
  [String.raw`\s+$`, 'polynomial'],
  ['^a+$', 'linear'],
];
for (const [source, verdict] of samples)
  it(`/${source}/ is ${verdict}`, async () => {
    assert.equal((await checkPattern({ source, flags: '', place: '' })).verdict, verdict);
  });
