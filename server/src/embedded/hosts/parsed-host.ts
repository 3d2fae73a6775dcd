import type { Parser, SyntaxNode } from '@lezer/common';
import { maxCodeLength } from '#shared/base/queries/embedded-hosts.ts';
import { type CommentRules, treeComments } from './host-comments.ts';
import { ExpressionReader, type ExpressionRules } from './expression-reader.ts';
import { findQueries } from '../find-queries.ts';
import type { HostLanguage } from './host-language.ts';
import type { HostNode } from './host-value.ts';
import { jsonIn } from './json-source.ts';
import { treeOf } from './tree.ts';

/** The rules by which a host language finds the parts of its files that can hold queries. */
export interface HostRules extends ExpressionRules {
  /** Returns the maps, calls and named values that a node is; `undefined` = none of these. */
  nodes(node: SyntaxNode, reader: ExpressionReader): Iterable<HostNode> | undefined;
  /** Whether a node is a text that is not a part of a longer one. */
  isText(node: SyntaxNode): boolean;
  /** Absent = the language has no comments. */
  readonly comments?: CommentRules;
}

/** Makes a host language of a grammar and its rules. */
export const parsedHost = (parser: Parser, rules: HostRules): HostLanguage => ({
  longest: maxCodeLength,
  ...(rules.comments && { comments: treeComments(parser, rules.comments) }),
  queries(source) {
    if (source.length > maxCodeLength) return [];
    const tree = treeOf(parser, source);
    if (tree === undefined) return [];
    const reader = new ExpressionReader(source, rules);
    return findQueries({ nodes: nodesOf(tree.topNode, reader, rules), names: reader.names }, source);
  },
});

function* nodesOf(top: SyntaxNode, reader: ExpressionReader, rules: HostRules): Generator<HostNode> {
  const cursor = top.cursor();
  do {
    const { node } = cursor;
    const hostNodes = rules.nodes(node, reader);
    if (hostNodes !== undefined) yield* hostNodes;
    else if (rules.isText(node)) {
      const value = reader.value(node);
      if (value.kind !== 'text') continue;
      yield* jsonIn(value);
      yield { kind: 'text', text: value };
    }
  } while (cursor.next());
}
