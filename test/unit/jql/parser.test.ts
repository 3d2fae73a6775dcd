/** The trees of queries, and their syntax errors. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseJql, parseJqlText } from '../../../server/src/jql/syntax/parse-jql.ts';
import { jqlSyntax } from '../../../server/src/jql/syntax/file-syntax.ts';
import { QueryDocument } from '../../../server/src/query-file/query-document.ts';
import { Scope } from '../../../server/src/query-file/scope.ts';
import { treeOf } from '../../support/jql-tree.ts';

const tree = (text: string): string => treeOf(parseJqlText(text), { text, groups: true });

/** `code@place:expected` of every error; an empty place is `$` and its offset. */
const errors = (text: string): string[] =>
  parseJqlText(text).errors.map(({ code, span, expected }) => {
    const place = text.slice(span.start, span.end) || `$${span.start}`;
    return `${code}@${place}${expected.length > 0 ? `:${expected.join('/')}` : ''}`;
  });

describe('a query that is right', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['', ''],
    ['  ', ''],
    ['a = 1', '(= a 1)'],
    ['a = 1 AND b = 2 OR c = 3', '(or (and (= a 1) (= b 2)) (= c 3))'],
    ['a = 1 OR b = 2 AND c = 3', '(or (= a 1) (and (= b 2) (= c 3)))'],
    ['a = 1 & b = 2 && c = 3 | d = 4 || e = 5', '(or (and (= a 1) (= b 2) (= c 3)) (= d 4) (= e 5))'],
    ['(a = 1 OR b = 2) AND c = 3', '(and (group (or (= a 1) (= b 2))) (= c 3))'],
    ['NOT a = 1', '(not (= a 1))'],
    ['! ! a = 1', '(not (not (= a 1)))'],
    ['not (a = 1)', '(not (group (= a 1)))'],
    ['a IN (1, 2)', '(in a [1 2])'],
    ['a not in f()', '(not in a f())'],
    ['a is EMPTY', '(is a empty)'],
    ['a is not null', '(is not a empty)'],
    ['a was x', '(was a x)'],
    ['a was not x', '(was not a x)'],
    ['a was in (x)', '(was in a [x])'],
    ['a was not in (x)', '(was not in a [x])'],
    ['a changed', '(changed a)'],
    [
      'a changed after -1d before now() by (x, y) during ("a", "b") on x from x to y',
      '(changed a after -1d before now() by [x y] during ["a" "b"] on x from x to y)',
    ],
    ['a was x by y after z', '(was a x by y after z)'],
    ['a in (b, (c, d), f(e), empty)', '(in a [b [c d] f(e) empty])'],
    ['a = f(x, "y z", 3, -3)', '(= a f(x "y z" 3 -3))'],
    ['a = "f"()', '(= a "f"())'],
    ['cf[10001] = x', '(= cf[10001] x)'],
    ['cf [ 10001 ] = x', '(= cf[10001] x)'],
    ['a[b.c].d = 1', '(= a[b.c]{.d} 1)'],
    ['a [ b ] . d [ c ] = 1', '(= a[b]{.}{d}[c] 1)'],
    ['"a b" = \'c d\'', '(= "a b" \'c d\')'],
    ['5 = -5', '(= 5 -5)'],
    ['a = "x\ny"', '(= a "x\ny")'],
    ['a = b # c = d', '(= a b)'],
    ['a = // x\nb', '(= a b)'],
    ['order by a', '(order-by a)'],
    ['a = 1 order by a asc, "b c" DESC, cf[1]', '(= a 1) (order-by a:asc "b c":desc cf[1])'],
    ['ORDER BY a', '(order-by a)'],
    ['a = x\\ y', '(= a x\\ y)'],
    ['a = null or b is null', '(or (= a empty) (is b empty))'],
    ['\\" = x', '(= \\" x)'],
    ['a = \\u0061b', '(= a \\u0061b)'],
  ];
  for (const [text, expected] of cases) {
    it(`is read: ${JSON.stringify(text)}`, () => {
      assert.equal(tree(text), expected);
      assert.deepEqual(errors(text), []);
    });
  }
});

