/** Properties of the parser for every text, JQL or not. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Span } from '#shared/base/text/span.ts';
import type { Clause } from '../../server/src/jql/syntax/tree/clauses.ts';
import type { Field } from '../../server/src/jql/syntax/tree/fields.ts';
import type { JqlQuery } from '../../server/src/jql/syntax/jql-query.ts';
import type { Missing } from '../../server/src/jql/syntax/tree/node.ts';
import type { Operand } from '../../server/src/jql/syntax/tree/operands.ts';
import { parseJql, parseJqlText } from '../../server/src/jql/syntax/parse-jql.ts';
import { escapedFor } from '../../server/src/jql/syntax/quotes.ts';
import { quoteEnd, unescaped } from '../../server/src/jql/syntax/escapes.ts';
import { tokensOf } from '../../server/src/jql/syntax/tokenize.ts';
import { jqlSyntax } from '../../server/src/jql/syntax/file-syntax.ts';
import { QueryDocument } from '../../server/src/query-file/query-document.ts';
import { Scope } from '../../server/src/query-file/scope.ts';
import { jqlQueries } from '../bench/jql-queries.ts';
import { cases } from '../support/depth.ts';

const valid = jqlQueries(300);
const words =
  `project status a Done -4w 12 -5 'x' cf[1] f( select 😀 {{v}} in not is was changed empty after from
  order by asc and or = != ~ !~ < >= && | ! ( ) , [ ] " ' \\ \\" @ # // / \u0000 \ud800 \ufdd0 \u00a0 \ufeff`.split(
    /[ \n]+/,
  );
const piece = fc.constantFrom(
  ...words,
  '"To Do"',
  '\n',
  '\r\n',
  '\t',
  '@v = x "',
  '@v = (',
  '### ',
  '# @limit 5',
);
const spaced = fc.array(piece, { maxLength: 40 }).map(parts => parts.join(' '));
const tight = fc.array(piece, { maxLength: 40 }).map(parts => parts.join(''));
const noise = fc.oneof(spaced, tight, fc.string({ unit: 'binary', maxLength: 100 }));
const broken = fc
  .tuple(fc.constantFrom(...valid), fc.nat(400), fc.nat(20), noise)
  .map(([text, at, length, put]) => text.slice(0, at) + put + text.slice(at + length));
const texts = fc.oneof(noise, broken);

interface Node {
  readonly span: Span;
  readonly children: readonly Node[];
}

const fieldNode = (field: Field | Missing): Node => ({
  span: field.span,
  children:
    field.kind === 'missing'
      ? []
      : [
          { span: field.nameSpan, children: [] },
          ...field.properties.map(({ span, argument, path }) => ({
            span,
            children: [argument, ...path].map(operandNode),
          })),
        ],
});

function operandNode(operand: Operand): Node {
  if (operand.kind === 'list') return { span: operand.span, children: operand.items.map(operandNode) };
  if (operand.kind !== 'function') return { span: operand.span, children: [] };
  const args = { span: operand.parentheses, children: operand.arguments.map(operandNode) };
  return { span: operand.span, children: [operandNode(operand.name), args] };
}

function clauseNode(clause: Clause): Node {
  const { span } = clause;
  switch (clause.kind) {
    case 'missing':
      return { span, children: [] };
    case 'and':
    case 'or':
      return { span, children: clause.clauses.map(clauseNode) };
    case 'not':
      return { span, children: [{ span: clause.operator, children: [] }, clauseNode(clause.clause)] };
    case 'group':
      return { span, children: [clauseNode(clause.clause)] };
    case 'term':
      return {
        span,
        children: [
          fieldNode(clause.field),
          { span: clause.operator.span, children: [] },
          ...(clause.operand === undefined ? [] : [operandNode(clause.operand)]),
          ...clause.predicates.map(({ span: whole, nameSpan, operand }) => ({
            span: whole,
            children: [{ span: nameSpan, children: [] }, operandNode(operand)],
          })),
        ],
      };
  }
}

const queryNodes = ({ where, orderBy }: JqlQuery): readonly Node[] => [
  ...(where === undefined ? [] : [clauseNode(where)]),
  ...(orderBy === undefined
    ? []
    : [
        {
          span: orderBy.span,
          children: [
            { span: orderBy.keywords, children: [] },
            ...orderBy.sorts.map(({ span, field, direction }) => ({
              span,
              children: [
                fieldNode(field),
                ...(direction === undefined ? [] : [{ span: direction.span, children: [] }]),
              ],
            })),
          ],
        },
      ]),
];

/** Children lie inside, in order; `overlap` where pieces of one variable may have the same place. */
function assertNested(nodes: readonly Node[], whole: Span, overlap: boolean): void {
  let from = whole.start;
  for (const { span, children } of nodes) {
    const isHole = span.start === span.end;
    assert(span.start <= span.end, 'a span ends before it begins');
    assert(span.end <= whole.end, 'a node ends after its parent');
    if (overlap) assert(span.start >= whole.start || isHole, 'a node begins before its parent');
    // A missing node is after what came before, wherever its parent begins.
    else if (!isHole) assert(span.start >= from, 'nodes overlap');
    assertNested(children, span, overlap);
    if (!isHole) from = span.end;
  }
}

