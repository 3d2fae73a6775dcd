/** The sent text of a query, and the places in the file of a tracker's messages. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeMessages } from '../../../server/src/jql/tracker-messages.ts';
import { parseJql } from '../../../server/src/jql/syntax/parse-jql.ts';
import { buildJqlRequest } from '../../../server/src/jql/jql-request.ts';
import { jqlSyntax } from '../../../server/src/jql/syntax/file-syntax.ts';
import { QueryBlock } from '../../../server/src/query-file/block.ts';
import { Scope } from '../../../server/src/query-file/scope.ts';

const scopeOf = (text: string, header?: string): Scope =>
  new Scope(
    new QueryBlock(text, jqlSyntax),
    header === undefined ? undefined : new QueryBlock(header, jqlSyntax),
  );
const sent = (text: string): string => buildJqlRequest(scopeOf(text)).text.text;

describe('what is sent', () => {
  // prettier-ignore
  const cases: readonly [name: string, file: string, text: string][] = [
    ['is the query', 'project = A', 'project = A'],
    ['has no blanks around it', '\n  project = A \n\n', 'project = A'],
    ['keeps its lines', 'project = A\n  AND status = Open', 'project = A\n  AND status = Open'],
    ['has no comments', '# all\nproject = A // this\n# that\n  AND b = c # end', 'project = A\n  AND b = c'],
    ['has no comment between two blanks', 'a = b # x\n   # y\n\tAND c = d', 'a = b\n\tAND c = d'],
    ['keeps what looks like a comment in quotes', 'a ~ "# no" AND b = \'//no\'', 'a ~ "# no" AND b = \'//no\''],
    ['keeps a line end in quotes', 'a ~ "one\n# two" # three', 'a ~ "one\n# two"'],
    ['has variables put in', '@p = A\nproject = {{p}} AND x = y', 'project = A AND x = y'],
    ['has variables escaped in quotes', '@t = say "hi"\na ~ "{{t}}"', 'a ~ "say \\"hi\\""'],
    ['ends where a variable begins a comment', '@p = A # x\nproject = {{p}} AND b = c', 'project = A'],
    ['has CRLF as it is', 'a = b # x\r\nAND c = d\r\n', 'a = b\r\nAND c = d'],
    ['is empty where the query is', '# @limit 5\n', ''],
    ['is empty where only comments are', '# one\n// two', ''],
  ];
  for (const [name, file, text] of cases) it(name, () => assert.equal(sent(file), text));
});

describe('the fields', () => {
  // prettier-ignore
  const cases: readonly [file: string, header: string | undefined, fields: string[] | undefined][] = [
    ['a = b', undefined, undefined],
    ['# @fields summary, status\na = b', undefined, ['summary', 'status']],
    ['# @fields\na = b', undefined, undefined],
    ['# @columns key, Story Points\na = b', undefined, ['key', 'Story Points']],
    ['# @columns key\n# @fields "Size, in points", cf[1]\na = b', undefined, ['Size, in points', 'cf[1]']],
    ['### q\na = b', '# @fields *all', ['*all']],
  ];
  for (const [file, header, fields] of cases)
    it(JSON.stringify(file), () => assert.deepEqual(buildJqlRequest(scopeOf(file, header)).fields, fields));
});

/** `«` and `»` surround the places of what the tracker says; the same in the file without them is asked. */
function check(marked: string, message: string, code: string): void {
  const text = marked.replaceAll(/[«»]/g, '');
  const scope = scopeOf(text);
  const problems = placeMessages(parseJql(scope), buildJqlRequest(scope).text, [{ text: message }], []);
  let shown = text;
  for (const { span } of problems.toSorted((a, b) => b.span.start - a.span.start))
    shown = `${shown.slice(0, span.start)}«${shown.slice(span.start, span.end)}»${shown.slice(span.end)}`;
  assert.equal(shown, marked);
  assert.deepEqual([...new Set(problems.map(problem => problem.code))], [code]);
}

