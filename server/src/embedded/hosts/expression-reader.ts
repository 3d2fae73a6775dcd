/** Reads the expressions of a host language by its rules. */
import type { SyntaxNode } from '@lezer/common';
import type { Span } from '#shared/base/text/span.ts';
import { PlaceholderNames } from '../placeholder-names.ts';
import type { HostEntry, HostMap, HostText, HostUnknown, HostValue, HostWord } from './host-value.ts';
import { plainText, TextReader } from './read-text.ts';
import { deepest, spanOf } from './tree.ts';

/** The rules by which a host language reads its expressions. */
export interface ExpressionRules {
  /** The value of a node; `undefined` = it cannot be known. */
  value(node: SyntaxNode, reader: ExpressionReader, depth: number): HostValue | undefined;
  /** Nodes that join their children to one text. */
  parts?(node: SyntaxNode, reader: ExpressionReader): readonly SyntaxNode[] | undefined;
}

/** Reads the expressions of one source. */
export class ExpressionReader {
  readonly source: string;
  readonly names = new PlaceholderNames();
  readonly texts: TextReader;
  readonly #rules: ExpressionRules;

  /** @param isCode the texts are code of another language */
  constructor(source: string, rules: ExpressionRules, isCode = false) {
    this.source = source;
    this.texts = new TextReader(source, this.names, isCode);
    this.#rules = rules;
  }

  textOf({ from, to }: SyntaxNode): string {
    return this.source.slice(from, to);
  }

  value(node: SyntaxNode, depth = 0): HostValue {
    const unknown: HostUnknown = { kind: 'unknown', span: spanOf(node) };
    if (depth > deepest) return unknown;
    const parts = this.#rules.parts?.(node, this);
    if (parts === undefined) return this.#rules.value(node, this, depth) ?? unknown;
    const values = parts.map(part => this.value(part, depth + 1));
    return this.texts.joined(spanOf(node), values) ?? unknown;
  }

  /** A name that is written without quotes. */
  bareName(node: SyntaxNode): HostText {
    const span = spanOf(node);
    return this.texts.literal(span, span, {}, identifier);
  }

  entry(key: SyntaxNode, value: HostValue, end: number): HostEntry {
    return { key: this.bareName(key), value, span: { start: key.from, end } };
  }
}

/** A name that may be written without quotes in every host. */
const identifier = (text: string): string | undefined => (/^[A-Za-z_]\w*$/.test(text) ? text : undefined);

/** A number as it is written. */
export function numberWord(text: string, span: Span): HostWord | undefined {
  return /^-?\d+$/.test(text) ? { kind: 'word', span, text } : undefined;
}

/** A value that is one of several: `a ? b : c`, `a or b`. */
export const choiceOf = (
  choices: readonly (SyntaxNode | null)[],
  node: SyntaxNode,
  read: (choice: SyntaxNode | null) => HostValue | undefined,
): HostUnknown => ({
  kind: 'unknown',
  span: spanOf(node),
  choices: choices.flatMap(choice => read(choice) ?? []),
});

/** A flag that is on; whether one that is off is sent depends on the library. */
export const flagWord = (span: Span): HostWord => ({ kind: 'word', span, text: '1' });

/**
 * The operands of a chain of operators, the first one first: `a + b + c` is a tree as deep as it is long.
 *
 * @param operands the two of a node; `undefined` = it is no such operation
 */
function flattened(
  node: SyntaxNode,
  operands: (node: SyntaxNode) => readonly [SyntaxNode, SyntaxNode] | undefined,
): readonly SyntaxNode[] | undefined {
  const operandNodes: SyntaxNode[] = [];
  let current = node;
  for (;;) {
    const pair = operands(current);
    if (pair === undefined) break;
    operandNodes.push(pair[1]);
    current = pair[0];
  }
  return operandNodes.length === 0 ? undefined : [...operandNodes, current].toReversed();
}

/**
 * Joins the texts of a node: `a + b + c`.
 *
 * @param type the type of the operator's node
 * @param sign the operator as it is written
 */
export const concatenated = (
  node: SyntaxNode,
  reader: ExpressionReader,
  type: string,
  sign: string,
): readonly SyntaxNode[] | undefined =>
  flattened(node, current => {
    const { name, firstChild, lastChild } = current;
    const operator = current.getChild(type);
    const isSum = name === 'BinaryExpression' && operator !== null && reader.textOf(operator) === sign;
    return isSum && firstChild && lastChild ? [firstChild, lastChild] : undefined;
  });

/**
 * Returns a list of pairs as a map; `undefined` = another list.
 *
 * @param parts the two parts of an item; `[]` = it is no pair
 */
export function pairsOf(
  node: SyntaxNode,
  items: readonly SyntaxNode[],
  reader: ExpressionReader,
  parts: (item: SyntaxNode) => readonly SyntaxNode[],
): HostMap | undefined {
  const entries: HostEntry[] = [];
  for (const item of items) {
    const [name, value, ...others] = parts(item);
    const key = name?.name === 'String' ? reader.value(name) : undefined;
    if (key?.kind !== 'text' || !value || others.length > 0) return undefined;
    entries.push({ key, value: reader.value(value), span: spanOf(item) });
  }
  return entries.length === 0 ? undefined : { kind: 'map', span: spanOf(node), entries };
}

/** The name that a value is assigned to: of a variable, a member, or the text of an index; `undefined` = a computed index. */
export function assignedName(target: SyntaxNode, reader: ExpressionReader): string | undefined {
  const { name, lastChild } = target;
  const isMember = name === 'MemberExpression' || name === 'SubscriptExpression';
  const last = isMember ? lastChild : target;
  const key = last?.name === ']' ? last.prevSibling : last;
  if (!key) return undefined;
  return key.name === 'String' ? plainText(reader.value(key)) : reader.textOf(key);
}
