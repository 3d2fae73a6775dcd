/** JavaScript and TypeScript as hosts of queries. */
import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/javascript';
import shapes from '../../../catalogue/embedded/shapes.json' with { type: 'json' };
import { backslash, withBackslashes } from './backslash-escapes.ts';
import {
  assignedName,
  choiceOf,
  concatenated,
  pairsOf,
  type ExpressionReader,
  flagWord,
  numberWord,
} from './expression-reader.ts';
import { isJqlName } from '../find-queries.ts';
import type { HostEntry, HostMap, HostNode, HostText, HostValue, MapUse } from './host-value.ts';
import { type HostRules, parsedHost } from './parsed-host.ts';
import { plainText } from './read-text.ts';
import { childrenOf, spanOf } from './tree.ts';

const rules: HostRules = {
  nodes: nodesOf,
  isText,
  value: valueOf,
  parts: partsOf,
  comments: {
    comments: ['LineComment', 'BlockComment'],
    texts: ['String', 'TemplateString', 'JSXElement'],
    code: ['Interpolation', 'JSXEscape'],
    written: text => `// ${text}`,
  },
};

/** JavaScript: object literals, strings and templates, joined. */
export const javascript = parsedHost(parser.configure({ dialect: 'jsx' }), rules);
/** TypeScript, where `<T>value` is a type assertion. */
export const typescript = parsedHost(parser.configure({ dialect: 'ts' }), rules);
export const typescriptReact = parsedHost(parser.configure({ dialect: 'ts jsx' }), rules);

/** Returns the maps, calls and named values that a node is; `undefined` = none of these. */
function nodesOf(node: SyntaxNode, reader: ExpressionReader): Iterable<HostNode> | undefined {
  if (node.name === 'ObjectExpression') {
    if (isInMerge(node, reader)) return [];
    return [{ kind: 'map', map: mapOf(node, reader, 0), use: useOf(node, reader) }];
  }
  if (node.name === 'ArrayExpression') {
    const map = pairsOf(node, itemsOf(node), reader, item => (item.name === node.name ? itemsOf(item) : []));
    return map && [{ kind: 'map', map, use: useOf(node, reader) }];
  }
  if (node.name === 'CallExpression' || node.name === 'NewExpression') return callOf(node, reader);
  if (node.name === 'ArrowFunction' || node.name === 'ReturnStatement') return returned(node, reader);
  return assigning.has(node.name) ? assigned(node, reader) : undefined;
}

/** The value that a function returns, by the function’s name; `undefined` = a name that does not say JQL. */
function returned(node: SyntaxNode, reader: ExpressionReader): Iterable<HostNode> | undefined {
  const isArrow = node.name === 'ArrowFunction';
  const value = isArrow ? node.lastChild : node.firstChild?.nextSibling;
  const name = value && value.name !== 'Block' ? functionName(node, reader) : undefined;
  if (!value || name === undefined || !isJqlName(name)) return undefined;
  return [{ kind: 'named', name, value: reader.value(value) }];
}

const functions = /^(?:ArrowFunction|FunctionExpression|FunctionDeclaration|MethodDeclaration)$/;

/** The name of the function that a node is, or is in. */
function functionName(node: SyntaxNode, reader: ExpressionReader): string | undefined {
  let target: SyntaxNode | null = node;
  while (target !== null && !functions.test(target.name) && !isMethod(target)) target = target.parent;
  if (target === null) return undefined;
  const name = target.getChild('VariableDefinition') ?? target.getChild('PropertyDefinition');
  if (target.name !== 'ArrowFunction' && name) return reader.textOf(name);
  const { parent } = target;
  if (parent?.name === 'Property') return parent.firstChild ? reader.textOf(parent.firstChild) : undefined;
  const defined = parent !== null && assigning.has(parent.name) ? definedBefore(target) : undefined;
  return defined && assignedName(defined, reader);
}

const isMethod = (node: SyntaxNode): boolean =>
  node.name === 'Property' && node.getChild('ParamList') !== null;

const assigning = new Set(['VariableDeclaration', 'AssignmentExpression', 'PropertyDeclaration']);

const texts: ReadonlySet<string> = new Set(['String', 'TemplateString', 'BinaryExpression']);

function isText({ name, parent }: SyntaxNode): boolean {
  return texts.has(name) && parent?.name !== 'BinaryExpression';
}

/** The last name in the callee of a call. */
function calleeOf(call: SyntaxNode, reader: ExpressionReader): string {
  const callee = call.name === 'NewExpression' ? call.firstChild?.nextSibling : call.firstChild;
  const last = callee?.name === 'MemberExpression' ? callee.lastChild : callee;
  return last ? reader.textOf(last) : '';
}

const setCalls: ReadonlySet<string> = new Set(shapes.setCalls);

const noArguments = (span: HostMap['span']): HostMap => ({ kind: 'map', span, entries: [] });

const mergeCalls: ReadonlySet<string> = new Set(shapes.mergeCalls);