describe('any text', () => {
  it('falls into tokens that are the whole of it', () => {
    fc.assert(
      fc.property(texts, text => {
        let end = 0;
        for (const token of tokensOf(text)) {
          assert.equal(token.start, end);
          assert(token.end > token.start);
          ({ end } = token);
        }
        assert.equal(end, text.length);
      }),
      { numRuns: cases(600, 3000) },
    );
  });

  it('has a tree with nodes inside each other, and errors inside it', () => {
    fc.assert(
      fc.property(texts, text => {
        const whole = { start: 0, end: text.length };
        const query = parseJqlText(text);
        assertNested(queryNodes(query), whole, false);
        for (const { span } of query.errors)
          assert(whole.start <= span.start && span.start <= span.end && span.end <= whole.end);
      }),
      { numRuns: cases(1000, 5000) },
    );
  });

  it('has them in a file with variables too', () => {
    fc.assert(
      fc.property(noise, texts, (header, text) => {
        const file = `@v = ${header.replaceAll(/[\r\n]/g, ' ')}\n${text.slice(0, 60)} {{v}} "{{v}}" ${text.slice(60)}`;
        const document = new QueryDocument('file:///a.jql', 'jql', 1, file, jqlSyntax);
        for (const block of document.blocks) {
          const query = parseJql(new Scope(block, document.header));
          const whole = { start: 0, end: block.text.length };
          assertNested(queryNodes(query), whole, true);
          for (const { span } of query.errors) assert(span.start <= span.end && span.end <= whole.end);
        }
      }),
      { numRuns: cases(600, 3000) },
    );
  });

  it('can be put in quotes and read back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(34, 39), (value, quote) => {
        const mark = String.fromCharCode(quote);
        const written = mark + escapedFor(value, quote) + mark;
        assert.equal(quoteEnd(written, 1, written.length, quote), written.length);
        assert.equal(unescaped(written.slice(1, -1)), value);
        assert.deepEqual(parseJqlText(`a = ${written}`).errors, []);
      }),
      { numRuns: cases(400, 2000) },
    );
  });
});

describe('every beginning of a query', () => {
  it('has a tree, and an error unless it is a query itself', () => {
    for (const text of valid.slice(0, 60)) {
      for (let length = 0; length <= text.length; length++) {
        const begun = text.slice(0, length);
        const query = parseJqlText(begun);
        assertNested(queryNodes(query), { start: 0, end: length }, false);
      }
      assert.deepEqual(parseJqlText(text).errors, []);
    }
  });
});