describe('a query that is wrong', () => {
  const cases: readonly (readonly [string, string, ...string[]])[] = [
    ['a', '(_ a)', 'expected@$1:operator'],
    ['a =', '(= a _)', 'expected@$3:value/function/empty'],
    ['a = AND b = 2', '(and (= a _) (= b 2))', 'expected@AND:value/function/empty'],
    ['= 1', '(= _ 1)', 'expected@=:field'],
    ['and a = 1', '(and _ (= a 1))', 'expected@and:field'],
    ['a = 1 and', '(and (= a 1) _)', 'expected@$9:field'],
    ['a = 1 and or b = 2', '(or (and (= a 1) _) (= b 2))', 'expected@or:field'],
    ['a = 1 b = 2', '(and (= a 1) (= b 2))', 'unexpected@b:connective/order-by'],
    ['a = x y z', '(= a x)', 'unexpected@y:connective/order-by'],
    ['a = x y AND b = 2', '(and (= a x) (= b 2))', 'unexpected@y:connective/order-by'],
    ['a = 1) and b = 2', '(and (= a 1) (= b 2))', 'unexpected@):connective/order-by'],
    ['(a = 1', '(group (= a 1))', 'unclosed-parenthesis@(:close'],
    ['((a = 1', '(group (group (= a 1)))', 'unclosed-parenthesis@(:close', 'unclosed-parenthesis@(:close'],
    ['()', '(group _)', 'expected@):field'],
    ['not', '(not _)', 'expected@$3:field'],
    ['a not b', '(not in a b)', 'expected@b:in'],
    ['a not', '(not in a _)', 'expected@$5:in'],
    ['a in', '(in a _)', 'expected@$4:list/function'],
    ['a in b', '(in a b)', 'operand-shape@b:list/function'],
    ['a in ()', '(in a [])', 'empty-list@):value/function/list/empty'],
    ['a in (b', '(in a [b])', 'unclosed-parenthesis@(:close'],
    ['a in (b, )', '(in a [b _])', 'expected@):value/function/list/empty'],
    ['a in (b c)', '(in a [b c])', 'expected@c:comma/close'],
    ['a in (b, AND c = 1', '(and (in a [b _]) (= c 1))', 'expected@AND:value/function/list/empty'],
    ['a = (b)', '(= a [b])', 'operand-shape@(b):value/function/empty'],
    ['a > empty', '(> a empty)', 'operand-shape@empty:value/function'],
    ['a is b', '(is a b)', 'operand-shape@b:empty'],
    ['a is not (b)', '(is not a [b])', 'operand-shape@(b):empty'],
    ['a was (b)', '(was a [b])', 'operand-shape@(b):value/function/empty'],
    ['a was in b', '(was in a b)', 'operand-shape@b:list/function'],
    ['a = f(', '(= a f(_))', 'expected@$6:argument'],
    ['a = f(g())', '(= a f(g()))', 'argument-shape@g():argument'],
    ['a = f(x y)', '(= a f(x y))', 'expected@y:comma/close'],
    ['a = f(,x)', '(= a f(_ x))', 'expected@,:argument'],
    ['a = 1 after x', '(= a 1 after x)', 'predicate-of-operator@after'],
    ['a was x from y', '(was a x from y)', 'predicate-of-operator@from'],
    ['a changed x', '(changed a)', 'unexpected@x:connective/order-by'],
    ['a changed after', '(changed a after _)', 'expected@$15:value/function/list/empty'],
    ['a changed during from x', '(changed a during _ from x)', 'expected@from:value/function/list/empty'],
    ['a == 1', '(= a 1)', 'expected@=:value/function/empty'],
    ['a ! = 1', '(_ a)', 'expected@!:operator'],
    ['a <> 1', '(< a 1)', 'expected@>:value/function'],
    ['a ! in (b)', '(_ a)', 'expected@!:operator'],
    ['select = 1', '(= select 1)', 'reserved-word@select:field'],
    ['a = select', '(= a select)', 'reserved-word@select:value/function/empty'],
    ['a in (select, b)', '(in a [select b])', 'reserved-word@select:value/function/list/empty'],
    ['after = 1', '(= after 1)', 'reserved-word@after:field'],
    ['order = 1', '(= order 1)', 'reserved-word@order:field'],
    ['order', '(order-by _)', 'expected@$5:by'],
    ['order a', '(order-by a)', 'expected@a:by'],
    ['order by', '(order-by _)', 'expected@$8:field'],
    ['order by a b', '(order-by a)', 'unexpected@b:direction/comma'],
    ['order by a,', '(order-by a _)', 'expected@$11:field'],
    ['order by a asc desc', '(order-by a:asc)', 'unexpected@desc:comma'],
    ['order by a and b = 1', '(order-by a)', 'unexpected@and:direction/comma'],
    ['(a = 1 order by b', '(group (= a 1)) (order-by b)', 'unclosed-parenthesis@(:close'],
    ['a = b@c', '(= a b@c)', 'reserved-character@@'],
    ['a = $b', '(= a $b)', 'reserved-character@$'],
    ['a = 1/2/3', '(= a 1/2/3)', 'reserved-character@/'],
    ['a = x;', '(= a x;)', 'reserved-character@;'],
    ['a = "x\\y"', '(= a "x\\y")', 'illegal-escape@\\y'],
    ['a = x\\y', '(= a x\\y)', 'illegal-escape@\\y'],
    ['a = "x\ty"', '(= a "x\ty")', 'control-character@\t'],
    ['a = \u0007', '(= a \u0007)', 'control-character@\u0007'],
    ['a = "x', '(= a "x)', 'unclosed-quote@"x'],
    ['a = "x\nAND b = 2', '(and (= a "x) (= b 2))', 'unclosed-quote@"x'],
    ["a = 'x AND b = y", "(= a 'x AND b = y)", "unclosed-quote@'x AND b = y"],
    ['cf = 1', '(= cf 1)', 'reserved-word@cf:field'],
    ['cf[x] = 1', '(= cf[] 1)', 'expected@x:number'],
    ['cf[1 = 1', '(= cf[1] 1)', 'expected@=:close-bracket'],
    ['a[] = 1', '(= a[_] 1)', 'expected@]:argument'],
    ['a[b = 1', '(= a[b] 1)', 'expected@=:close-bracket'],
    ['f() = 1', '(_ f)', 'expected@(:operator'],
    ['a = 1 and f()', '(and (= a 1) (_ f))', 'expected@(:operator'],
    ['a = b and (c = d and )', '(and (= a b) (group (and (= c d) _)))', 'expected@):field'],
    ['a in (b = c)', '(in a [b c])', 'expected@=:comma/close'],
    ['a = 1, b = 2', '(and (= a 1) (= b 2))', 'unexpected@,:connective/order-by'],
    [
      'a = 2024/01/15 and b = c;d',
      '(and (= a 2024/01/15) (= b c;d))',
      'reserved-character@/',
      'reserved-character@;',
    ],
    ['a = 1 order by', '(= a 1) (order-by _)', 'expected@$14:field'],
    ['a in (b, c', '(in a [b c])', 'unclosed-parenthesis@(:close'],
    ['a in (b', '(in a [b])', 'unclosed-parenthesis@(:close'],
    ['not in (x)', '(not in _ [x])', 'expected@not:field'],
    ['a = b and not in (c)', '(and (= a b) (not in _ [c]))', 'expected@not:field'],
    ['a was not changed', '(was not a changed)', 'reserved-word@changed:value/function/empty'],
    ['a is empty empty', '(is a empty)', 'unexpected@empty:connective/order-by'],
    ['a = "x" "y"', '(= a "x")', 'unexpected@"y":connective/order-by'],
    ["a = 'it''s'", "(= a 'it')", "unexpected@'s':connective/order-by"],
    ['A=1AND b=2', '(and (= A 1AND) (= b 2))', 'unexpected@b:connective/order-by'],
  ];
  for (const [text, expected, ...expectedErrors] of cases) {
    it(`has a tree and errors: ${JSON.stringify(text)}`, () => {
      assert.equal(tree(text), expected);
      assert.deepEqual(errors(text), expectedErrors);
    });
  }
});

