import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { expectationInWords } from '../../../../server/src/query-file/expectations/in-words.ts';
import { parseExpectation } from '../../../../server/src/query-file/expectations/expectation-parser.ts';

const now = new Date(2026, 10, 22, 12).getTime();

const cases: readonly (readonly [text: string, words: string])[] = [
  ['rows = 0', 'The query has no rows.'],
  ['rows = 1', 'The query has exactly 1 row.'],
  ['rows <= 1000', 'The query has at most 1,000 rows.'],
  ['time < 5s', 'The run takes less than 5 s.'],
  ['time <= 90s', 'The run takes at most 1.5 min.'],
  ['complete', 'All rows of the query were fetched.'],
  ['same as last', 'The rows are the same as in the latest snapshot of this query from this site.'],
  ['unique key', 'No two rows have the same “key”.'],
  ['unique user, title', 'No two rows have the same “user” and “title”.'],
  ['every "Priority" in (High, Highest)', 'In every row, “Priority” is “High” or “Highest”.'],
  ['any status not in (a, b, c)', 'In at least one row, “status” has a value other than “a”, “b” or “c”.'],
  ['none "Due date" < today', 'In no row, “Due date” is before today (22 Nov 2026).'],
  ['every created >= -7d', 'In every row, “created” is not before -7d (15 Nov 2026, 12:00).'],
  ['every created = 2026-01-31', 'In every row, “created” is on 2026-01-31.'],
  ['every size > 5', 'In every row, “size” is more than 5.'],
  ['none title ~ talk', 'In no row, “title” contains “talk”.'],
  ['none title !~ talk', 'In no row, “title” has a value without “talk”.'],
  ['every assignee is not empty', 'In every row, “assignee” has a value.'],
  ['none assignee is empty', 'In no row, “assignee” is empty.'],
];

suite('in words', () => {
  for (const [text, words] of cases)
    test(text, () => {
      const { expectation } = parseExpectation(text);
      assert(expectation);
      const { sentence, notes } = expectationInWords(expectation, now);
      assert.equal(sentence, words);
      assert.doesNotMatch([sentence, ...notes].join(), /words\.|note\.|\{\w+\}/);
    });
});
