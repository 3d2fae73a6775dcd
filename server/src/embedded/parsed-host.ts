import type { Parser, SyntaxNode } from '@lezer/common';
import { longestCode } from '../common/queries/embedded-hosts.ts';
import { ExpressionReader, type ExpressionRules } from './expression-reader.ts';
import { findQueries } from './find-queries.ts';
import type { HostLanguage } from './host-language.ts';
import type { HostNode } from './host-value.ts';
import { treeOf } from './tree.ts';

/** What a language's file has to say to find what its files can have queries in. */
export interface HostRules extends ExpressionRules {
  /** What a node is, beside a text; `undefined` = nothing. */
  nodes(node: SyntaxNode, reader: ExpressionReader): Iterable<HostNode> | undefined;
  /** A text that is no part of a longer one. */
  isText(node: SyntaxNode): boolean;
}

/** A host that is read by a grammar. */
export const parsedHost = (parser: Parser, rules: HostRules): HostLanguage => ({
  longest: longestCode,
  queries(source) {
    if (source.length > longestCode) return [];
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
    const found = rules.nodes(node, reader);
    if (found !== undefined) yield* found;
    else if (rules.isText(node)) {
      const value = reader.value(node);
      if (value.kind === 'text') yield { kind: 'text', text: value };
    }
  } while (cursor.next());
}