/** Returns the objects that a call merges: `Object.assign({ … }, { … })`; fewer than two are not merged here. */
function mergedObjects(call: SyntaxNode, reader: ExpressionReader): readonly SyntaxNode[] {
  const list = call.getChild('ArgList');
  if (list === null || !mergeCalls.has(calleeOf(call, reader))) return [];
  const objects = itemsOf(list).filter(({ name }) => name === 'ObjectExpression');
  const isChange = isVariable(itemsOf(list)[0]);
  return objects.length > 1 || (isChange && objects.length === 1) ? objects : [];
}

const isVariable = (node: SyntaxNode | undefined): boolean =>
  node?.name === 'VariableName' || node?.name === 'MemberExpression';

const isInMerge = ({ parent }: SyntaxNode, reader: ExpressionReader): boolean =>
  parent?.name === 'ArgList' && parent.parent !== null && mergedObjects(parent.parent, reader).length > 0;

/** Yields what a call makes of the objects that it merges: one map, or more parameters for a variable’s request. */
function* mergeOf(call: SyntaxNode, list: SyntaxNode, reader: ExpressionReader): Generator<HostNode> {
  const objects = mergedObjects(call, reader);
  const [first] = itemsOf(list);
  const [start, end] = [objects[0]?.from, objects.at(-1)?.to];
  if (!first || start === undefined || end === undefined) return;
  const entries = objects
    .flatMap(object => mapOf(object, reader, 0).entries)
    .map((entry): HostEntry => ({ ...entry, isStep: true }));
  if (isVariable(first)) {
    for (const entry of entries) {
      const name = plainText(entry.key);
      yield { kind: 'set', object: reader.textOf(first), entry };
      if (name !== undefined) yield { kind: 'named', name, value: entry.value };
    }
    return;
  }
  const byName = new Map<unknown, HostEntry>();
  for (const entry of entries) byName.set(plainText(entry.key) ?? entry, entry);
  const effective = entries.filter(entry => byName.get(plainText(entry.key) ?? entry) === entry);
  const isMerged = itemsOf(list).length > objects.length;
  const map: HostMap = { kind: 'map', span: { start, end }, entries: effective };
  yield { kind: 'map', map, use: { ...useOf(call, reader), ...(isMerged && { isMerged }) } };
}

function* callOf(node: SyntaxNode, reader: ExpressionReader): Generator<HostNode> {
  const list = node.getChild('ArgList');
  if (list === null) return;
  yield* mergeOf(node, list, reader);
  const first = (): HostValue | undefined =>
    itemsOf(list)
      .slice(0, 1)
      .map(item => reader.value(item))[0];
  const span = spanOf(node);
  const variables = (): readonly string[] =>
    itemsOf(list)
      .filter(isVariable)
      .map(item => reader.textOf(item));
  const callee = node.firstChild;
  const [key, value, ...others] = setCalls.has(calleeOf(node, reader)) ? itemsOf(list) : [];
  if (callee?.name === 'MemberExpression' && callee.firstChild && key && value && others.length === 0)
    yield* stepOf(reader.textOf(callee.firstChild), reader.value(key), reader.value(value), span);
  yield { kind: 'call', callee: calleeOf(node, reader), span, first, named: noArguments(span), variables };
}

const punctuation = new Set(['(', ')', ',', '[', ']', '{', '}', 'LineComment', 'BlockComment', '⚠']);

const itemsOf = (node: SyntaxNode): SyntaxNode[] =>
  childrenOf(node).filter(({ name }) => !punctuation.has(name));

function mapOf(node: SyntaxNode, reader: ExpressionReader, depth: number): HostMap {
  const entries = node.getChildren('Property').map(property => entryOf(property, reader, depth));
  return { kind: 'map', span: spanOf(node), entries };
}

function entryOf(property: SyntaxNode, reader: ExpressionReader, depth: number): HostEntry {
  const { firstChild: key, lastChild: value } = property;
  const span = spanOf(property);
  const unknown: HostEntry = { value: { kind: 'unknown', span }, span };
  if (!key || !value || key.name === 'Spread' || key.name === '[') return unknown;
  const isShort = key.name === 'PropertyDefinition' && value.from === key.from;
  if (isShort)
    return { key: { ...reader.bareName(key), segments: [] }, value: { kind: 'unknown', span }, span };
  const isPair = property.getChild(':') !== null;
  if (!isPair) return unknown;
  const name = key.name === 'PropertyDefinition' ? reader.bareName(key) : reader.value(key, depth + 1);
  return { ...(name.kind === 'text' && { key: name }), value: reader.value(value, depth + 1), span };
}

/** The use of an object literal: an argument, a variable, or a part of others. */
function useOf(node: SyntaxNode, reader: ExpressionReader): MapUse {
  const { parent } = node;
  if (parent?.name === 'ParenthesizedExpression') return useOf(parent, reader);
  if (parent?.name === 'ArgList' && parent.parent) {
    const [first] = itemsOf(parent);
    const before = first?.name === 'String' ? plainText(reader.value(first)) : undefined;
    return { callee: calleeOf(parent.parent, reader), ...(before !== undefined && { before }) };
  }
  const target = parent !== null && assigning.has(parent.name) ? definedBefore(node) : undefined;
  return target === undefined ? {} : { variable: reader.textOf(target) };
}