describe('what could exhaust a parser', () => {
  const times = 100_000;
  const cases: readonly (readonly [string, string])[] = [
    ['groups left open', '('.repeat(times)],
    ['groups', `${'('.repeat(times)}a = 1${')'.repeat(times)}`],
    ['parentheses closed too often', ')'.repeat(times)],
    ['lists', `a in ${'('.repeat(times)}`],
    ['functions', `a in ${'f('.repeat(times)}`],
    ['negations', `${'not '.repeat(times)}a = 1`],
    ['words', `a = 1 ${'b '.repeat(times)}`],
  ];
  for (const [title, text] of cases) {
    it(`is one error: ${times} ${title}`, () => assert.equal(parseJqlText(text).errors.length, 1));
  }
  it(`is not an error: ${times} clauses`, () => {
    const { where, errors: syntaxErrors } = parseJqlText(`a = 1${' and a = 1'.repeat(times)}`);
    assert.deepEqual(syntaxErrors, []);
    assert(where?.kind === 'and');
    assert.equal(where.clauses.length, times + 1);
  });
});

/** The last query of a file: its tree with what is in the file, what the tracker gets, and its errors. */
function read(file: string) {
  const document = new QueryDocument('file:///a.jql', 'jql', 1, file, jqlSyntax);
  const block = document.blocks.at(-1)!;
  const query = parseJql(new Scope(block, document.header));
  return [
    query.body.text,
    treeOf(query, { text: block.text, groups: true }),
    ...query.errors.map(
      ({ code, span, variable }) =>
        `${code}@${block.text.slice(span.start, span.end)}${variable ? ` in ${variable}` : ''}`,
    ),
  ];
}

