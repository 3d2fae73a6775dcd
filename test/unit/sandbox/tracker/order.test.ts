import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Issue } from '../../../sandbox/tracker/world/types.ts';
import { keysOf, world } from './search-fixture.ts';

const issuesOf = (jql: string): Issue[] => keysOf(jql).flatMap(key => world.issue(key) ?? []);
const priorities = ['Highest', 'High', 'Medium', 'Low', 'Lowest'];
const weight = ({ priority }: Issue): number => priorities.indexOf(priority.name);

// prettier-ignore
const cases: readonly [orderBy: string, rank: (issue: Issue) => number | string | undefined, descending: boolean][] = [
  ['key', ({ number }) => number, false],
  ['key desc', ({ number }) => number, true],
  ['created', ({ created }) => created, true],
  ['created asc', ({ created }) => created, false],
  ['summary', ({ summary }) => summary.toLowerCase(), false],
  ['priority', weight, false],
  ['priority asc', weight, true],
  ['votes DESC', ({ voters }) => voters.length, true],
  ['assignee', ({ assignee }) => assignee?.displayName.toLowerCase(), false],
  ['cf[10104]', ({ points }) => points, false],
];

describe('a query sorts by', () => {
  for (const [orderBy, rank, descending] of cases)
    it(orderBy, () => {
      const ranks = issuesOf(`project = LAMP order by ${orderBy}`).map(rank);
      assert.equal(ranks.length, 84);
      const known = ranks.filter(one => one !== undefined);
      for (const [index, one] of known.entries()) {
        const before = known[index - 1] ?? one;
        assert(descending ? one <= before : one >= before, `${before} before ${one}`);
      }
      assert.deepEqual(ranks.slice(0, known.length), known, 'nothing comes last');
    });

  it('several fields, one after the other', () => {
    const issues = issuesOf('project = LAMP order by priority, key desc');
    for (const [index, issue] of issues.entries()) {
      const before = issues[index - 1];
      if (before && weight(before) === weight(issue)) assert(before.number > issue.number);
    }
  });

  it('the newest first unless told otherwise', () => {
    const created = issuesOf('').map(issue => issue.created);
    assert.deepEqual(
      created,
      created.toSorted((a, b) => b - a),
    );
  });
});
