/** YAML as a host of queries. */
import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/yaml';
import shapes from '../../../catalogue/embedded/shapes.json' with { type: 'json' };
import { hasMarker } from '#shared/base/queries/embedded-hosts.ts';
import { backslash, withBackslashes, without } from './backslash-escapes.ts';
import { ExpressionReader, flagWord, numberWord } from './expression-reader.ts';
import type { HostLanguage } from './host-language.ts';
import type { HostEntry, HostMap, HostNode, HostText, HostValue } from './host-value.ts';
import { parsedHost } from './parsed-host.ts';
import type { EscapeReader } from './read-text.ts';
import { shellSource } from './shell.ts';
import { spanOf } from './tree.ts';

/** YAML: mappings, and scalars of all kinds. */
export const yaml: HostLanguage = parsedHost(parser, {
  nodes: nodesOf,
  isText,
  value: valueOf,
  comments: {
    comments: ['Comment'],
    texts: ['Literal', 'QuotedLiteral', 'BlockLiteral'],
    written: text => `# ${text}`,
  },
});

const isMapping = ({ name }: SyntaxNode): boolean => name === 'BlockMapping' || name === 'FlowMapping';

function isText({ name }: SyntaxNode): boolean {
  return name === 'Literal' || name === 'QuotedLiteral' || name === 'BlockLiteral';
}

/** Returns the maps, calls and named values that a node is; `undefined` = none of these. */
function nodesOf(node: SyntaxNode, reader: ExpressionReader): Iterable<HostNode> | undefined {
  if (node.name === 'Pair') return scriptsOf(node, reader);
  return isMapping(node) ? [{ kind: 'map', map: mapOf(node, reader, 0), use: {} }] : undefined;
}

const scriptKeys: ReadonlySet<string> = new Set(shapes.scriptKeys);

/** The scripts of a step of a workflow: one, or a list of them. */
function scriptsOf(pair: SyntaxNode, reader: ExpressionReader): Iterable<HostNode> | undefined {
  const { firstChild: name, lastChild: value } = pair;
  if (!name || !value || !scriptKeys.has(reader.textOf(name)) || !hasMarker(reader.textOf(value)))
    return undefined;
  const script = new ExpressionReader(reader.source, { value: valueOf }, true).value(value);
  const texts = script.kind === 'list' ? script.items : [script];
  return texts.flatMap(text => (text.kind === 'text' ? [{ kind: 'nested', text, read: shellSource }] : []));
}

function mapOf(node: SyntaxNode, reader: ExpressionReader, depth: number): HostMap {
  const entries = node.getChildren('Pair').flatMap((pair): HostEntry[] => {
    const name = pair.firstChild?.firstChild;
    const value = pair.lastChild;
    if (!name || !value || value.name === 'Key' || value.name === ':') return [];
    const key = reader.value(name, depth + 1);
    return [
      { ...(key.kind === 'text' && { key }), value: reader.value(value, depth + 1), span: spanOf(pair) },
    ];
  });
  return { kind: 'map', span: spanOf(node), entries };
}

function valueOf(node: SyntaxNode, reader: ExpressionReader, depth: number): HostValue | undefined {
  const span = spanOf(node);
  switch (node.name) {
    case 'Literal':
      return plainOf(node, reader);
    case 'QuotedLiteral':
      return quotedOf(node, reader);
    case 'BlockLiteral':
      return blockOf(node, reader);
    case 'BlockSequence':
    case 'FlowSequence': {
      const items = node.getChildren('Item').flatMap(({ firstChild }) => firstChild ?? []);
      return { kind: 'list', span, items: items.map(item => reader.value(item, depth + 1)) };
    }
    case 'Tagged':
    case 'Anchored':
      return node.lastChild ? reader.value(node.lastChild, depth + 1) : undefined;
    default:
      return undefined;
  }
}

/** A line end with the blanks around it: scalars of several lines have it between their words. */
function lineEnd(source: string, at: number, means: string): ReturnType<EscapeReader> {
  const character = source[at];
  if (character !== '\n' && character !== '\r') return undefined;
  let end = at;
  while (/\s/.test(source[end] ?? 'x')) end++;
  return { text: means, length: end - at };
}

const folded: EscapeReader = (source, at) => lineEnd(source, at, ' ');

/** Text that neither ends a plain scalar nor begins a comment. */
const inPlain = without(/[\r\n]|: | #|:$/);

function plainOf(node: SyntaxNode, reader: ExpressionReader): HostValue {
  const span = spanOf(node);
  const text = reader.textOf(node);
  if (/^(?:true|yes|on)$/i.test(text)) return flagWord(span);
  return numberWord(text, span) ?? reader.texts.literal(span, span, { escape: folded }, inPlain);
}

const single: EscapeReader = (source, at) =>
  source.startsWith("''", at) ? { text: "'", length: 2 } : folded(source, at);
const letters = {
  '\\': '\\',
  '"': '"',
  '/': '/',
  ' ': ' ',
  n: '\n',
  t: '\t',
  r: '\r',
  0: '\0',
  e: '\u001B',
  _: '\u00A0',
};
const escaped = backslash(letters, { keepsUnknown: true, hex: 'xuU' });
const double: EscapeReader = (source, at) => escaped(source, at) ?? folded(source, at);
const inSingleQuotes = (text: string): string | undefined =>
  /[\r\n]/.test(text) ? undefined : text.replaceAll("'", "''");

function quotedOf(node: SyntaxNode, reader: ExpressionReader): HostText | undefined {
  const text = reader.textOf(node);
  const quote = text[0];
  if (text.length < 2 || !text.endsWith(quote ?? '')) return undefined;
  const content = { start: node.from + 1, end: node.to - 1 };
  return quote === "'"
    ? reader.texts.literal(spanOf(node), content, { escape: single }, inSingleQuotes)
    : reader.texts.literal(spanOf(node), content, { escape: double }, withBackslashes('"'));
}

/** A block scalar; additional indentation of a line means nothing in a query. */
function blockOf(node: SyntaxNode, reader: ExpressionReader): HostText | undefined {
  const content = node.getChild('BlockLiteralContent');
  const header = node.getChild('BlockLiteralHeader');
  if (!content || !header) return undefined;
  const text = reader.textOf(content);
  const start = content.from + (text.length - text.trimStart().length);
  const end = content.from + text.trimEnd().length;
  const means = reader.textOf(header).startsWith('>') ? ' ' : '\n';
  const escape: EscapeReader = (source, at) => lineEnd(source, at, means);
  const span = { start, end: Math.max(start, end) };
  return reader.texts.literal(spanOf(node), span, { escape }, without(/[\r\n]/));
}
