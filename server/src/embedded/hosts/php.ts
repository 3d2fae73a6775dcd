/** PHP as a host of queries. */
import type { SyntaxNode } from '@lezer/common';
import { MappedTextBuilder } from '#shared/base/text/mapped-text.ts';
import { parser } from '@lezer/php';
import { backslash, withBackslashes, without } from './backslash-escapes.ts';
import {
  assignedName,
  choiceOf,
  concatenated,
  type ExpressionReader,
  flagWord,
  numberWord,
} from './expression-reader.ts';
import type { HostLanguage } from './host-language.ts';
import type { HostEntry, HostList, HostMap, HostNode, HostText, HostValue, MapUse } from './host-value.ts';
import { parsedHost } from './parsed-host.ts';
import { type EscapeReader, plainText } from './read-text.ts';
import { childrenOf, spanOf } from './tree.ts';

/** PHP, also between HTML: arrays with keys, strings of all kinds, joined. */
export const php: HostLanguage = parsedHost(parser, {
  nodes: nodesOf,
  isText,
  value: valueOf,
  parts: partsOf,
  comments: {
    comments: ['LineComment', 'BlockComment'],
    texts: ['String', 'HeredocString'],
    textFromStart: ['TextInterpolation'],
    written: text => `// ${text}`,
  },
});

/** Returns the maps, calls and named values that a node is; `undefined` = none of these. */
function nodesOf(node: SyntaxNode, reader: ExpressionReader): Iterable<HostNode> | undefined {
  switch (node.name) {
    case 'ArrayExpression': {
      const value = arrayOf(node, reader, 0);
      return value.kind === 'map' ? [{ kind: 'map', map: value, use: useOf(node, reader) }] : undefined;
    }
    case 'CallExpression':
      return [...callOf(node, reader), ...fluentOf(node, reader)];
    case 'NewExpression':
      return callOf(node, reader);
    case 'AssignmentExpression':
    case 'VariableDeclarator':
      return assigned(node, reader);
    default:
      return undefined;
  }
}

const texts: ReadonlySet<string> = new Set(['String', 'HeredocString', 'BinaryExpression']);

function isText({ name, parent }: SyntaxNode): boolean {
  return texts.has(name) && parent?.name !== 'BinaryExpression';
}

/** The last name in the callee of a call. */
function calleeOf(call: SyntaxNode, reader: ExpressionReader): string {
  const callee = call.name === 'NewExpression' ? call.firstChild?.nextSibling : call.firstChild;
  const last = callee?.lastChild ?? callee;
  return last ? reader.textOf(last).replace(/^.*\\/s, '') : '';
}

const punctuation = new Set(['(', ')', ',', '[', ']', 'LineComment', 'BlockComment', '⚠', 'array', 'list']);

const itemsOf = (node: SyntaxNode): SyntaxNode[] =>
  childrenOf(node).filter(({ name }) => !punctuation.has(name));

function* callOf(node: SyntaxNode, reader: ExpressionReader): Generator<HostNode> {
  const list = node.getChild('ArgList');
  if (list === null) return;
  const item = itemsOf(list).find(({ name }) => name !== 'NamedArgument');
  const first = (): HostValue | undefined => item && reader.value(item);
  const entries = list.getChildren('NamedArgument').flatMap(argument => {
    const { firstChild: key, lastChild: value } = argument;
    return key && value ? [reader.entry(key, reader.value(value), value.to)] : [];
  });
  const namedArguments: HostMap = { kind: 'map', span: spanOf(list), entries };
  const variables = (): readonly string[] =>
    list.getChildren('VariableName').map(variable => reader.textOf(variable));
  const callee = calleeOf(node, reader);
  yield { kind: 'call', callee, span: spanOf(node), first, named: namedArguments, variables };
}

/** Returns the object that a method is called on; `undefined` = another call. */
const objectOf = ({ name, firstChild }: SyntaxNode): SyntaxNode | undefined =>
  name === 'CallExpression' && firstChild?.name === 'MemberExpression'
    ? (firstChild.firstChild ?? undefined)
    : undefined;

