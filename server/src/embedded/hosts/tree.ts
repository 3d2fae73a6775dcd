import type { Parser, SyntaxNode, Tree } from '@lezer/common';

/** Milliseconds that a parser may take: an editor waits for it. */
const maxParseMs = 3000;
/** A text with more levels is not read: it is hardly in its language, and walking through it would take long. */
const deepestTree = 1000;

/** The tree of a source; `undefined` = it is too deep, or takes too long. */
export function treeOf(parser: Parser, source: string): Tree | undefined {
  try {
    return walkable(parseTree(parser, source));
  } catch {
    // With thousands of levels the parsers themselves run out of stack, or leave a tree that cannot be walked through.
    return undefined;
  }
}

/** A tree that is not too deep to walk through; `undefined` = it is too deep, or missing. */
export const walkable = (tree: Tree | undefined): Tree | undefined =>
  tree === undefined || isTooDeep(tree) ? undefined : tree;

function parseTree(parser: Parser, source: string): Tree | undefined {
  const parse = parser.startParse(source);
  const begun = Date.now();
  for (let steps = 0; steps % 64 > 0 || Math.abs(Date.now() - begun) < maxParseMs; steps++) {
    const tree = parse.advance();
    if (tree !== null) return tree;
  }
  return undefined;
}

function isTooDeep(tree: Tree): boolean {
  let depth = 0;
  let deepest = 0;
  tree.iterate({
    enter: () => {
      depth++;
      deepest = Math.max(deepest, depth);
    },
    leave: () => {
      depth--;
    },
  });
  return deepest > deepestTree;
}

/** All children of a node, punctuation included. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

export const spanOf = ({ from, to }: SyntaxNode): { readonly start: number; readonly end: number } => ({
  start: from,
  end: to,
});

/** Expressions are read no deeper than this. */
export const deepest = 40;
