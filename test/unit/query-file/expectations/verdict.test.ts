import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseExpectation } from '../../../../server/src/query-file/expectations/expectation-parser.ts';
import type { Expectation } from '../../../../server/src/query-file/expectations/expectation.ts';
import {
  type CellFindings,
  type RunFacts,
  type Verdict,
  verdictOfCells,
  verdictOfComparing,
  verdictOfEnd,
  verdictOfRun,
} from '../../../../server/src/query-file/expectations/verdict.ts';

const complete: RunFacts = { status: 'complete', rows: 12, milliseconds: 1500 };
const more: RunFacts = { ...complete, status: 'more' };
const counted: RunFacts = { ...more, total: 200 };
const incomplete: RunFacts = { ...complete, status: 'incomplete' };
const failed: RunFacts = { ...complete, status: 'failed', rows: 0 };
const none: CellFindings = { checked: 12, matching: 0, unfit: 0, rows: [] };
const two: CellFindings = { ...none, matching: 2 };
const unfit: CellFindings = { ...none, unfit: 1 };
const all: CellFindings = { ...none, matching: 12 };

function verdictOf(expectation: Expectation, facts: RunFacts, findings: CellFindings): Verdict {
  const end = verdictOfEnd(facts);
  if (end) return end;
  switch (expectation.kind) {
    case 'rows':
    case 'time':
    case 'complete':
      return verdictOfRun(expectation, facts);
    case 'same':
      return verdictOfComparing(facts, {
        kind: 'compared',
        snapshot: 'Monday',
        counts: { added: findings.matching, gone: 0, changed: 0 },
        rows: [],
      });
    case 'every':
    case 'any':
    case 'none':
    case 'unique':
      return verdictOfCells(expectation, facts, findings, 0);
  }
}

const cases: readonly (readonly [text: string, facts: RunFacts, found: CellFindings, verdict: string])[] = [
  ['rows = 12', complete, none, '+ 12 rows.'],
  ['rows = 0', complete, none, '- Found 12 rows.'],
  ['rows <= 100', counted, none, '- Found 200 rows.'],
  ['rows = 200', counted, none, '+ 200 rows.'],
  ['rows >= 10', more, none, '+ More than 12 rows.'],
  ['rows > 12', more, none, '+ More than 12 rows.'],
  ['rows != 5', more, none, '+ More than 12 rows.'],
  ['rows <= 12', more, none, '- Found more than 12 rows.'],
  ['rows = 12', more, none, '- Found more than 12 rows.'],
  ['rows = 0', more, none, '- Found more than 12 rows.'],
  ['rows <= 100', more, none, '- Unknown: there are more rows'],
  ['rows >= 100', more, none, '- Unknown: there are more rows'],
  ['rows != 100', more, none, '- Unknown: there are more rows'],
  ['complete', complete, none, '+ Complete, 12 rows.'],
  ['complete', more, none, '- Unknown: there are more rows'],
  ['time < 2s', complete, none, '+ 1.5 s.'],
  ['time < 1s', more, none, '- Took 1.5 s.'],
  ['every a = b', complete, all, '+ 12 rows checked.'],
  ['every a = b', more, all, '- Unknown: there are more rows'],
  ['every a = b', more, two, '- Not met by 10 of 12 rows.'],
  ['every a > 5', complete, { ...all, matching: 11, unfit: 1 }, '- Not comparable with 5: 1 of 12 rows.'],
  ['none a = b', complete, none, '+ 12 rows checked.'],
  ['none a = b', complete, two, '- Met by 2 of 12 rows.'],
  ['none a < today', complete, unfit, '- Not comparable with'],
  ['none a = b', more, none, '- Unknown: there are more rows'],
  ['any a = b', complete, two, '+ Met by 2 of 12 rows.'],
  ['any a = b', more, two, '+ Met by 2 of 12 rows.'],
  ['any a = b', more, none, '- Unknown: there are more rows'],
  ['any a = b', complete, none, '- Met by none of 12 rows.'],
  ['unique a', complete, none, '+ 12 rows checked.'],
  ['unique a', complete, two, '- Duplicate values in 2 of 12 rows.'],
  ['unique a', more, none, '- Unknown: there are more rows'],
  ['same as last', complete, none, '+ The same as “Monday”.'],
  ['same as last', complete, two, '- Different from “Monday”: 2 added, 0 removed, 0 changed.'],
  ['same as last', more, none, '- Unknown: there are more rows'],
  ...[
    'rows = 0',
    'rows >= 1',
    'every a = b',
    'any a = b',
    'none a = b',
    'unique a',
    'complete',
    'time < 1h',
    'same as last',
  ].flatMap((text): [string, RunFacts, CellFindings, string][] => [
    [text, incomplete, all, '- Unknown: the run was interrupted.'],
    [text, failed, none, '- The query did not run.'],
  ]),
];

suite('the verdict', () => {
  for (const [text, facts, findings, wanted] of cases)
    test(`${text}, ${facts.status}, ${findings.matching} matching: ${wanted}`, () => {
      const { expectation } = parseExpectation(text);
      assert(expectation);
      const { isPassed, message } = verdictOf(expectation, facts, findings);
      const said = `${isPassed ? '+' : '-'} ${message}`;
      assert(said.startsWith(wanted), said);
    });
  test('on an unknown column names a similar one, or all that there are', () => {
    const { expectation } = parseExpectation('none asignee is empty');
    assert(expectation?.kind === 'none');
    const message = (columns: string[]): string =>
      verdictOfCells(expectation, complete, { unknown: 'asignee', columns }, 0).message;
    assert.equal(message(['Key', 'Assignee']), 'Unknown column “asignee”. Did you mean “Assignee”?');
    assert.equal(message(['Key', 'Status']), 'Unknown column “asignee”. Columns of the result: Key, Status.');
  });
});