/** Yields the request that methods after each other make: `->setAction('query')->setParam('list', 'random')`. */
function* fluentOf(node: SyntaxNode, reader: ExpressionReader): Generator<HostNode> {
  if (node.parent?.name === 'MemberExpression') return;
  const entries: HostEntry[] = [];
  let object = node;
  for (let next = objectOf(node); next !== undefined; next = objectOf(object)) {
    const step = fluentStep(object, reader);
    if (step) entries.push(step);
    object = next;
  }
  const [last, first] = [entries[0], entries.at(-1)];
  if (!first || !last) return;
  const inOrder = entries.toReversed();
  const isVariable = object.name === 'VariableName' || object.name === 'MemberExpression';
  if (isVariable) for (const entry of inOrder) yield { kind: 'set', object: reader.textOf(object), entry };
  else {
    const map: HostMap = {
      kind: 'map',
      span: { start: first.span.start, end: last.span.end },
      entries: inOrder,
    };
    yield { kind: 'map', map, use: useOf(node, reader) };
  }
}

/** The parameter that a method adds to a request. */
function fluentStep(call: SyntaxNode, reader: ExpressionReader): HostEntry | undefined {
  const [name, list] = [call.firstChild?.lastChild, call.getChild('ArgList')];
  if (!name || !list) return undefined;
  const method = reader.textOf(name);
  const [first, second] = itemsOf(list).map(item => reader.value(item));
  const span = { start: name.from, end: call.to };
  if (method === 'setParam' && first?.kind === 'text' && second)
    return { key: first, value: second, span, isStep: true };
  if (method !== 'setAction' || !first) return undefined;
  const nameSpan = spanOf(name);
  const builder = new MappedTextBuilder();
  builder.replaced('action', nameSpan);
  const key: HostText = { kind: 'text', span: nameSpan, text: builder.build(nameSpan), segments: [] };
  return { key, value: first, span, isStep: true };
}

/** An array with keys is a map, one without is a list. */
function arrayOf(node: SyntaxNode, reader: ExpressionReader, depth: number): HostMap | HostList {
  const items = itemsOf(node.getChild('ValueList') ?? node);
  const span = spanOf(node);
  if (!items.some(({ name }) => name === 'Pair'))
    return { kind: 'list', span, items: items.map(item => reader.value(item, depth + 1)) };
  return { kind: 'map', span, entries: items.map(item => entryOf(item, reader, depth)) };
}

function entryOf(item: SyntaxNode, reader: ExpressionReader, depth: number): HostEntry {
  const { firstChild: key, lastChild: value } = item;
  const span = spanOf(item);
  if (item.name !== 'Pair' || !key || !value) return { value: { kind: 'unknown', span }, span };
  const name = reader.value(key, depth + 1);
  return { ...(name.kind === 'text' && { key: name }), value: reader.value(value, depth + 1), span };
}

/** The use of an array: an argument, a variable, or a part of others. */
function useOf(node: SyntaxNode, reader: ExpressionReader): MapUse {
  const { parent } = node;
  if (parent?.name === 'ArgList' && parent.parent) {
    const before = plainText(
      itemsOf(parent)
        .slice(0, 1)
        .map(item => reader.value(item))[0],
    );
    return { callee: calleeOf(parent.parent, reader), ...(before !== undefined && { before }) };
  }
  if (parent?.name === 'BinaryExpression') return { isMerged: true };
  const target = parent?.name === 'AssignmentExpression' ? parent.firstChild : null;
  return target === null || parent === null ? {} : { variable: reader.textOf(target) };
}

function* assigned(node: SyntaxNode, reader: ExpressionReader): Generator<HostNode> {
  const { firstChild: target, lastChild: value } = node;
  if (!target || !value || target === value) return;
  const name = assignedName(target, reader);
  if (name === undefined) return;
  const assignedValue = reader.value(value);
  const key = target.name === 'SubscriptExpression' ? target.getChild('String') : null;
  if (key && target.firstChild) {
    const written = reader.value(key);
    const span = { start: target.from, end: value.to };
    const entry: HostEntry = {
      ...(written.kind === 'text' && { key: written }),
      value: assignedValue,
      span,
      isStep: true,
    };
    yield { kind: 'set', object: reader.textOf(target.firstChild), entry };
  }
  yield { kind: 'named', name: name.replace(/^\$/, ''), value: assignedValue };
}

function partsOf(node: SyntaxNode, reader: ExpressionReader): readonly SyntaxNode[] | undefined {
  return concatenated(node, reader, 'ConcatOp', '.');
}