describe('a message of the tracker has its place', () => {
  const noField = "Field 'foo' does not exist or you do not have permission to view it.";
  const noValue = "The value 'Opne' does not exist for the field 'status'.";
  // prettier-ignore
  const cases: readonly [marked: string, message: string, code: string][] = [
    ['project = «as»', "Error in the JQL Query: 'as' is a reserved JQL word. You must surround it in quotation marks to use it in a query. (line 1, character 11)", 'reserved-word'],
    ['project = A\n  AND b = «as»', "Error in the JQL Query: 'as' is a reserved JQL word. (line 2, character 11)", 'reserved-word'],
    ['# one\nproject = A # two\n  AND b = «as»', "'as' is a reserved JQL word. (line 2, character 11)", 'reserved-word'],
    ['@v = as\nb = c AND a = «{{v}}»', "'as' is a reserved JQL word. (line 1, character 15)", 'reserved-word'],
    ['@v = long value\na = "{{v}}" AND b = «as»', "'as' is a reserved JQL word. (line 1, character 26)", 'reserved-word'],
    ['summary ~ a«*»b', "The character '*' is a reserved JQL character. You must enclose it in a string or use the escape '\\u002a' instead. (line 1, character 12)", 'reserved-character'],
    ['summary ~ "a«\\q»b"', "'\\q' is an illegal JQL escape sequence. (line 1, character 13)", 'illegal-escape'],
    ['summary ~ «"abc»', "The quoted string 'abc' has not been completed. (line 1, character 11)", 'unclosed-quote'],
    ['project «A»', "Expecting operator but got 'A'. The valid operators are '=', '!=', ... (line 1, character 9)", 'expected'],
    ['project «=»', 'Expecting either a value, list or function before the end of the query.', 'expected'],
    ['project = A «AND»  # more', 'Expecting a field name at the end of the query.', 'expected'],
    ['project = A «AND»', 'Expecting a field name at the end of the query. (line 1, character 17)', 'expected'],
    ['«foo» = 1 OR bar = 2', noField, 'unknown-field'],
    ['«foo» = 1 OR «"Foo"» = 2 ORDER BY «foo»', noField, 'unknown-field'],
    ['status = «Opne»', noValue, 'unknown-value'],
    ['status in (Open, «Opne») AND summary ~ Opne', noValue, 'unknown-value'],
    ['"My status" = «opne»', noValue, 'unknown-value'],
    ['status was «"Opne"» by me', noValue, 'unknown-value'],
    ['@s = Opne\nstatus = «{{s}}»', noValue, 'unknown-value'],
    ['«status» = x', noValue, 'unknown-value'],
    ['id = «7»', "A value with ID '7' does not exist for the field 'id'.", 'unknown-value'],
    ['status «~» Open AND summary ~ x', "The operator '~' is not supported by the 'status' field.", 'bad-operator'],
    ['summary «not in» (a)', "The operator 'NOT IN' is not supported by the 'summary' field.", 'bad-operator'],
    ['assignee = «foo»(1)', "Unable to find JQL function 'foo(1)'.", 'unknown-function'],
    ['created > «startOfDay»(1, 2)', "Function 'startOfDay' expected '1' arguments but received '2'.", 'function-arguments'],
    ['a = b ORDER BY c, «text» DESC', "Not able to sort using field 'text'.", 'not-sortable'],
    ['text ~ x AND summary ~ «"AND"»', "Unable to parse the text 'AND' for field 'summary'.", 'text-search'],
    ['«summary» ~ ""', "The field 'summary' does not support searching for an empty string.", 'text-search'],
    ['«ORDER BY key»', 'Unbounded JQL queries are not allowed here. Add a search restriction to your query.', 'tracker'],
    ['a = b AND «x» = c', 'Das Feld „x“ gibt es nicht.', 'tracker'],
    ['a = b AND x = «as»', 'Hier stimmt etwas nicht. (Zeile 1, Zeichen 15)', 'tracker'],
    ['«a = b»', 'Something else is wrong.', 'tracker'],
    ['«a = b»', 'Somewhere else. (line 9, character 99)', 'tracker'],
  ];
  for (const [marked, message, code] of cases) it(marked, () => check(marked, message, code));

  it('without its prefix and its position, on one line, and cut', () => {
    const scope = scopeOf('a = b');
    const texts = ["Error in the JQL Query: 'a'\nis \u202Ebad. (line 1, character 1)", 'x'.repeat(600)].map(
      text =>
        placeMessages(parseJql(scope), buildJqlRequest(scope).text, [{ text }], [])[0]?.arguments['text'],
    );
    assert.deepEqual(texts, ["'a' is \u{FFFD}bad.", `${'x'.repeat(500)}…`]);
  });
});

describe('a hundred messages about a query as long as can be', () => {
  const scope = scopeOf(Array.from({ length: 80_000 }, () => 'x = "v"').join(' OR '));
  const query = parseJql(scope);
  const sentText = buildJqlRequest(scope).text;
  for (const [name, message, count] of [
    ['that name a field', "Field 'x' does not exist or you do not have permission to view it.", 100],
    ['that quote something', '"a" "b"', 1],
    ['that name a place', 'Error (line 1, character 900000)', 1],
  ] as const)
    it(`are found places for once, and each at a hundred places at most: ${name}`, () => {
      const messages = Array.from({ length: 100 }, () => ({ text: message }));
      assert.equal(placeMessages(query, sentText, messages, []).length, 100 * count);
    });
});
