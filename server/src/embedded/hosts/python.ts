/** Python as a host of queries. */
import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/python';
import { backslash, fromHex, withBackslashes, without } from './backslash-escapes.ts';
import {
  assignedName,
  choiceOf,
  concatenated,
  type ExpressionReader,
  flagWord,
  numberWord,
  pairsOf,
} from './expression-reader.ts';
import { isJqlName } from '../find-queries.ts';
import type { HostLanguage } from './host-language.ts';
import type { HostEntry, HostMap, HostNode, HostText, HostValue, MapUse } from './host-value.ts';
import { parsedHost } from './parsed-host.ts';
import { type EscapeReader, plainText } from './read-text.ts';
import { childrenOf, spanOf } from './tree.ts';

/** Python: dictionaries, `dict(…)`, named arguments; strings of all kinds, joined and formatted. */
export const python: HostLanguage = parsedHost(parser, {
  nodes: nodesOf,
  isText,
  value: valueOf,
  parts: partsOf,
  comments: { comments: ['Comment'], texts: ['String', 'FormatString'], written: text => `# ${text}` },
});

/** Returns the maps, calls and named values that a node is; `undefined` = none of these. */
function nodesOf(node: SyntaxNode, reader: ExpressionReader): Iterable<HostNode> | undefined {
  if (node.name === 'DictionaryExpression')
    return [{ kind: 'map', map: mapOf(node, reader), use: useOf(node, reader) }];
  if (node.name === 'ArrayExpression') {
    const map = pairsOf(node, itemsOf(node), reader, item =>
      item.name === 'TupleExpression' ? itemsOf(item) : [],
    );
    return map && [{ kind: 'map', map, use: useOf(node, reader) }];
  }
  if (node.name === 'CallExpression') return callOf(node, reader);
  if (node.name === 'ReturnStatement') return returned(node, reader);
  return node.name === 'AssignStatement' ? assigned(node, reader) : undefined;
}

/** The value that a function returns, by the function’s name; `undefined` = a name that does not say JQL. */
function returned(node: SyntaxNode, reader: ExpressionReader): Iterable<HostNode> | undefined {
  const value = node.firstChild?.nextSibling;
  let target: SyntaxNode | null = node;
  while (target !== null && target.name !== 'FunctionDefinition') target = target.parent;
  const definition = target?.getChild('VariableName');
  const name = definition ? reader.textOf(definition) : '';
  return value && isJqlName(name) ? [{ kind: 'named', name, value: reader.value(value) }] : undefined;
}

function isText(node: SyntaxNode): boolean {
  return hasText(node) && !isPartOfText(node);
}

const hasText = ({ name }: SyntaxNode): boolean =>
  name === 'String' || name === 'FormatString' || name === 'ContinuedString' || name === 'BinaryExpression';

const isPartOfText = ({ parent }: SyntaxNode): boolean =>
  parent !== null && (parent.name === 'ContinuedString' || parent.name === 'BinaryExpression');

/** The last name in the callee of a call. */
function calleeOf(call: SyntaxNode, reader: ExpressionReader): string {
  const callee = call.firstChild;
  const last = callee?.name === 'MemberExpression' ? callee.lastChild : callee;
  return last ? reader.textOf(last) : '';
}

function* callOf(node: SyntaxNode, reader: ExpressionReader): Generator<HostNode> {
  const list = node.getChild('ArgList');
  if (list === null) return;
  const callee = calleeOf(node, reader);
  const keywordArguments = namedArguments(list, reader);
  if (callee === 'dict') yield { kind: 'map', map: keywordArguments, use: useOf(node, reader) };
  else
    yield {
      kind: 'call',
      callee,
      span: spanOf(node),
      first: () => positionalOf(list, reader)[0],
      named: keywordArguments,
      variables: () => spreadsOf(list, reader),
    };
}

const punctuation = new Set(['(', ')', ',', '[', ']', '{', '}', 'Comment', '⚠']);

const itemsOf = (node: SyntaxNode): SyntaxNode[] =>
  childrenOf(node).filter(({ name }) => !punctuation.has(name));

