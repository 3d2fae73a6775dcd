/** Formatting keeps the meaning of every query, and is stable. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatJql } from '../../server/src/jql/jql-format.ts';
import { parseJql } from '../../server/src/jql/syntax/parse-jql.ts';
import { jqlSyntax } from '../../server/src/jql/syntax/file-syntax.ts';
import type { Edit } from '#shared/base/text/problem.ts';
import { QueryDocument } from '../../server/src/query-file/query-document.ts';
import { Scope } from '../../server/src/query-file/scope.ts';
import { cases } from '../support/depth.ts';
import { treeOf } from '../support/jql-tree.ts';

const word = fc.constantFrom(
  'project',
  'status',
  '"In Progress"',
  "'x\ny'",
  'cf[10001]',
  '12',
  '-7d',
  'ABC-1',
  '{{v}}',
  'issue.property[a].b',
);
const call = fc.constantFrom('currentUser()', 'startOfDay( -1 )', 'membersOf("a",b)');
const list = fc.array(word, { minLength: 1, maxLength: 9 }).map(words => `(${words.join(' , ')})`);
/** An operator with an operand that it takes. */
const conditions = fc.oneof(
  fc.tuple(fc.constantFrom('=', '!=', '~', '>='), fc.oneof(word, call)),
  fc.tuple(fc.constantFrom('in', 'NOT  in', 'was in'), list),
  fc.tuple(fc.constantFrom('is', 'Is not'), fc.constantFrom('empty', 'Null')),
  fc.tuple(fc.constantFrom('changed'), fc.constantFrom('by y', 'after -1d  to z', '')),
  fc.tuple(fc.constantFrom('was not x'), fc.constantFrom('by y', 'during(-1d,now( ))')),
);
const space = fc.constantFrom(
  ' ',
  '  ',
  '\n',
  '\n\n',
  '\t',
  ' # why\n',
  '\n// so\n',
  '\n# @limit 5\n',
  ' # why\n    ',
  '\n  // so\n\t',
  '\r\n# why\r\n   ',
  '\r\n',
);
const term = fc
  .tuple(word, space, conditions, space)
  .map(([field, one, [operator, operand], other]) => `${field}${one}${operator}${other}${operand}`);
const joined = fc.tuple(
  fc.array(fc.tuple(term, space, fc.constantFrom('and', 'OR', '&&', '||'), space), { maxLength: 5 }),
  term,
);
const clauses = joined.map(([heads, last]) => heads.map(parts => parts.join('')).join('') + last);
const query = fc
  .tuple(
    fc.constantFrom('@v = x\n', '@v = x\n### T\n', '@v = x\n   ', '@v = x\n### T\n\t'),
    clauses,
    space,
    clauses,
    fc.constantFrom('', '  ', ' \n\n', '\norder by a desc,b', '\norder by a desc,b \t', ' # end  '),
  )
  .map(([head, one, between, other, order]) => `${head}${one} and${between}not ( ${other} )${order}`);

const read = (text: string) => {
  const { blocks } = new QueryDocument('file:///a.jql', 'jql', 1, text, jqlSyntax);
  const views = blocks.map(block => ({ block, scope: new Scope(block, blocks[0]) }));
  return views.map(view => ({ view, query: parseJql(view.scope) }));
};
const applied = (text: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce(
      (result, { span, newText }) => result.slice(0, span.start) + newText + result.slice(span.end),
      text,
    );
const formatted = (text: string): string =>
  read(text)
    .map(({ view, query: parsed }) => applied(view.block.text, formatJql(view, parsed, 'upper')))
    .join('');

/** The trees of a file and what is wrong in it, without the places. */
const meaning = (text: string): unknown =>
  read(text).map(({ view, query: parsed }) => [
    treeOf(parsed, { text: view.block.text, groups: true }),
    parsed.errors.map(({ code, foundText }) => `${code} ${foundText}`),
  ]);

test('formatting never changes the meaning of a query, and twice is once', () => {
  let mended = 0;
  fc.assert(
    fc.property(query, text => {
      const once = formatted(text);
      assert.deepEqual(meaning(once), meaning(text));
      assert.equal(formatted(once), once);
      if (once !== text) mended++;
    }),
    { numRuns: cases(400, 2000) },
  );
  assert.ok(mended > cases(80, 500), `only ${mended} were changed`);
});
