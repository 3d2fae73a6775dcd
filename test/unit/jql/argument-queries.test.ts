/** Queries in the arguments of an app's functions: checked, coloured and completed like any other. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLanguages } from '../../../server/src/runs/languages/languages.ts';
import { edited, fixes, found, problemsOf } from '../../support/jql-problems.ts';
import { context, viewOf } from '../../support/jql.ts';

const { service } = createLanguages().get('jql')!;

describe('a query in quotes is checked', () => {
  const cases: readonly (readonly [query: string, ...codes: string[]])[] = [
    ['issueFunction in linkedIssuesOf("status = Open")'],
    ['issueFunction in linkedIssuesOf("")'],
    ['issueFunction in linkedIssuesOf("status = In Progress", "blocks")', '!reserved-word@In'],
    ['issueFunction in epicsOf("asignee = anna")', 'unknown-field@asignee'],
    ["issue in subtasksOf('created > \\'soon\\'')", "!bad-date@\\'soon\\'"],
    ['issueFunction in epicsOf("issueFunction in subtasksOf(\'votes ~ x\')")', '!operator-of-field@~'],
    ['issueFunction in epicsOf("issueFunction in subtasksOf(\\"votes ~ x\\")")', '!operator-of-field@~'],
    [
      'issueFunction in epicsOf("key in subtasksOf(\\"key in parentsOf(\\\\\\"votes ~ x\\\\\\")\\")")',
      '!operator-of-field@~',
    ],
    ['issueFunction in epicsOf("issueFunction in subtasksOf(\\"\\")")'],
    ['issueFunction in linkedIssuesOf("project = A", "status =")'],
    ['issueFunction in hasComments("a b c")'],
    ['issue in dateCompare("created >= duedate")'],
    ['@q = status =\nissueFunction in epicsOf("{{q}}")'],
  ];
  for (const [query, ...codes] of cases) it(query, () => assert.deepEqual(found(query), codes));
  it('and not mended, as its quotes would need that too', () => {
    const query = 'issueFunction in epicsOf("asignee = anna")';
    assert.deepEqual(
      problemsOf(query).flatMap(problem => fixes(query, problem)),
      [],
    );
  });
});

it('a query in quotes is coloured', () => {
  const text = 'issueFunction in epicsOf("status = \'Open\'") AND votes = 1';
  const tokens = service.tokens(viewOf(text), context);
  assert.deepEqual(
    tokens.map(({ kind, span }) => `${kind} ${text.slice(span.start, span.end)}`),
    [
      'field issueFunction',
      'keyword in',
      'function epicsOf',
      'string "',
      'field status',
      'operator =',
      "string 'Open'",
      'string "',
      'keyword AND',
      'field votes',
      'operator =',
      'number 1',
    ],
  );
});

describe('a query in quotes is completed', () => {
  const cases: readonly (readonly [marked: string, label: string, after: string])[] = [
    ['issueFunction in epicsOf("¦")', 'assignee', 'issueFunction in epicsOf("assignee")'],
    ['issueFunction in epicsOf("stat¦")', 'status', 'issueFunction in epicsOf("status")'],
    [
      'issueFunction in epicsOf("status = ¦")',
      'In Progress',
      `issueFunction in epicsOf("status = 'In Progress'")`,
    ],
    ["issue in epicsOf('status = ¦')", 'In Progress', `issue in epicsOf('status = "In Progress"')`],
    ['issueFunction in epicsOf("status = Open ¦', 'AND', 'issueFunction in epicsOf("status = Open AND'],
  ];
  for (const [marked, label, after] of cases)
    it(marked, () => {
      const offset = marked.indexOf('¦');
      const text = marked.replace('¦', '');
      const item = service.complete(viewOf(text), offset, context).find(each => each.label === label);
      assert.equal(item && edited(text, [item.edit]), after);
    });
});
