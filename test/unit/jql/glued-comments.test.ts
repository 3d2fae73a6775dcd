/** A comment that begins inside of what looks like a word. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { edited, fixes, found, problemsOf } from '../../support/jql-problems.ts';

const cases: readonly (readonly [query: string, ...told: string[]])[] = [
  ['labels = C#\nand status = Open', 'glued-comment@C#'],
  ['summary ~ http://x.org/y', 'glued-comment@http://x.org/y'],
  ['project = A#B', 'glued-comment@A#B'],
  ['votes = 12#34', 'glued-comment@12#34'],
  ['labels in (C#, D)', '!unclosed-parenthesis@(', 'glued-comment@C#'],
  ['@a = C#\nlabels = {{a}}', 'glued-comment@{{a}}'],
  ['labels = C # why'],
  ['labels = C\n# why#so // http://x.org'],
  ['labels = C // why'],
  ['labels = "C#" # why'],
  ['labels = "C"# why'],
  ['labels in (C)# why'],
  ["summary ~ 'http://x.org'"],
];

const mended: readonly (readonly [query: string, ...after: string[]])[] = [
  ['labels = C#\nand status = Open', 'labels = "C#"\nand status = Open', 'labels = C #\nand status = Open'],
  ['summary ~ http://x.org/y', 'summary ~ "http://x.org/y"', 'summary ~ http: //x.org/y'],
  ['project = A#B order by key', 'project = "A#B" order by key', 'project = A #B order by key'],
  ['labels in (C#, D)', 'labels in ("C#", D)', 'labels in (C #, D)'],
  ['@a = C#\nlabels = {{a}}'],
];

describe('a comment that begins directly after a word', () => {
  for (const [query, ...told] of cases) it(query, () => assert.deepEqual(found(query), told));
  for (const [query, ...after] of mended)
    it(`${query} becomes ${after[0] ?? 'nothing else'}`, () => {
      const problem = problemsOf(query).find(({ code }) => code === 'glued-comment');
      assert.ok(problem);
      assert.deepEqual(
        fixes(query, problem).map(({ edits }) => edited(query, edits)),
        after,
      );
    });
});
