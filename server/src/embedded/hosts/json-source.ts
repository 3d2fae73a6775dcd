/** JSON, as a file or in a text of another language. */
import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/json';
import { backslash } from './backslash-escapes.ts';
import { ExpressionReader, type ExpressionRules, flagWord, numberWord } from './expression-reader.ts';
import type { HostEntry, HostMap, HostNode, HostSource, HostText, HostValue } from './host-value.ts';
import { childrenOf, spanOf, treeOf } from './tree.ts';

/** Reads values of JSON alone. */
export const jsonRules: ExpressionRules = { value: valueOf };

/** The requests of JSON in a text, such as the body `'{"jql": "project = A"}'`; `[]` = the text is no such JSON. */
export const jsonIn = (text: HostText): readonly HostNode[] =>
  /^\s*[[{]/.test(text.text.text) && /"(?:jql|action)"\s*:/.test(text.text.text)
    ? [{ kind: 'nested', text, read: jsonSource }]
    : [];

function jsonSource(code: string): HostSource {
  const reader = new ExpressionReader(code, jsonRules);
  const tree = treeOf(parser, code);
  return { nodes: tree ? objectsOf(tree.topNode, reader) : [], names: reader.names };
}

function* objectsOf(top: SyntaxNode, reader: ExpressionReader): Generator<HostNode> {
  const cursor = top.cursor();
  do yield* jsonNodesOf(cursor.node, reader) ?? [];
  while (cursor.next());
}

/** Returns the maps, calls and named values that a node is; `undefined` = none of these. */
export function jsonNodesOf(node: SyntaxNode, reader: ExpressionReader): Iterable<HostNode> | undefined {
  return node.name === 'Object' ? [{ kind: 'map', map: mapOf(node, reader, 0), use: {} }] : undefined;
}

function mapOf(node: SyntaxNode, reader: ExpressionReader, depth: number): HostMap {
  const entries = node.getChildren('Property').flatMap((property): HostEntry[] => {
    const { firstChild: name, lastChild: value } = property;
    if (!name || !value || name === value) return [];
    const key = reader.value(name, depth + 1);
    const entry = { value: reader.value(value, depth + 1), span: spanOf(property) };
    return [{ ...(key.kind === 'text' && { key }), ...entry }];
  });
  return { kind: 'map', span: spanOf(node), entries };
}

const values = new Set(['String', 'Number', 'True', 'False', 'Null', 'Object', 'Array']);

function valueOf(node: SyntaxNode, reader: ExpressionReader, depth: number): HostValue | undefined {
  const span = spanOf(node);
  switch (node.name) {
    case 'PropertyName':
    case 'String': {
      if (span.end - span.start < 2 || !reader.textOf(node).endsWith('"')) return undefined;
      const content = { start: span.start + 1, end: span.end - 1 };
      return reader.texts.literal(span, content, { escape }, encode);
    }
    case 'Array': {
      const items = childrenOf(node).filter(({ name }) => values.has(name));
      return { kind: 'list', span, items: items.map(item => reader.value(item, depth + 1)) };
    }
    case 'Number':
      return numberWord(reader.textOf(node), span);
    case 'True':
      return flagWord(span);
    default:
      return undefined;
  }
}

const letters = { '\\': '\\', '"': '"', '/': '/', n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const escape = backslash(letters, { keepsUnknown: true, hex: 'u' });
const encode = (text: string): string => JSON.stringify(text).slice(1, -1);
