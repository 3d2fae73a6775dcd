/** Where a query leaves out what is empty, and what finds that too. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { edited, fixes, found, problemsOf } from '../../support/jql-problems.ts';

const told: readonly (readonly [query: string, ...at: string[]])[] = [
  ['labels != a', '!='],
  ['labels != a AND labels != b', '!=', '!='],
  ['labels != a OR labels = b', '!='],
  ['labels = a AND labels != b'],
  ['fixVersion in (2.0) AND fixVersion != 1.0'],
  ['assignee != bob AND assignee = alice'],
  ['sprint in closedSprints() AND sprint not in openSprints()'],
  ['assignee = alice AND status = Open AND (labels = x OR assignee != bob)'],
  ['(assignee = alice OR assignee = carol) AND assignee != bob'],
  ['(assignee = alice OR status = Open) AND assignee != bob', '!='],
  ['(assignee = alice AND status = Open) OR assignee != bob', '!='],
  ['assignee = EMPTY OR assignee != bob'],
  ['reporter = alice AND assignee != bob', '!='],
  ['cf[1] = a AND cf[2] != b', '!='],
  ['cf[1] = a AND cf[1] != b'],
  ['NOT assignee in (bob)', 'by-not in'],
  ['! assignee = bob', 'by-not ='],
  ['NOT (labels = x)', 'by-not ='],
  ['NOT (labels = x OR status = Open)', 'by-not ='],
  ['NOT (NOT labels = x)'],
  ['NOT (NOT labels != x)', '!='],
  ['NOT labels != x'],
  ['NOT labels IS EMPTY'],
  ['NOT labels = x AND labels IS NOT EMPTY'],
  ['NOT labels = x AND labels = y'],
  ['NOT (labels != y OR labels = x)'],
  ['NOT (labels != y AND labels = x)', 'by-not ='],
  ['NOT status = Open'],
  ['NOT summary ~ x'],
  ['NOT status was Done'],
];

const mended: readonly (readonly [query: string, after: string])[] = [
  ['NOT assignee in (bob)', 'NOT assignee in (bob) OR assignee IS EMPTY'],
  ['NOT (labels = x) ORDER BY key', 'NOT (labels = x) OR labels IS EMPTY ORDER BY key'],
  ['status = Open AND !labels = x', 'status = Open AND (!labels = x OR labels IS EMPTY)'],
  ['status = Open OR NOT labels = x', 'status = Open OR NOT labels = x OR labels IS EMPTY'],
  ['(NOT ((labels = x)))', '(NOT ((labels = x)) OR labels IS EMPTY)'],
  ['@a = x\nNOT labels = {{a}}', '@a = x\nNOT labels = {{a}} OR labels IS EMPTY'],
];

describe('what is empty is left out', () => {
  for (const [query, ...at] of told)
    it(query, () =>
      assert.deepEqual(
        found(query).filter(each => each.includes('empty-left-out')),
        at.map(
          each => `hint:empty-left-out${each.startsWith('by-not ') ? '-' : '@'}${each.replace(' ', '@')}`,
        ),
      ),
    );
  for (const [query, after] of mended)
    it(`${query} becomes ${after}`, () => {
      const [problem] = problemsOf(query);
      const [fix] = fixes(query, problem!);
      const text = edited(query, fix!.edits);
      assert.equal(text, after);
      assert.deepEqual(problemsOf(text), []);
    });
  it('and a NOT of several terms is left to whoever wrote it', () => {
    const query = 'NOT (labels = x OR status = Open)';
    assert.deepEqual(
      problemsOf(query).flatMap(problem => fixes(query, problem)),
      [],
    );
  });
});
