/** Rows of pages get the cells of the source row, also if the wiki renamed the title. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Row } from '#shared/protocol/json.ts';
import { RowMatcher } from '../../../server/src/network/row-matcher.ts';

const table = (id: string) => ({ id, title: id, columns: [] });
const part = (id: string, rows: readonly Row[], offset = 0) => ({ table: table(id), offset, rows });
const matcherOf = (...values: string[]): RowMatcher =>
  new RowMatcher({
    columns: [],
    match: { keys: ['title'], rows: Object.fromEntries(values.map(value => [value, { of: value }])) },
  });
const pages = (...titles: string[]) =>
  part(
    'pages',
    titles.map(title => ({ title })),
  );
const renames = (...pairs: (readonly [from: string, to: string])[]) =>
  part(
    'normalized',
    pairs.map(([from, to]) => ({ from, to })),
  );
const resentCells = (matcher: RowMatcher, ...pairs: (readonly [from: string, to: string])[]): unknown[] =>
  [...matcher.reassignRenamed(renames(...pairs))].flatMap(({ offset, rows }) =>
    rows.map(({ of }) => [offset, of]),
  );

describe('the rows of pages', () => {
  it('get the cells of their values', () => {
    assert.deepEqual(matcherOf('A', 'B').addCells(pages('A', 'C')).rows, [
      { of: 'A', title: 'A' },
      { title: 'C' },
    ]);
  });

  it('get those of a value that was renamed several times, in a circle too', () => {
    const matcher = matcherOf('a', 'B');
    matcher.addCells(pages('A', 'B', 'C'));
    assert.deepEqual(resentCells(matcher, ['a', 'A'], ['A', 'C'], ['C', 'A']), [
      [0, 'a'],
      [2, 'a'],
    ]);
    assert.deepEqual(resentCells(matcher, ['a', 'A']), []);
  });

  it('have all values of a page that several were renamed to, and its own', () => {
    const matcher = matcherOf('a', 'B', 'c');
    matcher.addCells(pages('B'));
    assert.deepEqual(resentCells(matcher, ['a', 'B']), [[0, ['a', 'B']]]);
    assert.deepEqual(resentCells(matcher, ['c', 'B']), [[0, ['a', 'B', 'c']]]);
  });

  it('come again only where a rename is about them: a long chain of renames is followed up to a limit', () => {
    const count = 3000;
    const maxRenames = 99;
    const titles = Array.from({ length: count }, (_, index) => `t${index}`);
    const matcher = matcherOf('t0');
    matcher.addCells(pages(...titles));
    let sent = 0;
    for (let begin = 1; begin < count; begin += 500) {
      const pairs = titles
        .slice(begin, begin + 500)
        .map((title, at) => [titles[begin + at - 1]!, title] as const);
      sent += resentCells(matcher, ...pairs).length;
    }
    assert.equal(sent, maxRenames);
  });
});
