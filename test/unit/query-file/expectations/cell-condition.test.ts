import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Cell, cellTest } from '../../../../server/src/query-file/expectations/cell-condition.ts';
import { parseExpectation } from '../../../../server/src/query-file/expectations/expectation-parser.ts';

/** A Sunday at noon, in the time zone of the machine. */
const now = new Date(2026, 10, 22, 12).getTime();
const local = (...parts: [number, number, number, number?]): string => new Date(...parts).toISOString();

const cases: readonly (readonly [
  condition: string,
  yes: readonly Cell[],
  no: readonly Cell[],
  unfit?: readonly Cell[],
])[] = [
  ['= High', ['High', 'HIGH', ['Low', 'High']], ['Higher', undefined, null, '', [], 5]],
  ['!= High', ['Low', ['Low']], ['high', ['High', 'Low'], undefined, null, '', []]],
  ['in (High, 5)', ['high', 5, '5.0'], ['6', undefined]],
  ['not in (High, 5)', ['Low', 6], ['HIGH', 5, undefined, null]],
  ['= 5', [5, '5', '5.0', ['4', '5']], [6, 'five']],
  ['= "5"', [5, '5'], ['5.0']],
  ['> 5', [6, '5.5', 1e9], [5, '-6', undefined, null, ''], ['many', true]],
  ['<= 5', [5, '-6'], [5.1], ['many']],
  ['= true', [true, 'TRUE'], [false, 1, undefined]],
  ['~ alk', ['Talk', 'WALKING', ['x', 'talk'], { name: 'Talk' }], ['tal', undefined]],
  ['!~ alk', ['tal'], ['Talk', undefined, '']],
  ['is empty', [undefined, null, '', [], [null]], [0, false, ' ', ['a']]],
  ['is not empty', [0, false, 'a'], [undefined, null, '', []]],
  ['> M', ['n', 'Z'], ['a', 'M'], [5]],
  [
    '< today',
    ['2026-11-21', local(2026, 10, 21, 23)],
    ['2026-11-22', local(2026, 10, 22, 0), undefined, null],
    ['soon', 5],
  ],
  ['<= today', ['2026-11-22', local(2026, 10, 22, 23)], ['2026-11-23']],
  ['= today', ['2026-11-22', local(2026, 10, 22, 23), 'today'], ['2026-11-21', 'soon']],
  ['!= today', ['2026-11-21', 'soon'], ['2026-11-22', undefined]],
  ['>= yesterday', ['2026-11-21', local(2026, 10, 21)], ['2026-11-20']],
  ['> tomorrow', ['2026-11-24'], ['2026-11-23', local(2026, 10, 23, 23)]],
  ['< now', ['2026-11-22', local(2026, 10, 22, 11)], [local(2026, 10, 22, 13)]],
  ['> now()', [local(2026, 10, 22, 13)], ['2026-11-22']],
  ['> -3d', ['2026-11-20', local(2026, 10, 19, 13)], ['2026-11-19', local(2026, 10, 19, 11)]],
  ['< +2h', [local(2026, 10, 22, 13)], [local(2026, 10, 22, 15)]],
  ['= today -1w', ['2026-11-15'], ['2026-11-16']],
  ['>= today - 1M', ['2026-10-22'], ['2026-10-21']],
  ['< 2026-01-31', ['2026-01-30', local(2026, 0, 30, 23)], ['2026-01-31', local(2026, 0, 31, 0)]],
  ['= 2026-01-31', ['2026-01-31', local(2026, 0, 31, 12)], ['2026-02-01']],
  ['= "2026-01-31"', ['2026-01-31', local(2026, 0, 31, 12)], ['2026-02-01']],
  ['= "2026-01-31 10:00Z"', ['2026-01-31T10:00:00Z', '2026-01-31T11:00:30+01:00'], ['2026-01-31T10:01:00Z']],
  ['< "2026-01-31T10:00:05Z"', ['2026-01-31T10:00:04Z'], ['2026-01-31T10:00:05Z']],
];

suite('a cell', () => {
  for (const [condition, yes, no, unfit = []] of cases)
    test(condition, () => {
      const { expectation, problems } = parseExpectation(`every cell ${condition}`);
      assert.deepEqual(problems, []);
      assert(expectation?.kind === 'every');
      const check = cellTest(expectation.condition, now);
      const results = [yes, no, unfit].map(cells => cells.map(cell => [cell, check(cell)]));
      const wanted = [
        yes.map(cell => [cell, 'yes']),
        no.map(cell => [cell, 'no']),
        unfit.map(cell => [cell, 'unfit']),
      ];
      assert.deepEqual(results, wanted);
    });
  test('of a list with commas has its items', () => {
    const { expectation } = parseExpectation('every labels = urgent');
    assert(expectation?.kind === 'every');
    const check = cellTest(expectation.condition, now, true);
    assert.deepEqual(['old, urgent', 'urgent', 'not urgent', 'old'].map(check), ['yes', 'yes', 'no', 'no']);
  });
});