function positionalOf(list: SyntaxNode, reader: ExpressionReader): HostValue[] {
  const children = childrenOf(list).filter(({ name }) => !punctuation.has(name));
  return children.flatMap((child, index) => {
    const isNamed = children[index + 1]?.name === 'AssignOp' || children[index - 1]?.name === 'AssignOp';
    return isNamed || child.name === 'AssignOp' ? [] : [reader.value(child)];
  });
}

function namedArguments(list: SyntaxNode, reader: ExpressionReader): HostMap {
  const children = childrenOf(list).filter(({ name }) => name !== 'Comment');
  const entries: HostEntry[] = [];
  for (const [index, child] of children.entries()) {
    const [key, value] = [children[index - 1], children[index + 1]];
    if (child.name === '**' && value) entries.push(spread(child, value));
    else if (child.name === 'AssignOp' && key && value)
      entries.push(reader.entry(key, reader.value(value), value.to));
  }
  return { kind: 'map', span: spanOf(list), entries };
}

/** The variables whose members are arguments: `**params`. */
const spreadsOf = (list: SyntaxNode, reader: ExpressionReader): readonly string[] =>
  list.getChildren('**').flatMap(({ nextSibling }) => (nextSibling ? [reader.textOf(nextSibling)] : []));

const spread = (mark: SyntaxNode, value: SyntaxNode): HostEntry => ({
  value: { kind: 'unknown', span: spanOf(value) },
  span: { start: mark.from, end: value.to },
});

function mapOf(node: SyntaxNode, reader: ExpressionReader): HostMap {
  const children = childrenOf(node).filter(({ name }) => name !== 'Comment');
  const entries: HostEntry[] = [];
  for (const [index, child] of children.entries()) {
    const [before, after] = [children[index - 1], children[index + 1]];
    if (child.name === '**' && after) entries.push(spread(child, after));
    else if (child.name === ':' && before && after) {
      const key = reader.value(before);
      const span = { start: before.from, end: after.to };
      entries.push({ ...(key.kind === 'text' && { key }), value: reader.value(after), span });
    }
  }
  return { kind: 'map', span: spanOf(node), entries };
}

/** The use of a dictionary: an argument, a variable, or a part of others. */
function useOf(node: SyntaxNode, reader: ExpressionReader): MapUse {
  const { parent } = node;
  if (parent?.name === 'ArgList' && parent.parent) return { callee: calleeOf(parent.parent, reader) };
  if (parent?.name === 'BinaryExpression') return { isMerged: true };
  const target = parent?.name === 'AssignStatement' ? parent.firstChild : null;
  return target === null || parent === null ? {} : { variable: reader.textOf(target) };
}

function* assigned(node: SyntaxNode, reader: ExpressionReader): Generator<HostNode> {
  const [target, value] = [node.firstChild, node.lastChild];
  if (!target || !value || target === value) return;
  const name = assignedName(target, reader);
  if (name === undefined) return;
  const assignedValue = reader.value(value);
  const key =
    target.name === 'MemberExpression' && target.lastChild?.name === ']'
      ? target.lastChild.prevSibling
      : null;
  if (key?.name === 'String' && target.firstChild) {
    const span = { start: target.from, end: value.to };
    const written = reader.value(key);
    const entry: HostEntry = {
      ...(written.kind === 'text' && { key: written }),
      value: assignedValue,
      span,
      isStep: true,
    };
    yield { kind: 'set', object: reader.textOf(target.firstChild), entry };
  }
  yield { kind: 'named', name, value: assignedValue };
}

/** Methods that change nothing in a text but blanks and placeholders. */
const harmless = new Set(['format', 'format_map', 'strip', 'lstrip', 'rstrip', 'encode']);

function partsOf(node: SyntaxNode, reader: ExpressionReader): readonly SyntaxNode[] | undefined {
  if (node.name === 'ContinuedString') return childrenOf(node).filter(({ name }) => name.endsWith('String'));
  return concatenated(node, reader, 'ArithOp', '+');
}

