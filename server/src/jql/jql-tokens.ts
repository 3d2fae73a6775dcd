import type { SemanticToken, TokenKind as Colour } from '../query-file/language/language-service.ts';
import type { NestedQuery } from './argument-queries.ts';
import type { JqlQuery } from './syntax/jql-query.ts';
import { tokenize } from './syntax/tokenize.ts';
import { allParts } from './syntax/walk.ts';
import { isOperatorSign, TokenKind } from './syntax/token-kinds.ts';

/** Returns the semantic tokens of a body: fields and functions by their places, all others by their kinds. */
export function jqlSemanticTokens(query: JqlQuery, nested: Nested): SemanticToken[] {
  const inner = new Map(nested(query).map(node => [node.span.start, node]));
  const colours = new Map<number, Colour>();
  for (const part of allParts(query)) {
    if (part.kind === 'field') colours.set(part.nameSpan.start, 'field');
    else if (part.kind === 'function') colours.set(part.name.span.start, 'function');
  }
  return tokenize(query.body).flatMap(({ kind, span, variable }): SemanticToken[] => {
    const quoted = inner.get(span.start);
    if (quoted !== undefined) return quotedTokens(quoted, nested);
    const colour = variable ? 'variable' : (colours.get(span.start) ?? colourOf(kind));
    return colour === undefined ? [] : [{ span, kind: colour }];
  });
}

/** Finds the queries in the arguments of a query. */
type Nested = (query: JqlQuery) => readonly NestedQuery[];

/** Returns the tokens of a query in quotes, and of the quotes. */
function quotedTokens({ span, query }: NestedQuery, nested: Nested): SemanticToken[] {
  const { start, end } = query.body.span;
  const closing: SemanticToken[] =
    end < span.end ? [{ span: { start: end, end: span.end }, kind: 'string' }] : [];
  return [
    { span: { start: span.start, end: start }, kind: 'string' },
    ...jqlSemanticTokens(query, nested),
    ...closing,
  ];
}

function colourOf(kind: TokenKind): Colour | undefined {
  if (kind === TokenKind.Word || kind === TokenKind.Quoted) return 'string';
  if (kind === TokenKind.Number || kind === TokenKind.NegativeNumber) return 'number';
  if (isOperatorSign(kind) || kind === TokenKind.Bang) return 'operator';
  return kind >= TokenKind.In && kind <= TokenKind.Desc ? 'keyword' : undefined;
}
