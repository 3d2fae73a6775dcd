import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseExpectation } from '../../../../server/src/query-file/expectations/expectation-parser.ts';
import type { Expectation } from '../../../../server/src/query-file/expectations/expectation.ts';

const text = (value: string) => ({ text: value });
const number = (value: string) => ({ text: value, number: Number(value) });

const readable: readonly (readonly [text: string, expectation: Expectation])[] = [
  ['rows = 0', { kind: 'rows', relation: '=', count: 0 }],
  ['ROWS<=100', { kind: 'rows', relation: '<=', count: 100 }],
  ['time < 5s', { kind: 'time', relation: '<', milliseconds: 5000 }],
  ['time <= 1.5 m', { kind: 'time', relation: '<=', milliseconds: 90_000 }],
  ['complete', { kind: 'complete' }],
  ['same as last', { kind: 'same' }],
  ['unique key', { kind: 'unique', columns: ['key'] }],
  ['unique "Fix Version", user name', { kind: 'unique', columns: ['Fix Version', 'user name'] }],
  [
    'every "Priority" in (High, Highest)',
    {
      kind: 'every',
      column: 'Priority',
      condition: { kind: 'in', isNegated: false, values: [text('High'), text('Highest')] },
    },
  ],
  [
    "any status not in ('In Progress', To Do)",
    {
      kind: 'any',
      column: 'status',
      condition: { kind: 'in', isNegated: true, values: [text('In Progress'), text('To Do')] },
    },
  ],
  [
    'none Due date < today',
    {
      kind: 'none',
      column: 'Due date',
      condition: {
        kind: 'relation',
        relation: '<',
        value: { text: 'today', moment: { kind: 'today', shifts: [] } },
      },
    },
  ],
  [
    'every size >= 1000',
    { kind: 'every', column: 'size', condition: { kind: 'relation', relation: '>=', value: number('1000') } },
  ],
  [
    'every id = "7"',
    { kind: 'every', column: 'id', condition: { kind: 'relation', relation: '=', value: text('7') } },
  ],
  [
    'none title ~ talk',
    { kind: 'none', column: 'title', condition: { kind: 'contains', isNegated: false, text: 'talk' } },
  ],
  [
    'none title !~ "a b"',
    { kind: 'none', column: 'title', condition: { kind: 'contains', isNegated: true, text: 'a b' } },
  ],
  [
    'every assignee is not empty',
    { kind: 'every', column: 'assignee', condition: { kind: 'empty', isNegated: true } },
  ],
  [
    'none assignee is EMPTY',
    { kind: 'none', column: 'assignee', condition: { kind: 'empty', isNegated: false } },
  ],
];

/** Each problem as `code@place`, with what is nearest. */
const broken: readonly (readonly [text: string, problem: string])[] = [
  ['', 'expect-word@'],
  ['row = 0', 'expect-word.nearest@row → rows'],
  ['wibble', 'expect-word@wibble'],
  ['rows', 'expect-operator@rows'],
  ['rows 5', 'expect-operator.found@5'],
  ['rows == 5', 'expect-operator.nearest@== → ='],
  ['rows ≤ 5', 'expect-operator.nearest@≤ → <='],
  ['rows in (1)', 'expect-operator.found@in'],
  ['rows =', 'expect-number@='],
  ['rows = many', 'expect-number.found@many'],
  ['rows = 1.5', 'expect-number.found@1.5'],
  ['rows = 5 6', 'expect-end@6'],
  ['time < 5', 'expect-duration.unit@5 → 5s'],
  ['time < 5 days', 'expect-duration.unit@5 → 5s'],
  ['time < soon', 'expect-duration.found@soon'],
  ['time <', 'expect-duration@<'],
  ['every', 'expect-column@every'],
  ['every = 5', 'expect-column@='],
  ['every ""', 'expect-column@""'],
  ['every status', 'expect-operator@status'],
  ['every status High', 'expect-operator@High'],
  ['every status <> High', 'expect-operator.nearest@<> → !='],
  ['every status not High', 'expect-operator.found@High'],
  ['every status =', 'expect-value@='],
  ['every status = (a, b)', 'expect-value.list@('],
  ['every status = = a', 'expect-value.found@='],
  ['every status is null', 'expect-value.empty@null → empty'],
  ['every status is', 'expect-value.empty@is'],
  ['every status in High', 'expect-list@High'],
  ['every status in (High', 'expect-list.open@('],
  ['every status in ()', 'expect-value@)'],
  ['every status in (a, )', 'expect-value@)'],
  ['every status = "High', 'expect-quote@"High'],
  ['every due < 2026-02-30', 'expect-date@2026-02-30'],
  ['same', 'expect-word.same@same → as'],
  ['same as before', 'expect-word.same@before → last'],
  ['complete rows', 'expect-end@rows'],
  ['unique', 'expect-column@unique'],
  ['unique key,', 'expect-column@,'],
];

suite('an expectation', () => {
  for (const [written, expectation] of readable)
    test(written, () => {
      const { problems, expectation: parsed } = parseExpectation(written);
      assert.deepEqual([problems, parsed], [[], expectation]);
    });
});

suite('what cannot be read', () => {
  for (const [written, problem] of broken)
    test(`${JSON.stringify(written)}: ${problem}`, () => {
      const { expectation, problems } = parseExpectation(written);
      assert.equal(expectation, undefined);
      const reported = problems.map(({ code, variant, span, arguments: { nearest } }) => {
        const near = nearest === undefined ? '' : ` → ${nearest}`;
        return `${code}${variant === undefined ? '' : `.${variant}`}@${written.slice(span.start, span.end)}${near}`;
      });
      assert.deepEqual(reported, [problem]);
    });
});
