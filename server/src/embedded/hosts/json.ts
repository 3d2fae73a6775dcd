import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/json';
import { backslash } from './backslash-escapes.ts';
import { type ExpressionReader, type ExpressionRules, flagWord, numberWord } from './expression-reader.ts';
import type { HostLanguage } from './host-language.ts';
import type { HostEntry, HostMap, HostNode, HostValue } from './host-value.ts';
import { javascript } from './javascript.ts';
import { parsedHost } from './parsed-host.ts';
import { childrenOf, spanOf } from './tree.ts';

const host = parsedHost(parser, { nodes: nodesOf, isText, value: valueOf });

/** JSON with comments: those of JavaScript. */
export const jsonc: HostLanguage = { ...host, comments: source => javascript.comments!(source) };

/** JSON: comments that are there are read, but none is written. */
export const json: HostLanguage = {
  ...host,
  comments: source => ({ ...javascript.comments!(source), place: () => undefined }),
};

/** Reads values of JSON alone. */
export const jsonRules: ExpressionRules = { value: valueOf };

/** Returns the maps, calls and named values that a node is; `undefined` = none of these. */
function nodesOf(node: SyntaxNode, reader: ExpressionReader): Iterable<HostNode> | undefined {
  return node.name === 'Object' ? [{ kind: 'map', map: mapOf(node, reader, 0), use: {} }] : undefined;
}

function isText({ name }: SyntaxNode): boolean {
  return name === 'String';
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