function valueOf(node: SyntaxNode, reader: ExpressionReader, depth: number): HostValue | undefined {
  const span = spanOf(node);
  switch (node.name) {
    case 'String':
      return stringOf(node, reader);
    case 'HeredocString':
      return heredocOf(node, reader);
    case 'ArrayExpression': {
      const value = arrayOf(node, reader, depth);
      return value.kind === 'list' ? value : undefined;
    }
    case 'ParenthesizedExpression':
      return node.firstChild?.nextSibling ? reader.value(node.firstChild.nextSibling, depth + 1) : undefined;
    case 'Integer':
    case 'UnaryExpression':
      return numberWord(reader.textOf(node), span);
    case 'Boolean':
      return reader.textOf(node).toLowerCase() === 'true' ? flagWord(span) : undefined;
    case 'ConditionalExpression':
    case 'BinaryExpression': {
      if (!node.getChild('LogicOp')) return undefined;
      const operands = childrenOf(node).filter(({ name }) => name !== 'LogicOp' && name !== ':');
      const choices = node.name === 'ConditionalExpression' ? operands.slice(1) : operands;
      return choiceOf(choices, node, child => (child ? reader.value(child, depth + 1) : undefined));
    }
    case 'CallExpression':
      return readCall(node, reader, depth);
    default:
      return undefined;
  }
}

/** The result of a function of texts that can be known without running it. */
function readCall(node: SyntaxNode, reader: ExpressionReader, depth: number): HostValue | undefined {
  const name = calleeOf(node, reader);
  const list = node.getChild('ArgList');
  if (list === null || !/^(?:implode|join|sprintf|trim)$/.test(name)) return undefined;
  const [first, second] = itemsOf(list).map(item => reader.value(item, depth + 1));
  if (name === 'sprintf' || name === 'trim')
    return first?.kind === 'text' ? { ...first, span: spanOf(node) } : undefined;
  const separator = plainText(first);
  if (second?.kind !== 'list' || separator === undefined) return undefined;
  const span = spanOf(node);
  return separator === '|' ? { ...second, span } : reader.texts.joined(span, second.items, separator);
}

const single: EscapeReader = (source, at) =>
  source[at] === '\\' && (source[at + 1] === '\\' || source[at + 1] === "'")
    ? { text: source[at + 1]!, length: 2 }
    : undefined;
const letters = { '\\': '\\', '"': '"', $: '$', n: '\n', t: '\t', r: '\r', e: '\u001B', f: '\f', v: '\v' };
const double = backslash(letters, { keepsUnknown: true, hex: 'x{' });

/** In single quotes an escape is for the quote and the backslash alone. */
const inSingleQuotes = (text: string): string | undefined =>
  /[\r\n]/.test(text) ? undefined : text.replaceAll(/[\\']/g, String.raw`\$&`);

function stringOf(node: SyntaxNode, reader: ExpressionReader): HostText | undefined {
  const { source } = reader;
  const quote = source[node.from]!;
  if ((quote !== "'" && quote !== '"') || node.to - node.from < 2 || source[node.to - 1] !== quote)
    return undefined;
  const content = { start: node.from + 1, end: node.to - 1 };
  if (quote === "'") return reader.texts.literal(spanOf(node), content, { escape: single }, inSingleQuotes);
  const placeholders = childrenOf(node)
    .filter(({ name }) => name !== 'EscapeSequence')
    .map(spanOf);
  const reading = { escape: double, placeholders };
  return reader.texts.literal(spanOf(node), content, reading, withBackslashes('"', '$'));
}

const interpolated =
  /\{\$[^{}\r\n]{1,200}\}|\$\{\w{1,60}\}|\$[A-Za-z_]\w{0,60}(?:->\w{1,60}|\[[\w'"$-]{1,60}\])?/g;

/** A heredoc; in a nowdoc, whose name is in single quotes, nothing is inserted. */
function heredocOf(node: SyntaxNode, reader: ExpressionReader): HostText | undefined {
  const text = reader.textOf(node);
  const head = /^<<<[ \t]{0,20}(["']?)\w+["']?[ \t]{0,20}\r?\n/.exec(text);
  const last = text.lastIndexOf('\n');
  if (head === null || last < head[0].length) return undefined;
  const content = { start: node.from + head[0].length, end: node.from + last };
  const isLiteral = head[1] === "'";
  const placeholders = isLiteral
    ? []
    : Array.from(reader.source.slice(content.start, content.end).matchAll(interpolated), match => ({
        start: content.start + match.index,
        end: content.start + match.index + match[0].length,
      }));
  const encode = isLiteral ? without(/[\r\n]/) : withBackslashes('', '$');
  const reading = isLiteral ? {} : { escape: double, placeholders };
  return reader.texts.literal(spanOf(node), content, reading, encode);
}
