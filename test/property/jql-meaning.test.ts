/**
 * Reports about a query's meaning are true of every issue: random small queries with all issues of a small world. The
 * evaluation here is independent: it reads the words of the query, not the product's trees.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { problemsOf } from '../support/jql-problems.ts';
import { cases } from '../support/depth.ts';

interface Issue {
  readonly status: string;
  readonly resolution: string | undefined;
  readonly labels: ReadonlySet<string>;
  readonly votes: number;
}

const issues: Issue[] = [];
for (const status of ['a', 'b', 'other'])
  for (const resolution of [undefined, 'x', 'y', 'other'])
    for (const labels of [
      [],
      ['l'],
      ['m'],
      ['l', 'm'],
      ['other'],
      ['l', 'other'],
      ['m', 'other'],
      ['l', 'm', 'other'],
    ])
      for (const votes of [0, 1, 1.5, 2, 3])
        issues.push({ status, resolution, labels: new Set(labels), votes });

/** A query as text, and whether an issue meets it or, negated, its opposite. */
interface TestQuery {
  readonly text: string;
  readonly meets: (issue: Issue, negated: boolean) => boolean;
}

type Values = (issue: Issue) => ReadonlySet<string>;
const valuesOf: Readonly<Record<string, Values>> = {
  status: ({ status }) => new Set([status]),
  resolution: ({ resolution }) => new Set(resolution === undefined ? [] : [resolution]),
  labels: ({ labels }) => labels,
};

/** `is` or `is not` one of some values, of which `EMPTY` is one; a negative operator never finds an empty field. */
const choice = (field: string, wanted: readonly string[], negative: boolean, text: string): TestQuery => ({
  text,
  meets(issue, negated) {
    const values = valuesOf[field]!(issue);
    const isWanted = values.size === 0 ? wanted.includes('EMPTY') : wanted.some(each => values.has(each));
    const isPositive = negative === negated; // Two negations cancel out.
    return isPositive ? isWanted : values.size > 0 && !isWanted;
  },
});

const choiceOf = (field: string, names: readonly string[]): fc.Arbitrary<TestQuery> => {
  const value = fc.constantFrom(...names);
  return fc.oneof(
    fc
      .tuple(value, fc.boolean())
      .map(([one, no]) => choice(field, [one], no, `${field} ${no ? '!=' : '='} ${one}`)),
    fc
      .tuple(fc.uniqueArray(fc.constantFrom(...names, 'EMPTY'), { minLength: 1, maxLength: 3 }), fc.boolean())
      .map(([some, no]) => choice(field, some, no, `${field} ${no ? 'not in' : 'in'} (${some.join(', ')})`)),
    fc.boolean().map(no => choice(field, ['EMPTY'], no, `${field} ${no ? 'is not' : 'is'} EMPTY`)),
  );
};

const compared: Readonly<Record<string, (votes: number, bound: number) => boolean>> = {
  '<': (votes, bound) => votes < bound,
  '<=': (votes, bound) => votes <= bound,
  '>': (votes, bound) => votes > bound,
  '>=': (votes, bound) => votes >= bound,
  '=': (votes, bound) => votes === bound,
  '!=': (votes, bound) => votes !== bound,
};
const comparison = fc
  .tuple(fc.constantFrom(...Object.keys(compared)), fc.constantFrom(1, 2))
  .map(([operator, bound]): TestQuery => ({
    text: `votes ${operator} ${bound}`,
    meets: ({ votes }, negated) => compared[operator]!(votes, bound) !== negated,
  }));

const term = fc.oneof(
  choiceOf('status', ['a', 'b']),
  choiceOf('resolution', ['x', 'y']),
  choiceOf('labels', ['l', 'm']),
  comparison,
);

const { query } = fc.letrec<{ query: TestQuery; joined: TestQuery; negation: TestQuery }>(tie => ({
  query: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    term,
    tie('joined'),
    tie('joined'),
    tie('negation'),
  ),
  joined: fc
    .tuple(fc.boolean(), fc.array(tie('query'), { minLength: 2, maxLength: 3 }))
    .map(([isAnd, parts]): TestQuery => ({
      text: `(${parts.map(({ text }) => text).join(isAnd ? ' AND ' : ' OR ')})`,
      meets: (issue, negated) =>
        isAnd === negated
          ? parts.some(part => part.meets(issue, negated))
          : parts.every(part => part.meets(issue, negated)),
    })),
  negation: tie('query').map((inner): TestQuery => ({
    text: `NOT (${inner.text})`,
    meets: (issue, negated) => inner.meets(issue, !negated),
  })),
}));

const runs = cases(5_000, 100_000);

test(`${runs} queries: no query that matches an issue is reported as never true, none that excludes one as always true`, t => {
  let never = 0;
  let foundNever = 0;
  let always = 0;
  let foundAlways = 0;
  fc.assert(
    fc.property(query, ({ text, meets }) => {
      const matchCount = issues.filter(issue => meets(issue, false)).length;
      const problems = problemsOf(text);
      const whole = problems.filter(({ span }) => span.start <= 1 && span.end >= text.length - 1);
      if (matchCount === 0) never++;
      if (matchCount === issues.length) always++;
      if (matchCount === 0 && problems.some(({ code }) => code === 'never-true')) foundNever++;
      if (matchCount === issues.length && problems.some(({ code }) => code === 'always-true')) foundAlways++;
      for (const { code } of whole) {
        assert(code !== 'always-true' || matchCount === issues.length, text);
        assert(code !== 'never-true' || matchCount === 0, text);
      }
    }),
    { numRuns: runs, seed: 1 },
  );
  t.diagnostic(
    `${runs} queries: ${foundNever} of ${never} that find nothing, ${foundAlways} of ${always} that find everything`,
  );
  assert(foundNever > never / 2);
});

test(`${runs} joined queries: a condition without effect can be left out`, t => {
  let reported = 0;
  fc.assert(
    fc.property(fc.boolean(), fc.array(term, { minLength: 2, maxLength: 4 }), (isAnd, parts) => {
      const operator = isAnd ? ' AND ' : ' OR ';
      const text = parts.map(part => part.text).join(operator);
      const starts = parts.map((_, index) =>
        parts.slice(0, index).reduce((sum, part) => sum + part.text.length + operator.length, 0),
      );
      const problems = problemsOf(text);
      const issuesMatching = (kept: readonly TestQuery[]): Issue[] =>
        issues.filter(issue =>
          isAnd ? kept.every(part => part.meets(issue, false)) : kept.some(part => part.meets(issue, false)),
        );
      for (const { code } of problems) {
        if (code === 'never-true') assert.equal(issuesMatching(parts).length, 0, text);
        if (code === 'always-true') assert.equal(issuesMatching(parts).length, issues.length, text);
      }
      const redundant = new Set(
        problems.flatMap(({ code, span }) => (code === 'redundant' ? [span.start] : [])),
      );
      const left = parts.filter((_, index) => !redundant.has(starts[index]!));
      reported += redundant.size;
      assert.deepEqual(issuesMatching(left), issuesMatching(parts), text);
    }),
    { numRuns: runs, seed: 2 },
  );
  t.diagnostic(`${reported} conditions without effect`);
  assert(reported > runs / 20);
});