function valueOf(node: SyntaxNode, reader: ExpressionReader, depth: number): HostValue | undefined {
  const span = spanOf(node);
  const inner = (child: SyntaxNode | null | undefined): HostValue | undefined =>
    child ? reader.value(child, depth + 1) : undefined;
  switch (node.name) {
    case 'String':
    case 'FormatString':
      return stringOf(node, reader);
    case 'ParenthesizedExpression':
      return inner(node.firstChild?.nextSibling);
    case 'ArrayExpression':
    case 'TupleExpression':
    case 'SetExpression': {
      return { kind: 'list', span, items: itemsOf(node).map(item => reader.value(item, depth + 1)) };
    }
    case 'Number':
    case 'UnaryExpression':
      return numberWord(reader.textOf(node), span);
    case 'Boolean':
      return reader.textOf(node) === 'True' ? flagWord(span) : undefined;
    case 'ConditionalExpression':
      return choiceOf([node.firstChild, node.lastChild], node, inner);
    case 'BinaryExpression': {
      if (node.getChild('or')) return choiceOf([node.firstChild, node.lastChild], node, inner);
      const formatString =
        reader.textOf(node.firstChild!.nextSibling!) === '%' ? inner(node.firstChild) : undefined;
      return formatString?.kind === 'text' ? { ...formatString, span } : undefined;
    }
    case 'CallExpression':
      return readCall(node, reader, depth);
    default:
      return undefined;
  }
}

/** The result of a call on texts that can be known without running it. */
function readCall(node: SyntaxNode, reader: ExpressionReader, depth: number): HostValue | undefined {
  const { firstChild: callee } = node;
  const list = node.getChild('ArgList');
  const name = calleeOf(node, reader);
  if (name === 'dedent') {
    const only = list ? positionalOf(list, reader)[0] : undefined;
    return only?.kind === 'text' ? only : undefined;
  }
  if (callee?.name !== 'MemberExpression' || !callee.firstChild || !list) return undefined;
  const object = reader.value(callee.firstChild, depth + 1);
  const separator = name === 'join' ? plainText(object) : undefined;
  if (separator !== undefined) {
    const only = positionalOf(list, reader)[0];
    if (only?.kind !== 'list') return undefined;
    const span = spanOf(node);
    return separator === '|' ? { ...only, span } : reader.texts.joined(span, only.items, separator);
  }
  return harmless.has(name) && object.kind === 'text' ? { ...object, span: spanOf(node) } : undefined;
}

const letters = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
};
const unknownEscapes = backslash(letters, { keepsUnknown: true, hex: 'xuU' });
const octal = /^\\[0-7]{1,3}/;

const escapes: EscapeReader = (source, at) => {
  if (source[at] !== '\\') return undefined;
  const digits = octal.exec(source.slice(at, at + 4))?.[0];
  if (digits === undefined) return unknownEscapes(source, at);
  const text = fromHex(Number.parseInt(digits.slice(1), 8).toString(16));
  return text === undefined ? undefined : { text, length: digits.length };
};

/** `{{` and `}}` in an f-string. */
const doubled =
  (inner: EscapeReader | undefined): EscapeReader =>
  (source, at) =>
    source.startsWith('{{', at) || source.startsWith('}}', at)
      ? { text: source[at]!, length: 2 }
      : inner?.(source, at);

function stringOf(node: SyntaxNode, reader: ExpressionReader): HostText | undefined {
  const match = /^([A-Za-z]*)("""|'''|"|')/.exec(
    reader.source.slice(node.from, Math.min(node.to, node.from + 8)),
  );
  const [all = '', prefix = '', quote = ''] = match ?? [];
  if (match === null || node.to - node.from < all.length + quote.length) return undefined;
  const content = { start: node.from + all.length, end: node.to - quote.length };
  if (!reader.source.startsWith(quote, content.end)) return undefined;
  const flags = prefix.toLowerCase();
  const isFormat = flags.includes('f');
  const isRaw = flags.includes('r');
  const plain = isRaw ? undefined : escapes;
  const escape = isFormat ? doubled(plain) : plain;
  const placeholders = node.getChildren('FormatReplacement').map(spanOf);
  const written = isRaw ? without(/[\\\r\n]|['"]/) : withBackslashes(quote.slice(0, 1));
  const encode = (text: string): string | undefined => {
    const doubledBraces = isFormat ? text.replaceAll(/[{}]/g, '$&$&') : text;
    return written(doubledBraces);
  };
  return reader.texts.literal(spanOf(node), content, { ...(escape && { escape }), placeholders }, encode);
}