describe('a query in a file', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['has the places of the file', '### a\n# b\n\na = b\n# c', ['a = b', '(= a b)']],
    ['has no byte-order mark', '\uFEFFa = b', ['a = b', '(= a b)']],
    ['may be empty', '### a\n# b\n', ['', '']],
    ['puts variables in', '@x = b\na = {{x}}', ['a = b', '(= a {{x}})']],
    [
      'puts whole clauses in',
      '@x = b = 1 or c\na in (1) and {{x}} = 2',
      ['a in (1) and b = 1 or c = 2', '(or (and (in a [1]) (= {{x}} {{x}})) (= {{x}} 2))'],
    ],
    ['escapes in quotes', '@x = a "b" \\ c\na = "{{x}}"', ['a = "a \\"b\\" \\\\ c"', '(= a "{{x}}")']],
    ['escapes for the quotes at hand', `@x = it's "b"\na = '{{x}}'`, [`a = 'it\\'s "b"'`, `(= a '{{x}}')`]],
    ['leaves comments alone', '@x = b\na = 1 # {{x}}', ['a = 1 # {{x}}', '(= a 1)']],
    [
      'leaves out definitions',
      'a = {{x}}\n@x = c\nand b = {{x}}',
      ['a = \uFFFC\n\nand b = c', '(and (= a {{x}}) (= b {{x}}))'],
    ],
    [
      'says which variable is wrong',
      '@x = select\na = {{x}}',
      ['a = select', '(= a {{x}})', 'reserved-word@{{x}} in x'],
    ],
    [
      'says nothing more of undefined variables',
      'a = 1 and {{x}}',
      ['a = 1 and \uFFFC', '(and (= a 1) (_ {{x}}))'],
    ],
    ['does not say in quotes what is there', 'a = "{{x}}"', ['a = "{{x}}"', '(= a "{{x}}")']],
    ['knows what is not a variable', 'a = "\\{{x}}"', ['a = "{{x}}"', '(= a "\\{{x}}")']],
  ];
  for (const [title, file, expected] of cases) it(title, () => assert.deepEqual(read(file), expected));

  it('reads fields, values and numbers as the tracker does', () => {
    const { where } = parseJqlText('"a\\"b"[c].d = \'x\\u0041\\\\\\ty\' ');
    assert(where?.kind === 'term' && where.field.kind === 'field' && where.operand?.kind === 'value');
    assert.equal(where.field.name, 'a"b');
    assert.equal(where.operand.text, 'xA\\\ty');
    assert.equal(where.operand.form, 'quoted');
    const custom = parseJqlText('CF [ 012 ] = -5').where;
    assert(custom?.kind === 'term' && custom.field.kind === 'field' && custom.operand?.kind === 'value');
    assert.deepEqual([custom.field.name, custom.field.customField], ['cf[12]', 12]);
    assert.deepEqual([custom.operand.form, custom.operand.text], ['number', '-5']);
  });
});
