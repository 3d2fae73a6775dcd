/** The tracker's messages about invalid queries: the patterns that its messages are known to have. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { complaintsOf } from './search-fixture.ts';

const at = (line: number, character: number): string => ` (line ${line}, character ${character})`;

// prettier-ignore
const syntax: readonly [jql: string, message: RegExp, position?: string][] = [
  ['project = LAMP and AS = 1', /'AS' is a reserved JQL word/u, at(1, 20)],
  ['project = LAMP\nand limit = 1', /'limit' is a reserved JQL word/u, at(2, 5)],
  ['project = LAMP\r\n  and a = b c', /Expecting either 'OR' or 'AND' but got 'c'/u, at(2, 13)],
  ['x @ y', /The character '@' is a reserved JQL character.*escape '\\u0040'/u, at(1, 3)],
  ['x = {y}', /The character '\{' is a reserved JQL character.*escape '\\u007b'/u, at(1, 5)],
  [String.raw`x = "\q"`, /'\\q' is an illegal JQL escape sequence/u, at(1, 6)],
  ['x = "open', /The quoted string 'open' has not been completed/u, at(1, 5)],
  ['a b', /Expecting operator but got 'b'/u, at(1, 3)],
  ['a', /Expecting operator before the end of the query/u],
  ['a =', /Expecting either a value, list or function before the end of the query/u],
  ['a = and', /Expecting either a value, list or function but got 'and'/u, at(1, 5)],
  ['a = CF', /Expecting either a value, list or function but got 'CF'/u, at(1, 5)],
  ['a in ()', /Expecting either a value, list or function but got '\)'/u, at(1, 7)],
  ['= a', /Expecting a field name but got '='/u, at(1, 1)],
  ['a = b and', /Expecting a field name at the end of the query/u],
  ['order by', /Expecting a field name at the end of the query/u],
  ['(a = b', /Expecting '\)' before the end of the query/u],
  ['order a', /Expecting 'by' but got 'a'/u, at(1, 7)],
  ['a in (b c)', /Expecting '\)' but got 'c'/u, at(1, 9)],
  ['cf[1 = 2', /Expecting '\]' but got '='/u, at(1, 6)],
  ['a not b', /Expecting 'IN' but got 'b'/u, at(1, 7)],
  ['a = b order by c d', /Expecting ',' but got 'd'/u, at(1, 18)],
];

// prettier-ignore
const meaning: readonly [jql: string, ...messages: RegExp[]][] = [
  ['foo = 1', /^Field 'foo' does not exist or you do not have permission to view it/u],
  ['cf[99] = 1', /^Field 'cf\[99\]' does not exist/u],
  ['status = Nope', /^The value 'Nope' does not exist for the field 'status'/u],
  ['assignee = nobody', /^The value 'nobody' does not exist for the field 'assignee'/u],
  ['project = 99', /^A value with ID '99' does not exist for the field 'project'/u],
  ['summary = x', /^The operator '=' is not supported by the 'summary' field/u],
  ['status > Open', /^The operator '>' is not supported by the 'status' field/u],
  ['labels was x', /^The operator 'was' is not supported by the 'labels' field/u],
  ['status in Open', /^Operator 'in' does not support the non-list value 'Open' for field 'status'/u],
  ['status = (Open)', /^Operator '=' does not support the list value '\("Open"\)' for field 'status'/u],
  ['status is Open', /^The operator 'is' takes only EMPTY/u],
  ['due > empty', /^The field 'due' does not support EMPTY for the operator '>'/u],
  ['assignee = nope()', /^Unable to find JQL function 'nope'/u],
  ['due < now(1)', /^Function 'now' expected '0' arguments but received '1'/u],
  ['assignee in membersOf()', /^Function 'membersOf' expected '1' arguments but received '0'/u],
  ['status = now()', /^A value provided by the function 'now' is invalid for the field 'status'/u],
  ['assignee was currentUser()', /^A value provided by the function 'currentUser' is invalid for the field 'assignee'/u],
  ['due < startOfDay("1x")', /^Function 'startOfDay' cannot use the argument '1x'/u],
  ['created > yesterday', /^Date value 'yesterday' for field 'created' is invalid/u],
  ['created > 2026-02-30', /^Date value '2026-02-30' for field 'created' is invalid/u],
  ['votes > many', /^Value 'many' is not a number/u],
  ['timeSpent > long-', /^Duration 'long-' for field 'timeSpent' is invalid/u],
  ['summary ~ ""', /^The field 'summary' does not support searching for an empty string/u],
  ['summary ~ "AND"', /^Unable to parse the text 'AND' for field 'summary'/u],
  ['summary ~ "*x"', /^Unable to parse the text '\*x' for field 'summary'/u],
  ['summary ~ "\\""', /^Unable to parse the text '"' for field 'summary'/u],
  ['status was Open from Closed', /^The predicate 'FROM' cannot be used with the operator 'was'/u],
  ['order by comment', /^Not able to sort using field 'comment'/u],
  ['order by foo', /^Field 'foo' does not exist/u],
  ['foo = 1 or status = Nope order by comment', /^Field 'foo'/u, /^The value 'Nope'/u, /^Not able to sort/u],
];

describe('the tracker complains of syntax', () => {
  for (const [jql, message, position] of syntax)
    it(JSON.stringify(jql), () => {
      const [text = '', ...more] = complaintsOf(jql);
      assert.deepEqual(more, []);
      assert.match(text, /^Error in the JQL Query: /u);
      assert.match(text, message);
      assert.equal(/ \(line \d+, character \d+\)$/u.exec(text)?.[0], position);
    });

  it('100,000 parentheses', () => {
    assert.match(complaintsOf('('.repeat(100_000))[0] ?? '', /nested too deeply/u);
    assert.match(complaintsOf(`${'not '.repeat(100_000)}a = b`)[0] ?? '', /nested too deeply/u);
    assert.match(complaintsOf(`a in ${'('.repeat(100_000)}`)[0] ?? '', /nested too deeply/u);
  });
});

describe('the tracker complains of meaning, without a position', () => {
  for (const [jql, ...messages] of meaning)
    it(jql, () => {
      const said = complaintsOf(jql);
      assert.equal(said.length, messages.length, said.join('\n'));
      for (const [index, message] of messages.entries()) assert.match(said[index] ?? '', message);
    });
});
