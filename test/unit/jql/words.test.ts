/** Queries in words: what is easily understood as something else. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { jqlInWords } from '../../../server/src/jql/words/jql-in-words.ts';
import { queryOf } from '../../support/jql-problems.ts';
import { context, knowledge } from '../../support/jql.ts';

const sentences: readonly (readonly [query: string, conditions: string])[] = [
  // A day is its first moment where a field has times.
  ['created <= 2025-12-02', 'created is at or before the start of 2 Dec 2025 UTC'],
  ['updated > "2025/01/01"', 'updated is after the start of 1 Jan 2025 UTC'],
  ['created >= 2025-01-01', 'created is on or after 1 Jan 2025 UTC'],
  ['due <= 2025-12-02', 'due is on or before 2 Dec 2025 UTC'],
  ['created = 2025-12-02', 'created is exactly the start of 2 Dec 2025 UTC'],
  ['due = 2025-12-02', 'due is 2 Dec 2025 UTC'],
  ['status changed AFTER "2025-12-02"', 'status was changed after the start of 2 Dec 2025 UTC'],
  [
    'status changed AFTER "2025-12-02 10:30" BEFORE 2025-12-04',
    'status was changed after 2 Dec 2025, 10:30 UTC and before 4 Dec 2025 UTC',
  ],
  // A list of the tracker has an order of its own.
  [
    'project = A ORDER BY status DESC, type ASC',
    'project is A, sorted by status, in reverse order, then by type',
  ],
  ['approvals = approver(ann, ben)', 'approvals include one that ann or ben decided or must decide'],
  ['labels in (null)', 'labels are empty'],
  // The first rank is the highest.
  [
    'project = A ORDER BY Rank ASC, key ASC',
    'project is A, sorted by Rank, highest first, then by key, lowest first',
  ],
  ['labels not in (EMPTY)', 'labels are not empty'],
  ['summary ~ error', 'summary contains error'],
  ['summary ~ "print preview fails"', 'summary contains the words print, preview and fails'],
  ['summary ~ "\\"print preview\\""', 'summary contains the phrase “print preview”'],
  ['summary ~ "cust*"', 'summary contains a word that begins with cust'],
  ['summary ~ "te?t"', 'summary contains a word like “te?t”'],
  ['project in (A, B) AND type in (C, D)', 'project is A or B, and type is C or D'],
  [
    '(labels in (a, b) OR status = c) AND due IS EMPTY',
    '(labels include a or b, or status is c) and due is empty',
  ],
  ['created >= 2025-01-01 AND due IS EMPTY', 'created is on or after 1 Jan 2025 UTC and due is empty'],
  ['summary ~ "error OR fail"', 'summary contains error or fail'],
  ['summary ~ "error -warning"', 'summary contains error without warning'],
  ['summary !~ "error log"', 'summary has a text without error and log together'],
  // A missing operator or value is named in its place.
  ['invalid query', 'invalid (operator missing)'],
  ['assignee =', 'assignee is (missing)'],
  ['status = Open AND', 'status is Open and (missing)'],
  ['status = Open AND assignee', 'status is Open and assignee (operator missing)'],
  ['status in (Open,', 'status is Open or (missing)'],
  ['summary ~', 'summary contains (missing)'],
  ['created >=', 'created is on or after (missing)'],
  ['status was', 'status was once (missing)'],
  ['summary ~ "[QA] x"', 'summary contains “[QA] x”'],
];

for (const [query, conditions] of sentences)
  it(query, () => {
    const words = jqlInWords(queryOf(query), { ...context, catalogue: knowledge.catalogue, text: query });
    assert.equal(words, `Issues where ${conditions}.`);
  });