/** The name that a value is assigned to. */
function definedBefore(value: SyntaxNode): SyntaxNode | undefined {
  for (let before = value.prevSibling; before !== null; before = before.prevSibling) {
    if (/^(VariableDefinition|VariableName|MemberExpression|PropertyDefinition)$/.test(before.name))
      return before;
  }
  return undefined;
}

function* assigned(node: SyntaxNode, reader: ExpressionReader): Generator<HostNode> {
  for (const equals of node.getChildren('Equals')) {
    const value = equals.nextSibling;
    const target = value && definedBefore(value);
    if (!value || !target) continue;
    const name = assignedName(target, reader);
    if (name === undefined) continue;
    const assignedValue = reader.value(value);
    const key = target.name === 'MemberExpression' ? target.lastChild : null;
    const object = target.firstChild;
    if (key && object) {
      const written = key.name === ']' ? reader.value(key.prevSibling!) : reader.bareName(key);
      yield* stepOf(reader.textOf(object), written, assignedValue, { start: target.from, end: value.to });
    }
    yield { kind: 'named', name, value: assignedValue };
  }
}

/** A parameter that is added to an object. */
function* stepOf(
  object: string,
  key: HostValue,
  value: HostValue,
  span: HostMap['span'],
): Generator<HostNode> {
  if (key.kind === 'text') yield { kind: 'set', object, entry: { key, value, span, isStep: true } };
}

function partsOf(node: SyntaxNode, reader: ExpressionReader): readonly SyntaxNode[] | undefined {
  return concatenated(node, reader, 'ArithOp', '+');
}

function valueOf(node: SyntaxNode, reader: ExpressionReader, depth: number): HostValue | undefined {
  const span = spanOf(node);
  const inner = (child: SyntaxNode | null | undefined): HostValue | undefined =>
    child ? reader.value(child, depth + 1) : undefined;
  switch (node.name) {
    case 'String':
      return stringOf(node, reader);
    case 'TemplateString':
      return templateOf(node, reader);
    case 'ParenthesizedExpression':
      return inner(node.firstChild?.nextSibling);
    case 'ArrayExpression':
      return { kind: 'list', span, items: itemsOf(node).map(item => reader.value(item, depth + 1)) };
    case 'Number':
    case 'UnaryExpression':
      return numberWord(reader.textOf(node), span);
    case 'BooleanLiteral':
      return reader.textOf(node) === 'true' ? flagWord(span) : undefined;
    case 'ConditionalExpression':
      return choiceOf(
        itemsOf(node)
          .filter(({ name }) => name !== 'LogicOp')
          .slice(1),
        node,
        inner,
      );
    case 'BinaryExpression':
      if (node.getChild('LogicOp')) return choiceOf([node.firstChild, node.lastChild], node, inner);
      return /^(as|satisfies)$/.test(node.firstChild?.nextSibling?.name ?? '')
        ? inner(node.firstChild)
        : undefined;
    case 'CallExpression':
      return readCall(node, reader, depth);
    default:
      return undefined;
  }
}

/** The result of a method of texts that can be known without running it. */
function readCall(node: SyntaxNode, reader: ExpressionReader, depth: number): HostValue | undefined {
  const callee = node.firstChild;
  const list = node.getChild('ArgList');
  if (callee?.name !== 'MemberExpression' || !callee.firstChild || !list) return undefined;
  const name = calleeOf(node, reader);
  if (name !== 'join' && name !== 'trim') return undefined;
  const span = spanOf(node);
  const object = reader.value(callee.firstChild, depth + 1);
  if (name === 'trim') return object.kind === 'text' ? { ...object, span } : undefined;
  const [first] = itemsOf(list);
  const separator = first && plainText(reader.value(first));
  if (object.kind !== 'list' || separator === undefined) return undefined;
  return separator === '|' ? { ...object, span } : reader.texts.joined(span, object.items, separator);
}

const letters = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  0: '\0',
};
const escape = backslash(letters, { keepsUnknown: false, hex: 'xu{' });

function stringOf(node: SyntaxNode, reader: ExpressionReader): HostText | undefined {
  const quote = reader.source[node.from]!;
  if (node.to - node.from < 2 || reader.source[node.to - 1] !== quote) return undefined;
  const content = { start: node.from + 1, end: node.to - 1 };
  return reader.texts.literal(spanOf(node), content, { escape }, withBackslashes(quote));
}

function templateOf(node: SyntaxNode, reader: ExpressionReader): HostText | undefined {
  if (node.to - node.from < 2 || reader.source[node.to - 1] !== '`') return undefined;
  const content = { start: node.from + 1, end: node.to - 1 };
  const placeholders = node.getChildren('Interpolation').map(spanOf);
  return reader.texts.literal(spanOf(node), content, { escape, placeholders }, withBackslashes('`', '$'));
}
