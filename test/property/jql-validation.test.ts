/** Properties of the checks and fixes of every text, JQL or not. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { explainJql } from '../../server/src/jql/hover/jql-hover.ts';
import { countProblems, validateJql } from '../../server/src/jql/validation/validate.ts';
import type { Span } from '#shared/base/text/span.ts';
import { cases } from '../support/depth.ts';
import { context, knowledge, viewOf } from '../support/jql.ts';
import { edited, fixes, problemsOf, queryOf } from '../support/jql-problems.ts';
import { rightQueries } from '../unit/jql/right-queries.ts';

const words = fc.constantFrom(
  ...new Set(rightQueries.flatMap(query => query.match(/"[^"]*"|[\w.-]+|[^\s\w]+/g) ?? [])),
  'AND',
  'or',
  'not',
  'like',
  '<>',
  '==',
  '(',
  ')',
  ',',
  '\n',
  '"',
  "'",
  '\\',
  ';',
  '{{a}}',
  '{{b}}',
  '# c\n',
  '\u00a0',
  '\u201c',
  '\u201d',
  '\u20137d',
  'In Progress',
  'a@b',
);
const soup = fc.array(words, { maxLength: 25 }).map(chosen => `@a = In Progress\n${chosen.join(' ')}`);
const mutated = fc
  .tuple(fc.constantFrom(...rightQueries), fc.nat(200), fc.nat(4), words)
  .map(([query, at, length, word]) => {
    const from = at % (query.length + 1);
    return `${query.slice(0, from)} ${word} ${query.slice(from + length)}`;
  });
const noise = fc.oneof(fc.string({ unit: 'binary', maxLength: 100 }), fc.string({ maxLength: 100 }));
const texts = fc.oneof(soup, mutated, noise);
const runs = { numRuns: cases(300, 1500) };

const within = (text: string, { start, end }: Span): boolean =>
  0 <= start && start <= end && end <= text.length;
const uses = (text: string): string => text.match(/\{\{\w+\}\}/g)?.join() ?? '';

describe('on any text', () => {
  it('checks never throw, and find places inside of it', () => {
    fc.assert(
      fc.property(texts, text => {
        for (const { span, related } of problemsOf(text))
          if (!within(text, span) || (related && !within(text, related.span))) return false;
        return true;
      }),
      runs,
    );
  });

  it('as many errors are counted as are found', () => {
    fc.assert(
      fc.property(texts, text => {
        const query = queryOf(text);
        const errors = validateJql(query, text, knowledge, context.now).filter(
          ({ severity }) => severity === 'error',
        );
        assert.equal(countProblems(query, text, knowledge).errors, errors.length);
      }),
      runs,
    );
  });

  it('fixes never throw, stay inside of it, do not overlap, and touch no variable', () => {
    fc.assert(
      fc.property(texts, text => {
        for (const problem of problemsOf(text)) {
          // `$a` becomes `{{a}}`.
          if (problem.message === 'foreign-syntax.variable') continue;
          for (const { edits } of fixes(text, problem)) {
            const sorted = edits.toSorted((a, b) => a.span.start - b.span.start);
            if (!sorted.every(({ span }) => within(text, span))) return false;
            if (sorted.some(({ span }, at) => span.start < (sorted[at - 1]?.span.end ?? 0))) return false;
            if (uses(edited(text, edits)) !== uses(text)) return false;
          }
        }
        return true;
      }),
      runs,
    );
  });

  it('a preferred fix makes its problem go away, where it is the only one', () => {
    fc.assert(
      fc.property(mutated, text => {
        const before = problemsOf(text).filter(({ severity }) => severity !== 'hint');
        const [problem] = before;
        if (problem === undefined || before.length > 1) return true;
        const fix = fixes(text, problem).find(({ preferred }) => preferred);
        if (fix === undefined) return true;
        return !problemsOf(edited(text, fix.edits)).some(
          ({ code, message, arguments: args }) =>
            code === problem.code &&
            message === problem.message &&
            JSON.stringify(args) === JSON.stringify(problem.arguments),
        );
      }),
      { numRuns: cases(1000, 5000) },
    );
  });

  it('hovers never throw, and are about a place around the cursor', () => {
    fc.assert(
      fc.property(texts, fc.nat(300), (text, at) => {
        const offset = Math.min(at, text.length);
        const told = explainJql(viewOf(text), queryOf(text), offset, knowledge, context);
        return told === undefined || (told.span.start <= offset && offset <= told.span.end);
      }),
      runs,
    );
  });
});

it('a thousand terms are checked at once', () => {
  const text = Array.from({ length: 1000 }, (_, at) => `labels != a${at}`).join(' AND ');
  assert.equal(problemsOf(text).length, 500);
});
