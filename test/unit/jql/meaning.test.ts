/** Conditions that are always or never true, whatever the issues. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { found } from '../../support/jql-problems.ts';
import { knowledge } from '../../support/jql.ts';

const codes = new Set(['never-true', 'empty-range', 'always-true', 'redundant']);
const meaningOf = (query: string): string[] =>
  found(query).filter(each => codes.has(each.replace(/^\w+:/, '').split('@')[0]!));

for (const [query, ...expected] of [
  // Never true.
  ['status = Open AND status = Done', 'never-true@status = Done'],
  [
    'status = Open AND project = A AND (labels = x AND status != open)',
    'never-true@(labels = x AND status != open)',
  ],
  ['status in (Open, Done) AND status not in (Done, Open)', 'never-true@status not in (Done, Open)'],
  ['status = Open AND NOT status = Open', 'never-true@NOT status = Open'],
  ['resolution = Unresolved AND resolution = Fixed', 'never-true@resolution = Fixed'],
  ['resolution is EMPTY AND resolution != Fixed', 'never-true@resolution != Fixed'],
  ['assignee = currentUser() AND assignee is EMPTY', 'never-true@assignee is EMPTY'],
  ['labels = a AND labels != a', 'never-true@labels != a'],
  ['labels is EMPTY AND labels in (a, b)', 'never-true@labels in (a, b)'],
  ['votes > 5 AND votes < 3', 'never-true@votes < 3'],
  ['votes > 5 AND votes = 5', 'never-true@votes = 5'],
  ['created > -1d AND created < -3d', 'empty-range@created < -3d'],
  ['project = A OR (status = Open AND status = Done)', 'never-true@status = Done'],
  ['priority != High AND priority in (High) AND key = A-1', 'never-true@priority in (High)'],
  [
    'status in (A, B) AND status in (B, C) AND status in (A, C)',
    'never-true@status in (A, B) AND status in (B, C) AND status in (A, C)',
  ],
  ['status in (A, B, C, D, E, F, G, H, I, J) AND status = K', 'never-true@status = K'],
  [
    'status = A AND (status in (B, C, D, E) OR status in (F, G, H, I))',
    'never-true@(status in (B, C, D, E) OR status in (F, G, H, I))',
  ],
  // Of which nobody can be certain.
  ['labels = a AND labels = b'],
  ['assignee = ann AND assignee = "Ann Lee"'],
  ['project = ABC AND project = "Alphabet"'],
  ['key = A-1 AND key = B-2'],
  ['status = Open AND status = 1'],
  ['fixVersion = 1.0 AND fixVersion = 2.0'],
  ['"Severity" = a AND "Severity" is EMPTY'],
  ['status was Open AND status was Done'],
  ['status was Open AND status = Done'],
  ['created >= startOfDay() AND created < 2024-03-15'],
  ['labels != a AND labels != b'],
  ['votes > 3 AND votes < 4'],
  ['issueFunction in a("x") AND issueFunction not in a("x")'],
  // Always true.
  ['status = Open OR status != Open', 'information:always-true@status = Open OR status != Open'],
  ['votes > 3 OR votes <= 5', 'information:always-true@votes > 3 OR votes <= 5'],
  [
    'resolution is EMPTY OR resolution is not EMPTY',
    'information:always-true@resolution is EMPTY OR resolution is not EMPTY',
  ],
  ['resolution = Fixed OR resolution != Fixed'],
  // Without effect.
  ['status = Open AND status in (Open, Done)', 'hint:redundant@status in (Open, Done)'],
  ['status = Open OR status in (Open, Done)', 'hint:redundant@status = Open'],
  ['project = A AND labels = x AND labels = x', 'hint:redundant@labels = x'],
  ['created > -7d AND created > -14d', 'hint:redundant@created > -14d'],
  ['resolution is not EMPTY AND resolution = Fixed'],
  ['status was Open AND status was Open', 'hint:redundant@status was Open'],
] as const)
  test(`${query}: ${expected.join(', ') || 'nothing'}`, () => assert.deepEqual(meaningOf(query), expected));

test('a query without a condition is refused by Cloud alone', () => {
  const cloud = { ...knowledge, platform: 'cloud' } as const;
  assert.deepEqual(found('ORDER BY key', cloud), ['!unbounded@ORDER BY']);
  assert.deepEqual(found('ORDER BY key'), []);
  assert.deepEqual(found('key = A-1 ORDER BY key', cloud), []);
});
test('AND beside OR without parentheses is worth a hint', () => {
  assert.deepEqual(found('key = A-1 AND votes > 1 OR key = B-1'), ['hint:mixed-and-or@OR']);
  assert.deepEqual(found('(key = A-1 AND votes > 1) OR key = B-1'), []);
});

const many = (count: number, condition: (index: number) => string, connective: string): string =>
  Array.from({ length: count }, (_, index) => condition(index)).join(` ${connective} `);

test('nothing is said of many conditions that can be met, and need not be', () => {
  for (const count of [30, 31, 32, 33, 64, 200]) {
    for (const query of [
      many(count, index => `key = ABC-${index + 1}`, 'OR'),
      many(count, index => `status != s${index}`, 'AND'),
      many(count, index => `created > -${index + 1}d`, 'AND'),
      many(count, index => `NOT status = s${index}`, 'AND'),
    ])
      assert.deepEqual(meaningOf(query), [], `${count}: ${query.slice(0, 40)}`);
  }
});
